import type { AnyNode, Pattern } from 'acorn';
import { isFunction, walk } from './syntax-tree.ts';

/** Names that Node's wrapper of a CommonJS module declares, besides those of every function. */
const COMMONJS_NAMES = ['exports', 'require', 'module', '__filename', '__dirname', 'this', 'arguments'] as const;

/**
 * The names that a node declares for the code inside it; empty for nodes that are no scope. `this` and `arguments` count as
 * names of the functions that have their own, because an arrow function captures them like variables.
 */
export function declaredNames(scope: AnyNode): ReadonlySet<string> {
  switch (scope.type) {
    case 'Program': {
      const own = scope.sourceType === 'module' ? ['this'] : COMMONJS_NAMES;
      return new Set([...own, ...lexicalNames(scope.body), ...hoistedNames(scope)]);
    }
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const own = scope.type === 'ArrowFunctionExpression' ? [] : ['this', 'arguments'];
      const self = scope.type === 'FunctionExpression' && scope.id ? [scope.id.name] : [];
      return new Set([...own, ...self, ...scope.params.flatMap(boundNames), ...hoistedNames(scope)]);
    }
    case 'StaticBlock':
      return new Set(['this', ...lexicalNames(scope.body), ...hoistedNames(scope)]);
    case 'PropertyDefinition':
      return new Set(['this']);
    case 'BlockStatement':
      return new Set(lexicalNames(scope.body));
    case 'SwitchStatement':
      return new Set(lexicalNames(scope.cases.flatMap(({ consequent }) => consequent)));
    case 'ForStatement':
      return new Set(scope.init ? lexicalNames([scope.init]) : []);
    case 'ForInStatement':
    case 'ForOfStatement':
      return new Set(lexicalNames([scope.left]));
    case 'CatchClause':
      return new Set(scope.param ? boundNames(scope.param) : []);
    case 'ClassDeclaration':
    case 'ClassExpression':
      return new Set(scope.id ? [scope.id.name] : []);
    default:
      return new Set();
  }
}

function lexicalNames(statements: readonly AnyNode[]): string[] {
  return statements.flatMap((statement) => {
    const node = 'declaration' in statement && statement.declaration ? statement.declaration : statement;
    if (node.type === 'VariableDeclaration') {
      return node.kind === 'var' ? [] : node.declarations.flatMap(({ id }) => boundNames(id));
    }
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return node.id ? [node.id.name] : [];
    return [];
  });
}

/** `var` names anywhere in a function, and functions in its blocks, which sloppy code also declares for the whole of it. */
function hoistedNames(owner: AnyNode): string[] {
  const names: string[] = [];
  walk(owner, (node) => {
    if (node === owner) return undefined;
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      names.push(...node.declarations.flatMap(({ id }) => boundNames(id)));
    }
    if (node.type === 'FunctionDeclaration') names.push(node.id?.name ?? '');
    return isFunction(node) || node.type === 'StaticBlock' ? 'skip' : undefined;
  });
  return names;
}

/** The names that a pattern binds. */
export function boundNames(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => boundNames(each.type === 'RestElement' ? each.argument : each.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each ? boundNames(each) : []));
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    default:
      return [];
  }
}
