import type { AnyNode } from 'acorn';
import type { FunctionNode } from './scopes.ts';

/** The name that people give a function: its own, that of its holder, or that of its class and its own. */
export function functionName(node: FunctionNode, around: readonly AnyNode[]): string {
  if (node.type !== 'ArrowFunctionExpression' && node.id) return node.id.name;
  return heldName(node, around);
}

function heldName(value: AnyNode, around: readonly AnyNode[]): string {
  const parent = around.at(-1);
  const outer = around.slice(0, -1);
  if (parent?.type === 'VariableDeclarator')
    return parent.init === value && parent.id.type === 'Identifier' ? parent.id.name : '';
  if (parent?.type === 'AssignmentExpression' || parent?.type === 'AssignmentPattern')
    return parent.right === value ? assignedName(parent.left) : '';
  if (parent?.type === 'Property') {
    if (parent.value !== value) return '';
    return dotted(heldName(outer.at(-1) ?? parent, outer.slice(0, -1)), keyOf(parent));
  }
  if (parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition') {
    const owner = outer.at(-2);
    const isClass = owner?.type === 'ClassDeclaration' || owner?.type === 'ClassExpression';
    return dotted(isClass ? (owner.id?.name ?? heldName(owner, outer.slice(0, -2))) : '', keyOf(parent));
  }
  return '';
}

function keyOf({
  key,
  computed,
}: Extract<AnyNode, { type: 'Property' | 'MethodDefinition' | 'PropertyDefinition' }>): string {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  if (key.type === 'Identifier') return computed ? '' : key.name;
  return key.type === 'Literal' ? String(key.value) : '';
}

function assignedName(target: AnyNode): string {
  if (target.type === 'Identifier') return target.name;
  if (target.type !== 'MemberExpression' || target.computed) return '';
  const own = target.property.type === 'Identifier' ? target.property.name : '';
  const owner = assignedName(target.object).replace(/\.prototype$/, '');
  return /^(module\.)?exports$/.test(owner) ? own : dotted(owner, own);
}

function dotted(owner: string, name: string): string {
  return owner === '' || name === '' ? name : `${owner}.${name}`;
}
