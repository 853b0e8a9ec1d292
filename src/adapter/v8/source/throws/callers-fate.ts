import type { AnyNode, Program } from 'acorn';
import { resolve } from '../captured-variables.ts';
import { isFunction, parseSource, walk } from '../source-structure.ts';
import { referencedName } from '../syntax-tree.ts';
import { type Call, fateOf, isCall, isOwnBody, nameOf } from './promise-fates.ts';

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
 * Where it is called in the place where it is written, that is certain; so it is of a function that its module calls by its name and uses
 * in no other way, if all calls agree. Others may be called from elsewhere: what a call of the name keeps may be this promise, and nothing
 * else is said (`open`).
 *
 * @param path The function, behind the nodes around it.
 */
export function fateByCallers(source: string, path: readonly AnyNode[]): CallersFate {
  const program = parseSource(source);
  return program ? fateOfFunction(path, { program, known: new Map() }) : 'open';
}

/** See {@link fateByCallers}. */
export type CallersFate = 'caught' | 'dropped' | 'kept' | 'open';

interface Search {
  readonly program: Program;
  /** By the starts of functions; `open` for those that are being looked at: they may call each other. */
  readonly known: Map<number, CallersFate>;
}

function fateOfFunction(path: readonly AnyNode[], search: Search): CallersFate {
  const [body, around] = [path.at(-1), path.at(-2)];
  if (!body) return 'open';
  const known = search.known.get(body.start);
  if (known) return known;
  search.known.set(body.start, 'open');
  const fate = isCall(around)
    ? fateOfArgument(path, body, around, search)
    : fateByName(ownNameOf(body, around), path, search);
  search.known.set(body.start, fate);
  return fate;
}

function fateOfArgument(path: readonly AnyNode[], body: AnyNode, around: Call, search: Search): CallersFate {
  const isHere = around.callee === body || isReaction(body, around) || KEEPING.test(nameOf(around.callee) ?? '');
  return isHere ? fateOfResult(path.slice(0, -1), search) : 'open';
}

function fateByName(name: string | undefined, path: readonly AnyNode[], search: Search): CallersFate {
  if (name === undefined) return 'open';
  const { calls, isOnlyCalled } = usesOf(name, path, search.program);
  const fates = new Set(calls.map((call) => fateOfResult(call, search)));
  if (fates.has('kept')) return 'kept';
  const [first, ...others] = fates;
  return isOnlyCalled && first && others.length === 0 ? first : 'open';
}

/** @param path An expression that gives the promise, behind the nodes around it; of a mapping function, the call that it is given to. */
function fateOfResult(path: readonly AnyNode[], search: Search): CallersFate {
  const fate = fateOf(path, path.at(-1)?.start ?? 0);
  if (fate !== 'passed') return fate;
  return fateOfFunction(path.slice(0, path.slice(0, -1).findLastIndex(isOwnBody) + 1), search);
}

/** The calls by which a function of a name may give its promise. */
interface Uses {
  /** Each behind the nodes around it. */
  readonly calls: readonly AnyNode[][];
  /** True if the function is the value of a variable of its module, and these calls are all uses of the variable. */
  readonly isOnlyCalled: boolean;
}

function usesOf(name: string, path: readonly AnyNode[], program: Program): Uses {
  const scope = isOwnVariable(path) ? resolve(name, path.slice(0, -1)) : undefined;
  const [byVariable, byOthers]: [AnyNode[][], AnyNode[][]] = [[], []];
  let otherUses = 0;
  walk(program, [], (node, parents) => {
    const parent = parents.at(-1);
    if (isCall(node) && node.callee.type !== 'Identifier' && nameOf(node.callee) === name)
      byOthers.push([...parents, node]);
    if (node.type !== 'Identifier' || referencedName(node, parent) !== name) return;
    if (scope && resolve(name, parents) !== scope) return;
    if (isCall(parent) && parent.callee === node) byVariable.push([...parents]);
    else otherUses += 1;
    if (isCall(parent) && parent.callee !== node && KEEPING.test(nameOf(parent.callee) ?? ''))
      byOthers.push([...parents]);
  });
  const declared = path.at(-1)?.type === 'FunctionDeclaration' ? 0 : 1;
  const isOnlyCalled = scope !== undefined && otherUses === declared;
  return { calls: isOnlyCalled ? byVariable : [...byVariable, ...byOthers], isOnlyCalled };
}

/** True if a function is the value of a variable that is not exported where it is declared. */
function isOwnVariable(path: readonly AnyNode[]): boolean {
  const isDeclared = path.at(-1)?.type === 'FunctionDeclaration';
  const [declared, declaration, around] = isDeclared
    ? [undefined, path.at(-1), path.at(-2)]
    : path.slice(-4, -1).reverse();
  if (around?.type.startsWith('Export')) return false;
  return isDeclared || (declared?.type === 'VariableDeclarator' && declaration?.type === 'VariableDeclaration');
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
