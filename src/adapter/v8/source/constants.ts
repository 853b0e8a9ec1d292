import type { AnyNode } from 'acorn';
import { declaredNames } from './declared-names.ts';
import { nodesAround } from './source-structure.ts';

/**
 * True if the variable of that name that is visible at a place (1-based line, 0-based column) was declared with `const`. False
 * when the source does not parse.
 *
 * An evaluated assignment changes a constant that V8 keeps on the stack, without a word.
 */
export function isConstantAt(source: string, line: number, column: number, name: string): boolean {
  const scope = nodesAround(source, line, column)?.nodes.findLast((node) => declaredNames(node).has(name));
  return scope !== undefined && statementsOf(scope).some((statement) => declaresConstant(statement, name));
}

function statementsOf(scope: AnyNode): readonly AnyNode[] {
  switch (scope.type) {
    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
      return scope.body;
    case 'SwitchStatement':
      return scope.cases.flatMap(({ consequent }) => consequent);
    case 'ForStatement':
      return scope.init ? [scope.init] : [];
    case 'ForInStatement':
    case 'ForOfStatement':
      return [scope.left];
    default:
      return [];
  }
}

function declaresConstant(statement: AnyNode, name: string): boolean {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (node?.type !== 'VariableDeclaration' || node.kind === 'let' || node.kind === 'var') return false;
  return declaredNames({ type: 'BlockStatement', body: [node], start: node.start, end: node.end }).has(name);
}
