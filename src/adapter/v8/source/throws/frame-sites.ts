import type { AnyNode, CallExpression } from 'acorn';
import { isFunction, nodesAround, walk } from '../source-structure.ts';
import { type CallersFate, fateByCallers, isReaction } from './callers-fate.ts';
import { catches } from './catch-sites.ts';
import { fateOf, isCall, isOfPromise, isOwnBody, nameOf, type PromiseFate } from './promise-fates.ts';

/** A paused frame's treatment of an error that is thrown, or rejected, at its place. */
export interface FrameSite {
  /** No function is around the place. */
  readonly isTopLevel: boolean;
  /** A `try` in its function catches what is thrown there. */
  readonly catches: boolean;
  /** The function around the place gives a promise, which is rejected with what leaves it. */
  readonly isAsync: boolean;
  /** True if the function was handed to `new Promise`, and errors that leave it reject that promise. */
  readonly isExecutor: boolean;
  /** True if the function was handed to `then`, `catch` or `finally`: errors that leave it reject the promise that these give. */
  readonly isReaction: boolean;
  /** The place is a `new Promise` itself. */
  readonly makesPromise: boolean;
  /** Set if the place rejects instead of throwing: `Promise.reject(…)`, or the second parameter of an executor. */
  readonly rejects: 'own' | 'executor' | undefined;
  /** True if the place has microtasks run, so that code above it on the stack was not called by it. */
  readonly runsMicrotasks: boolean;
  /** The place is an `await` of an expression in which a promise is handled, perhaps the one that is rejected. */
  readonly awaitsHandled: boolean;
  /** The fate of the promise that the expression at the place gives. */
  readonly promise: PromiseFate;
  /** The fate of the promise that the function around gives. */
  readonly byCallers: () => CallersFate;
}

/**
 * Looks at a place of a source, by its 1-based line and 0-based column, where V8 says that a frame stands: for a call, the last name of what
 * is called, or else its parenthesis. Undefined when the source does not parse.
 */
export function frameSiteAt(source: string, line: number, column: number): FrameSite | undefined {
  const place = nodesAround(source, line, column);
  if (!place) return undefined;
  const { nodes, offset } = place;
  const innermost = nodes.findLastIndex(isOwnBody);
  const inFunction = nodes.slice(innermost + 1);
  const body = nodes[innermost];
  const around = nodes[innermost - 1];
  const at = inFunction.findLastIndex((node) => isCallAt(node, offset));
  const call = inFunction[at];
  const from = at === -1 ? nodes.length - 1 : innermost + 1 + at;
  let byCallers: CallersFate | undefined;
  return {
    isTopLevel: body === undefined,
    catches: inFunction.some((node) => node.type === 'TryStatement' && catches(node, offset)),
    isAsync: body !== undefined && isFunction(body) && body.async === true,
    isExecutor: body !== undefined && isExecutorOf(body, around),
    makesPromise: call?.type === 'NewExpression' && nameOf(call.callee) === 'Promise',
    rejects: call?.type === 'CallExpression' ? rejectionBy(call, nodes) : undefined,
    runsMicrotasks: call?.type === 'CallExpression' && nameOf(call.callee) === 'runMicrotasks',
    awaitsHandled: nodes.some((node) => node.type === 'AwaitExpression' && node.start === offset && hasHandler(node)),
    promise: fateOf(nodes.slice(0, from + 1), offset),
    isReaction: body !== undefined && isReaction(body, around),
    byCallers: () => {
      byCallers ??= fateByCallers(source, nodes.slice(0, innermost + 1));
      return byCallers;
    },
  };
}

function isCallAt(node: AnyNode, offset: number): boolean {
  return isCall(node) && node.start <= offset && offset < (node.arguments[0]?.start ?? node.end);
}

function hasHandler(root: AnyNode): boolean {
  let found = false;
  walk(root, [], (node) => {
    if (node.type !== 'CallExpression') return;
    const name = nameOf(node.callee) ?? '';
    found ||= name === 'then' ? node.arguments.length > 1 : /^(?:catch|allSettled)$/.test(name);
  });
  return found;
}

function isExecutorOf(body: AnyNode, around: AnyNode | undefined): boolean {
  return around?.type === 'NewExpression' && nameOf(around.callee) === 'Promise' && around.arguments[0] === body;
}

function rejectionBy(call: CallExpression, nodes: readonly AnyNode[]): FrameSite['rejects'] {
  if (isOfPromise(call, /^reject$/)) return 'own';
  const { callee } = call;
  if (callee.type !== 'Identifier') return undefined;
  const executor = nodes.find((node, index) => isExecutorOf(node, nodes[index - 1]));
  const reject = executor && isFunction(executor) ? executor.params[1] : undefined;
  return reject?.type === 'Identifier' && reject.name === callee.name ? 'executor' : undefined;
}
