import type { AnyNode, Pattern, Program } from 'acorn';

/** A function with a body of its own. */
export type FunctionNode = Extract<
  AnyNode,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>;

/** True for what begins a scope of `this`, arguments and `return`. */
export function isFunctionNode(node: AnyNode): node is FunctionNode {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The parts of a node, in order. A shorthand property's, once. */
export function childrenOf(node: AnyNode): AnyNode[] {
  if (node.type === 'Property' && node.shorthand) return [node.value];
  if (node.type === 'ExportSpecifier' || node.type === 'ImportSpecifier') return [];
  if (node.type === 'TemplateElement') return [];
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .sort((a, b) => a.start - b.start);
}

/** The names that a pattern binds. */
export function namesIn(pattern: Pattern | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesIn(each.type === 'Property' ? each.value : each));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

/** Names of `let`, `const`, `class` and functions that statements declare for the block around them. */
export function blockNames(statements: readonly AnyNode[]): string[] {
  return statements.flatMap((each) => {
    const node = each.type === 'ExportNamedDeclaration' && each.declaration ? each.declaration : each;
    if (node.type === 'VariableDeclaration' && node.kind !== 'var')
      return node.declarations.flatMap(({ id }) => namesIn(id));
    const isNamed = node.type === 'ClassDeclaration' || node.type === 'FunctionDeclaration';
    return isNamed && node.id ? [node.id.name] : [];
  });
}

/** Names of `var` that belong to a function or module. */
export function varNames(node: AnyNode): string[] {
  if (isFunctionNode(node) || node.type === 'StaticBlock' || node.type === 'PropertyDefinition') return [];
  const own =
    node.type === 'VariableDeclaration' && node.kind === 'var'
      ? node.declarations.flatMap(({ id }) => namesIn(id))
      : [];
  return [...own, ...childrenOf(node).flatMap(varNames)];
}

/** The names that a node declares for what is inside of it. */
function declaredBy(node: AnyNode): string[] {
  if (isFunctionNode(node)) {
    const body = node.body.type === 'BlockStatement' ? [...blockNames(node.body.body), ...varNames(node.body)] : [];
    const self = node.type === 'FunctionExpression' && node.id ? [node.id.name] : [];
    return [...self, ...node.params.flatMap(namesIn), ...body];
  }
  switch (node.type) {
    case 'Program':
      return [...blockNames(node.body), ...node.body.flatMap(varNames)];
    case 'BlockStatement':
    case 'StaticBlock':
      return [...blockNames(node.body), ...(node.type === 'StaticBlock' ? node.body.flatMap(varNames) : [])];
    case 'SwitchStatement':
      return node.cases.flatMap(({ consequent }) => blockNames(consequent));
    case 'ForStatement':
      return node.init ? blockNames([node.init]) : [];
    case 'ForInStatement':
    case 'ForOfStatement':
      return blockNames([node.left]);
    case 'CatchClause':
      return namesIn(node.param ?? null);
    case 'ClassExpression':
    case 'ClassDeclaration':
      return node.id ? [node.id.name] : [];
    default:
      return [];
  }
}

/** The variables around a function that it, or a function in it, assigns, by the rules of scopes. */
export function assignedAround(program: Program, wanted: FunctionNode): string[] {
  const found = new Set<string>();
  const visit = (
    node: AnyNode,
    scopes: readonly { readonly names: readonly string[]; readonly isInside: boolean }[],
    isInside: boolean,
  ) => {
    const within = isInside || node === wanted;
    const inner = [...scopes, { names: declaredBy(node), isInside: within }];
    if (within) {
      for (const name of assignedBy(node)) {
        const owner = inner.findLast(({ names }) => names.includes(name));
        if (owner !== undefined && !owner.isInside) found.add(name);
      }
    }
    for (const child of childrenOf(node)) visit(child, inner, within);
  };
  visit(program, [], false);
  return [...found];
}

function assignedBy(node: AnyNode): string[] {
  if (node.type === 'AssignmentExpression') return node.left.type === 'MemberExpression' ? [] : namesIn(node.left);
  if (node.type === 'UpdateExpression') return node.argument.type === 'Identifier' ? [node.argument.name] : [];
  const isHead = node.type === 'ForInStatement' || node.type === 'ForOfStatement';
  return isHead && node.left.type !== 'VariableDeclaration' && node.left.type !== 'MemberExpression'
    ? namesIn(node.left)
    : [];
}

/** True if a function looks at a `this` of its own. */
export function looksAtThis(node: FunctionNode): boolean {
  const isIn = (each: AnyNode): boolean => {
    if (each.type === 'ThisExpression') return true;
    const hasOwn = (isFunctionNode(each) && each.type !== 'ArrowFunctionExpression') || each.type === 'ClassBody';
    return !hasOwn && childrenOf(each).some(isIn);
  };
  return node.type !== 'ArrowFunctionExpression' && isIn(node.body);
}
