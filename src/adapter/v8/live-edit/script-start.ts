import { linesOfScript } from '../../../files/text-lines.ts';
import { type ExactPosition, SourceLines } from '../source/source-lines.ts';
import { type AnyNode, parse } from '../source/syntax-tree.ts';
import { firstStop } from './insertion-point.ts';

/** Where a script begins to run. */
export interface ScriptStart {
  /** The first statement outside of all functions at which V8 surely stops, once. */
  readonly position: ExactPosition;
  /** True when nothing of the script has run at that stop. */
  readonly isPristine: boolean;
}

/**
 * Where a script begins to run, or undefined when it is not JavaScript or has no such statement (nothing but functions and
 * classes).
 */
export function scriptStart(source: string): ScriptStart | undefined {
  let isPristine = true;
  for (const statement of statementsOf(source)) {
    if (isInert(statement)) continue;
    const stop = firstStop(withoutExport(statement));
    if (stop !== undefined) return { position: new SourceLines(source).positionOf(stop), isPristine };
    isPristine = false;
  }
  return undefined;
}

/** Longer texts are not parsed for a place to stop at. */
const MAX_PARSED_LENGTH = 500_000;

/**
 * Where V8 stops once in each script of a text, as early as it can be said: at the first statement, or at the end of one that has
 * nothing but functions. At the first character of what is not JavaScript, or too long to be parsed.
 */
export function firstStopOf(source: string): ExactPosition {
  const first = { lineNumber: 0, columnNumber: 0 };
  if (source.length > MAX_PARSED_LENGTH) return first;
  const start = scriptStart(source)?.position;
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
  return first?.type === 'FunctionDeclaration' ? scriptStart(source)?.position.lineNumber : undefined;
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
