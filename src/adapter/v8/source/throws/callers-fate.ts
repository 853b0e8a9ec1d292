import type { AnyNode } from 'acorn';
import { isFunction, parseSource, walk } from '../source-structure.ts';
import { fateOf, isCall, isOwnBody, nameOf } from './promise-fates.ts';

/** Functions that call what they are given for each element, and keep what it gives. */
const KEEPING = /^(?:map|flatMap|from|fromAsync)$/;
const REACTING = /^(?:then|catch|finally)$/;

/** True if a function was handed to a promise, to be called when that is settled. */
export function isReaction(body: AnyNode, around: AnyNode | undefined): boolean {
  return isCall(around) && around.callee !== body && REACTING.test(nameOf(around.callee) ?? '');
}

/**
 * The fate of a function's promise, as far as the source says who has the promise.
 *
 * Where it is called in the place where it is written, that is certain. Functions are known by their names otherwise, and may be
 * called from elsewhere: what such a call keeps may be this promise, and nothing else is said (`open`).
 *
 * @param path The function, behind the nodes around it.
 */
export function fateByCallers(source: string, path: readonly AnyNode[]): CallersFate {
  return fateOfFunction(path, { source, seen: new Set() });
}

/** See {@link fateByCallers}. */
export type CallersFate = 'caught' | 'dropped' | 'kept' | 'open';

interface Search {
  readonly source: string;
  /** The starts of the functions that were looked at: they may call each other. */
  readonly seen: Set<number>;
}

function fateOfFunction(path: readonly AnyNode[], search: Search): CallersFate {
  const [body, around] = [path.at(-1), path.at(-2)];
  if (!body || search.seen.has(body.start)) return 'open';
  search.seen.add(body.start);
  if (isCall(around)) {
    const isHere = around.callee === body || isReaction(body, around) || KEEPING.test(nameOf(around.callee) ?? '');
    return isHere ? fateOfResult(path.slice(0, -1), search) : 'open';
  }
  const calls = callsOf(ownNameOf(body, around), search);
  return calls.some((call) => fateOfResult(call, search) === 'kept') ? 'kept' : 'open';
}

/** @param path An expression that gives the promise, behind the nodes around it; of a mapping function, the call that it is given to. */
function fateOfResult(path: readonly AnyNode[], search: Search): CallersFate {
  const fate = fateOf(path, path.at(-1)?.start ?? 0);
  if (fate !== 'passed') return fate;
  return fateOfFunction(path.slice(0, path.slice(0, -1).findLastIndex(isOwnBody) + 1), search);
}

/** Calls of a function of a name, and those that hand it to `map`; each behind the nodes around it. */
function callsOf(name: string | undefined, { source }: Search): AnyNode[][] {
  const program = name === undefined ? undefined : parseSource(source);
  const calls: AnyNode[][] = [];
  if (program)
    walk(program, [], (node, parents) => {
      if (!isCall(node)) return;
      const called = nameOf(node.callee) ?? '';
      const isHanded = KEEPING.test(called) && node.arguments.some((each) => nameOf(each) === name);
      if (called === name || isHanded) calls.push([...parents, node]);
    });
  return calls;
}

function ownNameOf(body: AnyNode, around: AnyNode | undefined): string | undefined {
  if (isFunction(body) && body.id) return body.id.name;
  switch (around?.type) {
    case 'VariableDeclarator':
      return nameOf(around.id);
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return 'name' in around.key ? around.key.name : undefined;
    case 'AssignmentExpression':
      return nameOf(around.left);
    default:
      return undefined;
  }
}
