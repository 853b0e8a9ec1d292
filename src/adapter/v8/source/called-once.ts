import { nodesAround } from './source-structure.ts';
import { type AnyNode, isFunction, walk } from './syntax-tree.ts';

const LOOPS = /^(For|ForIn|ForOf|While|DoWhile)Statement$/;
/** Kinds of nodes that run as a function of their own without being one. */
const INITIALISERS = /^(PropertyDefinition|StaticBlock)$/;

/**
 * True if a call that a frame is waiting for is made once, at most, in a call of the frame's function: it stands in no loop, and is a
 * call of that function itself, not of something (`forEach`) that may call it several times.
 *
 * @param place Where the frame is: 1-based line, 0-based column.
 * @param callee The function that runs now.
 */
export function isCalledOnce(source: string, place: { line: number; column: number }, callee: string): boolean {
  const around = nodesAround(source, place.line, place.column);
  const name = callee.split('.').at(-1) ?? '';
  if (!around || name === '') return false;
  const nodes = [...around.nodes].reverse();
  const isIt = (node: AnyNode) => calledName(node, around.offset) === name;
  const at = nodes.findIndex((node) => isFunction(node) || isIt(node));
  const call = nodes[at];
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return false;
  const outer = nodes.slice(at + 1);
  const end = outer.findIndex(isFunction);
  const own = outer.slice(0, end === -1 ? outer.length : end);
  if (own.some(({ type }) => LOOPS.test(type) || INITIALISERS.test(type))) return false;
  return !call.arguments.some((argument) => mentions(argument, name));
}

/** The callee of a call whose place, as V8 sees it, is at an offset: the offset of the name, or of `new`. */
function calledName(node: AnyNode, offset: number): string | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const { callee } = node;
  const named = callee.type === 'MemberExpression' && !callee.computed ? callee.property : callee;
  if ((node.type === 'NewExpression' ? node.start : named.start) !== offset) return undefined;
  return nameOf(named);
}

/** A name as V8 writes it for the function that has it. */
function nameOf(node: AnyNode): string | undefined {
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  return node.type === 'Identifier' ? node.name : undefined;
}

/** True if the function may be handed on to what is called. */
function mentions(argument: AnyNode, name: string): boolean {
  let found = false;
  walk(argument, (node) => {
    found ||= nameOf(node) === name;
    return found ? 'skip' : undefined;
  });
  return found;
}
