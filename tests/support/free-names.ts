import { type AnyNode, type Pattern, parse } from 'acorn';

/** The names that a program refers to and does not declare itself, sorted. Scopes are JavaScript's own. */
export function freeNames(program: string): string[] {
  const free = new Set<string>();
  visit(parse(program, { ecmaVersion: 'latest', sourceType: 'script' }), [], free);
  return [...free].sort();
}

type Scopes = readonly ReadonlySet<string>[];

function visit(node: AnyNode, scopes: Scopes, free: Set<string>): void {
  if (node.type === 'Identifier') {
    if (!scopes.some((scope) => scope.has(node.name))) free.add(node.name);
    return;
  }
  const declared = declaredBy(node);
  const inner = declared.length > 0 ? [...scopes, new Set(declared)] : scopes;
  for (const child of childrenOf(node)) visit(child, inner, free);
}

/** The names of the scope that a node opens. */
function declaredBy(node: AnyNode): string[] {
  switch (node.type) {
    case 'Program':
      return [...hoisted(node.body), ...node.body.flatMap(blockNames)];
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration': {
      const own = node.type === 'ArrowFunctionExpression' ? [] : ['arguments', ...(node.id ? [node.id.name] : [])];
      return [...own, ...node.params.flatMap(namesIn), ...hoisted([node.body])];
    }
    case 'ClassExpression':
    case 'ClassDeclaration':
      return node.id ? [node.id.name] : [];
    case 'BlockStatement':
    case 'StaticBlock':
      return node.body.flatMap(blockNames);
    case 'SwitchStatement':
      return node.cases.flatMap(({ consequent }) => consequent.flatMap(blockNames));
    case 'ForStatement':
      return node.init ? blockNames(node.init) : [];
    case 'ForInStatement':
    case 'ForOfStatement':
      return blockNames(node.left);
    case 'CatchClause':
      return node.param ? namesIn(node.param) : [];
    default:
      return [];
  }
}

function blockNames(statement: AnyNode): string[] {
  if (statement.type === 'VariableDeclaration') return statement.declarations.flatMap(({ id }) => namesIn(id));
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
    return statement.id ? [statement.id.name] : [];
  }
  return [];
}

/** Names that `var` declares, wherever in the function. */
function hoisted(nodes: readonly AnyNode[]): string[] {
  return nodes.flatMap((node) => {
    if (/^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type)) return [];
    const own = node.type === 'VariableDeclaration' && node.kind === 'var' ? blockNames(node) : [];
    return [...own, ...hoisted(childrenOf(node))];
  });
}

function namesIn(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesIn(each.type === 'RestElement' ? each : each.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each ? namesIn(each) : []));
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    default:
      return [];
  }
}

/** The nodes below one, without the names that are no variables: keys, properties, labels. */
function childrenOf(node: AnyNode): AnyNode[] {
  const skipped = new Set<string>();
  if (node.type === 'MemberExpression' && !node.computed) skipped.add('property');
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && 'computed' in node && !node.computed) {
    skipped.add('key');
  }
  if (/^(LabeledStatement|BreakStatement|ContinueStatement)$/.test(node.type)) skipped.add('label');
  if (node.type === 'MetaProperty') return [];
  return Object.entries(node).flatMap(([name, value]) => {
    if (skipped.has(name)) return [];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
