import type { AnyNode, CallExpression, NewExpression } from 'acorn';
import { isFunction } from '../source-structure.ts';
import { catches } from './catch-sites.ts';

/**
 * The fate of a promise that an expression gives, should the promise be rejected.
 *
 * `caught`: a handler is written there. `dropped`: nothing there, or anywhere else, can have it. `passed`: the function around rejects
 * its own promise with the same, or returns this one. `kept`: a variable, an argument or an object holds it, so that a handler may come later.
 */
export type PromiseFate = 'caught' | 'dropped' | 'passed' | 'kept';

/**
 * Follows a promise outwards from the expression that gives it.
 *
 * @param path That expression, behind the nodes around it.
 */
export function fateOf(path: readonly AnyNode[], offset: number): PromiseFate {
  for (let at = path.length - 1; at > 0; at--) {
    const [around, node] = [path[at - 1], path[at]];
    if (!around || !node) break;
    const next = fateIn(around, node, path[at - 2]);
    if (next === 'awaited') return isInTry(path.slice(0, at), offset) ? 'caught' : 'passed';
    if (next !== 'same') return next;
  }
  return 'dropped';
}

/**
 * The effect of an expression on a promise inside it; `same`: the promise is the expression's own value, or that of a promise
 * that is rejected with it.
 */
function fateIn(around: AnyNode, node: AnyNode, beyond: AnyNode | undefined): PromiseFate | 'awaited' | 'same' {
  switch (around.type) {
    case 'AwaitExpression':
      return 'awaited';
    case 'ForOfStatement':
      return around.await && around.right === node ? 'awaited' : 'kept';
    case 'ExpressionStatement':
      return 'dropped';
    case 'UnaryExpression':
      return around.operator === 'void' ? 'dropped' : 'kept';
    case 'ReturnStatement':
      return 'passed';
    case 'ArrowFunctionExpression':
      return around.body === node ? 'passed' : 'kept';
    case 'ChainExpression':
    case 'LogicalExpression':
      return 'same';
    case 'ConditionalExpression':
      return around.test === node ? 'kept' : 'same';
    case 'SequenceExpression':
      return around.expressions.at(-1) === node ? 'same' : 'dropped';
    case 'ArrayExpression':
      return isCall(beyond) && isOfPromise(beyond, /^(?:all|race|allSettled)$/) ? 'same' : 'kept';
    case 'MemberExpression':
      return around.object === node ? handlerOf(around, beyond) : 'kept';
    case 'CallExpression':
      return around.callee === node ? 'same' : takenBy(around);
    default:
      return 'kept';
  }
}

/** The effect of the chain behind a promise. */
function handlerOf(member: AnyNode, call: AnyNode | undefined): PromiseFate | 'same' {
  if (call?.type !== 'CallExpression' || call.callee !== member) return 'kept';
  const given = call.arguments;
  switch (nameOf(member)) {
    case 'catch':
      return given.length > 0 ? 'caught' : 'same';
    case 'then':
      return given.length > 1 ? 'caught' : 'same';
    case 'finally':
      return 'same';
    default:
      return 'kept';
  }
}

function takenBy(call: CallExpression): PromiseFate | 'same' {
  if (isOfPromise(call, /^(?:all|race|resolve)$/)) return 'same';
  return isOfPromise(call, /^allSettled$/) ? 'caught' : 'kept';
}

function isInTry(path: readonly AnyNode[], offset: number): boolean {
  const inFunction = path.slice(path.findLastIndex(isOwnBody) + 1);
  return inFunction.some((node) => node.type === 'TryStatement' && catches(node, offset));
}

/** True if a node runs as a call of its own. */
export function isOwnBody(node: AnyNode): boolean {
  return isFunction(node) || node.type === 'StaticBlock';
}

/** Nodes for which V8 has a call position. */
export type Call = CallExpression | NewExpression;

/** True if a node is a call, or a `new`. */
export function isCall(node: AnyNode | undefined): node is Call {
  return node?.type === 'CallExpression' || node?.type === 'NewExpression';
}

/** The last name of what is called, or of a variable: `all` of `Promise.all`. */
export function nameOf(callee: AnyNode): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'ChainExpression') return nameOf(callee.expression);
  const { type } = callee;
  if (type !== 'MemberExpression') return undefined;
  return /^(?:Private)?Identifier$/.test(callee.property.type) && 'name' in callee.property
    ? callee.property.name
    : undefined;
}

/** True if a call is of a function of `Promise` itself. */
export function isOfPromise({ callee }: Call, names: RegExp): boolean {
  if (callee.type !== 'MemberExpression') return false;
  return nameOf(callee.object) === 'Promise' && names.test(nameOf(callee) ?? '');
}
