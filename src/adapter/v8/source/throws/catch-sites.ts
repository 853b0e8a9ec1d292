import type { AnyNode, CallExpression } from 'acorn';
import { nodesAround } from '../source-structure.ts';

/** The fate of an exception that comes by a place of a source. */
export interface ThrowSite {
  /** The function around the place catches it, or hands the promise that it rejects to a handler. */
  readonly caught: boolean;
  /** No function is around the place: it is on the top level of its script. */
  readonly topLevel: boolean;
}

/**
 * Looks at a place of a source, by its 1-based line and 0-based column; undefined when the source does not parse.
 *
 * It sees what is written there: `try` blocks around the place, and the handlers of a chain of promises that it is part of.
 *
 * @param awaited Name of the function, or `import`, whose promise is awaited at the place. What awaits anything else may have
 *   got a promise from it that has a handler already, so that counts as caught.
 */
export function throwSiteAt(source: string, line: number, column: number, awaited?: string): ThrowSite | undefined {
  const place = nodesAround(source, line, column);
  if (!place) return undefined;
  const { nodes, offset } = place;
  const innermost = nodes.findLastIndex((node) => /Function|StaticBlock/.test(node.type));
  const inFunction = nodes.slice(innermost + 1);
  const passesOn = awaited === undefined || inFunction.some((node) => isAwaitOf(node, awaited));
  return { caught: !passesOn || inFunction.some((node) => catches(node, offset)), topLevel: innermost === -1 };
}

function isAwaitOf(node: AnyNode, name: string): boolean {
  if (node.type !== 'AwaitExpression') return false;
  const { argument } = node;
  if (argument.type === 'ImportExpression') return name === 'import';
  if (argument.type !== 'CallExpression') return false;
  const { callee } = argument;
  if (callee.type === 'Identifier') return callee.name === name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === name;
}

/** True if a `try`, or a chain of promises, handles what is thrown at an offset inside it. */
export function catches(node: AnyNode, offset: number): boolean {
  if (node.type === 'TryStatement') return node.handler != null && isIn(node.block, offset);
  return node.type === 'CallExpression' && handlesRejection(node, offset);
}

function handlesRejection({ callee, arguments: given }: CallExpression, offset: number): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  switch (callee.property.name) {
    case 'catch':
      return isIn(callee.object, offset);
    case 'then':
      return given.length > 1 && isIn(callee.object, offset);
    case 'allSettled':
    case 'any':
      return !isIn(callee.object, offset);
    default:
      return false;
  }
}

function isIn(node: { readonly start: number; readonly end: number }, offset: number): boolean {
  return node.start <= offset && offset < node.end;
}
