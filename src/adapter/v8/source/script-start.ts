import { linesOfScript } from '../../../files/text-lines.ts';
import { type ExactPosition, SourceLines } from './source-lines.ts';
import { type AnyNode, parse } from './syntax-tree.ts';

/**
 * The first statement outside of all functions at which V8 surely stops, once; undefined when the text is not JavaScript or has no such
 * statement (nothing but functions and classes).
 */
export function scriptStart(source: string): ExactPosition | undefined {
  for (const statement of statementsOf(source)) {
    const stop = isInert(statement) ? undefined : firstStop(withoutExport(statement));
    if (stop !== undefined) return new SourceLines(source).positionOf(stop);
  }
  return undefined;
}

/** Longer texts are not parsed for a place to stop at. */
const MAX_PARSED_LENGTH = 500_000;

/**
 * The first place at which V8 stops once in each script of a text: at the first statement, or at the end of a text that has
 * nothing but functions. At the first character of a text that is not JavaScript, or too long to be parsed.
 */
export function firstStopOf(source: string): ExactPosition {
  const first = { lineNumber: 0, columnNumber: 0 };
  if (source.length > MAX_PARSED_LENGTH) return first;
  const start = scriptStart(source);
  if (start || statementsOf(source).length === 0) return start ?? first;
  const lines = linesOfScript(source);
  return { lineNumber: lines.length - 1, columnNumber: lines.at(-1)?.length ?? 0 };
}

/** The 0-based line of the first statement below functions; undefined where a statement stands above them, or none at all. */
export function lineBelowFunctions(source: string): number | undefined {
  if (source.length > MAX_PARSED_LENGTH) return undefined;
  const first = statementsOf(source)
    .map(withoutExport)
    .find((statement) => statement.type === 'FunctionDeclaration' || !isInert(statement));
  return first?.type === 'FunctionDeclaration' ? scriptStart(source)?.lineNumber : undefined;
}

function statementsOf(source: string): readonly AnyNode[] {
  for (const sourceType of ['module', 'commonjs'] as const) {
    try {
      return parse(source, { ecmaVersion: 'latest', sourceType, allowHashBang: true }).body;
    } catch {
      // Not of this type; TypeScript is of neither.
    }
  }
  return [];
}

/** True for a statement that runs no code when it is reached, so that V8 has nowhere to stop in it. */
function isInert(statement: AnyNode): boolean {
  switch (statement.type) {
    case 'FunctionDeclaration':
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'EmptyStatement':
      return true;
    case 'ExportNamedDeclaration':
      return !statement.declaration || isInert(statement.declaration);
    case 'ExportDefaultDeclaration':
      return statement.declaration.type === 'FunctionDeclaration';
    case 'VariableDeclaration':
      return statement.declarations.every(({ init }) => !init);
    case 'ExpressionStatement':
      return statement.directive !== undefined;
    default:
      return false;
  }
}

function withoutExport(statement: AnyNode): AnyNode {
  return statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
}

/**
 * The offset at which V8 first stops in a statement. Undefined if it depends on the version, and for a loop that begins with its
 * test: a breakpoint there stops before every pass.
 */
function firstStop(statement: AnyNode): number | undefined {
  switch (statement.type) {
    case 'ExpressionStatement':
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    // Its test, or what it chooses by, comes first; where that only reads a variable, V8 stops at the statement itself.
    case 'IfStatement':
    case 'SwitchStatement':
      return statement.start;
    case 'VariableDeclaration':
      return statement.declarations.find(({ init }) => init)?.init?.start;
    case 'ForInStatement':
    case 'ForOfStatement':
      return statement.right.start;
    case 'ForStatement':
      if (!statement.init) return undefined;
      return statement.init.type === 'VariableDeclaration' ? firstStop(statement.init) : statement.init.start;
    default:
      return undefined;
  }
}
