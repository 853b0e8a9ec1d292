import { isFunction, parseSource } from './source-structure.ts';
import { type AnyNode, walk } from './syntax-tree.ts';

/** A part of a text: 0-based offsets in UTF-16 units, the end not included. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The exits of a text's functions without a place at which a debugger could stop. */
export interface UnseenReturns {
  /** The functions that have such a `return`, or a `throw` that rejects. */
  readonly functions: readonly Span[];
  /** The code that runs last in them: the `return` itself, the `finally` behind it, or the `throw`. */
  readonly last: readonly Span[];
  readonly returns: readonly UnseenReturn[];
}

/** A `return` that V8 does not stop at. */
export interface UnseenReturn extends Span {
  /** The text of what it returns. */
  readonly expression: string;
}

const NONE: UnseenReturns = { functions: [], last: [], returns: [] };

/**
 * The returns that V8 compiles into a jump to what must run before the function is left: the end of an iterator (`for … of`), a
 * `finally`, the disposal of a resource (`using`). Behind it the function ends at a place that V8 does not stop at, and a step that
 * waits for it runs away. So does one from a `throw` that rejects the promise of an async function.
 */
export function unseenReturns(source: string): UnseenReturns {
  if (!/\bof\b|\bfinally\b|\busing\b|\basync\b/.test(source)) return NONE;
  const program = parseSource(source);
  if (!program) return NONE;
  const functions = new Set<AnyNode>();
  const last: Span[] = [];
  const returns: UnseenReturn[] = [];
  walk(program, (node, ancestors) => {
    const owner = ancestors.findLastIndex(isFunction);
    if (node.type === 'ThrowStatement' && rejects(ancestors.slice(owner))) {
      last.push(node);
      functions.add(ancestors[owner] ?? program);
    }
    if (node.type !== 'ReturnStatement') return;
    const inside = [...ancestors.slice(owner + 1), node];
    const detours = inside.filter((each, index) => isDetour(each, inside[index + 1]));
    if (detours.length === 0) return;
    last.push(node, ...detours.flatMap((each) => (each.type === 'TryStatement' && each.finalizer) || []));
    const { start, end, argument } = node;
    returns.push({ start, end, expression: argument ? source.slice(argument.start, argument.end) : 'undefined' });
    functions.add(ancestors[owner] ?? program);
  });
  return { functions: [...functions], last, returns };
}

/** True if an exception that is thrown in a function, below these parts of it, is the rejection of what it returns. */
function rejects([owner, ...parts]: readonly AnyNode[]): boolean {
  if (!owner || !isFunction(owner) || !owner.async) return false;
  return !parts.some((part, index) => part.type === 'TryStatement' && part.handler && parts[index + 1] === part.block);
}

/** True if something runs before a `return` in one of a statement's parts leaves it. */
function isDetour(node: AnyNode, part: AnyNode | undefined): boolean {
  if (node.type === 'ForOfStatement') return part === node.body;
  if (node.type === 'TryStatement') return node.finalizer != null && part !== node.finalizer;
  if (node.type !== 'BlockStatement') return false;
  return node.body.some((each) => each.type === 'VariableDeclaration' && /using$/.test(each.kind));
}
