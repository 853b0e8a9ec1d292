import { resolve } from '../captured-variables.ts';
import { isFunction } from '../source-structure.ts';
import { type AnyNode, referencedName, walk } from '../syntax-tree.ts';

/** Kinds of nodes that may throw by themselves, and not only in code that they call. */
const THROWING =
  /^(Member|Call|New|Await|Yield|TaggedTemplate|Import)Expression$|^(Throw|With)Statement$|^(Array|Object)Pattern$|^SpreadElement$|^Class/;

/** Names that every program has. */
const GIVEN =
  /^(undefined|NaN|Infinity|globalThis|this|arguments|console|Math|JSON|Object|Array|Number|String|Boolean)$/;

/**
 * True if an exception may be thrown in a piece of code itself; of calls, also in what they call.
 *
 * @param around The nodes around it, outermost first.
 */
export function mayThrow(code: AnyNode, around: readonly AnyNode[]): boolean {
  let throws = false;
  walk(code, (node, ancestors) => {
    if (throws || (node !== code && isFunction(node))) return 'skip';
    throws = THROWING.test(node.type) || isTypeTest(node) || isUnknown(node, [...around, ...ancestors]);
    return undefined;
  });
  return throws;
}

function isTypeTest(node: AnyNode): boolean {
  return node.type === 'BinaryExpression' && /^in/.test(node.operator);
}

function isUnknown(node: AnyNode, around: readonly AnyNode[]): boolean {
  if (node.type !== 'Identifier') return false;
  const name = referencedName(node, around.at(-1));
  return name !== undefined && !GIVEN.test(name) && resolve(name, around) === undefined;
}
