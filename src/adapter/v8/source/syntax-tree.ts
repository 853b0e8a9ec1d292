import type { AnyNode, Node } from 'acorn';

/** The parser and its types, for the rooms that do not know which parser that is. */
export { type AnyNode, type Options, type Program, parse, type Statement, type Token } from 'acorn';

/** The nodes that run as a function of their own: a breakpoint's variables live in the innermost one. */
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** True for function declarations, function expressions (methods are such) and arrow functions. */
export function isFunction(node: Node): boolean {
  return FUNCTIONS.has(node.type);
}

/**
 * Calls `visit` for every node below and at `root`, parents first, until it answers `skip` for a subtree.
 *
 * The ancestors are one array that changes as the walk goes on: copy it to keep it.
 */
export function walk(root: AnyNode, visit: (node: AnyNode, ancestors: readonly AnyNode[]) => 'skip' | undefined): void {
  const ancestors: AnyNode[] = [];
  const enter = (node: AnyNode): void => {
    if (visit(node, ancestors) === 'skip') return;
    ancestors.push(node);
    for (const child of childrenOf(node)) enter(child);
    ancestors.pop();
  };
  enter(root);
}

/** The variable that a node refers to, if it refers to one; `this` counts as a variable. */
export function referencedName(node: AnyNode, parent: AnyNode | undefined): string | undefined {
  if (node.type === 'ThisExpression' || node.type === 'Super') return 'this';
  if (node.type !== 'Identifier' || !parent) return node.type === 'Identifier' ? node.name : undefined;
  const isKey =
    (parent.type === 'Property' || parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition') &&
    parent.key === node &&
    !parent.computed &&
    !(parent.type === 'Property' && parent.shorthand);
  const isOwnId = parent.type === 'FunctionDeclaration' && parent.id === node;
  const isMember = parent.type === 'MemberExpression' && parent.property === node && !parent.computed;
  return isKey || isOwnId || isMember ? undefined : node.name;
}

/** The direct children of a node, in no promised order. */
function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  // One list for all: a program has a hundred thousand nodes.
  const values: readonly unknown[] = Object.values(node);
  for (const value of values) {
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) children.push(each);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
