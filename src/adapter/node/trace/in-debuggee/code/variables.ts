import { boundNames, declaredNames } from '../../../../v8/source/declared-names.ts';
import { type AnyNode, isFunction, walk } from '../../../../v8/source/syntax-tree.ts';
import type { FunctionNode } from './functions.ts';

/** `var` names of a function, which hold `undefined` from its start on. */
export function hoistedNames(body: AnyNode): string[] {
  const names = new Set<string>();
  walk(body, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      for (const { id } of node.declarations) for (const name of boundNames(id)) names.add(name);
    }
    return isFunction(node) || node.type === 'StaticBlock' || node.type === 'PropertyDefinition' ? 'skip' : undefined;
  });
  return [...names];
}

/** The names that a statement declares for the block around it. */
export function lexicalNames(statement: AnyNode): string[] {
  if (statement.type === 'VariableDeclaration' && statement.kind !== 'var') {
    return statement.declarations.flatMap(({ id }) => boundNames(id));
  }
  const isNamed = statement.type === 'ClassDeclaration' || statement.type === 'FunctionDeclaration';
  return isNamed && statement.id ? [statement.id.name] : [];
}

function assignedBy(node: AnyNode): string[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.left.type === 'MemberExpression' ? [] : boundNames(node.left);
    case 'UpdateExpression':
      return node.argument.type === 'Identifier' ? [node.argument.name] : [];
    case 'ForInStatement':
    case 'ForOfStatement': {
      const { left } = node;
      return left.type === 'VariableDeclaration' || left.type === 'MemberExpression' ? [] : boundNames(left);
    }
    default:
      return [];
  }
}

/** Variables around a function that it assigns, nested functions included, and that the text declares. */
export function assignedOutside(program: AnyNode, node: FunctionNode): string[] {
  const outside = new Set<string>();
  walk(node, (each, ancestors) => {
    for (const name of assignedBy(each)) {
      const isOwn = [...ancestors, each].some((scope) => declaredNames(scope).has(name));
      if (!isOwn) outside.add(name);
    }
    return undefined;
  });
  if (outside.size === 0) return [];
  const declared = new Set<string>();
  walk(program, (each) => {
    if (each === node) return 'skip';
    for (const name of declaredNames(each)) declared.add(name);
    return undefined;
  });
  return [...outside].filter((name) => declared.has(name));
}

/** True if a function looks at its `this`, in itself or in its arrow functions. */
export function usesThis(node: FunctionNode): boolean {
  let isUsed = false;
  walk(node.body, (each) => {
    if (each.type === 'ThisExpression') isUsed = true;
    const hasOwn = each.type === 'FunctionDeclaration' || each.type === 'FunctionExpression';
    return hasOwn || each.type === 'ClassBody' ? 'skip' : undefined;
  });
  return isUsed;
}

/** The reason why the statements of a body cannot stand in a block of their own; undefined if they can. */
export function blockProblem(body: readonly AnyNode[], node: FunctionNode): string | undefined {
  const functions = body.flatMap((each) => (each.type === 'FunctionDeclaration' && each.id ? [each.id.name] : []));
  const twice = functions.find((name, at) => functions.indexOf(name) !== at);
  const vars = new Set(hoistedNames(node.body));
  const both = twice ?? functions.find((name) => vars.has(name));
  return both === undefined ? undefined : `it declares ${both} twice`;
}
