import type { ExactPosition, SourceLines } from '../source/source-lines.ts';
import { type AnyNode, type Path, type Token, walk } from '../source/syntax-tree.ts';

/** A place between two complete statements, from where the next step is the statement on the target line. */
export interface InsertionPoint {
  readonly kind: 'point';
  /** Only blanks and comments follow on its line, so that no code moves. */
  readonly offset: number;
  readonly statement: Path;
  /** Where V8 stops first in the statement. */
  readonly stop: ExactPosition;
  /** Offset of the target line's first character. */
  readonly lineStart: number;
  /** Where a `return` ends: V8 stops only there when it has the value at hand already. */
  readonly returnEnd: ExactPosition | undefined;
}

/** Why nothing can be inserted there. */
export interface NoPoint {
  readonly kind: 'none';
  readonly reason: string;
}

/** Finds where to insert a statement that runs right before the one that begins on a line (0-based), outside of that line. */
export function insertionPoint(
  program: AnyNode,
  tokens: readonly Token[],
  lines: SourceLines,
  lineNumber: number,
): InsertionPoint | NoPoint {
  const line = lines.range(lineNumber);
  if (!line) return none('the line is past the end of the script');
  const first = tokens.findIndex(({ end }) => end > line.start);
  const token = tokens[first];
  const before = tokens[first - 1];
  if (!token || token.start >= line.end) return none('there is no code on the line');
  if (token.start < line.start) return none('the line begins inside a text of several lines');
  const statement = statementAt(program, token.start);
  if (!statement) return none('the line does not begin with a statement of its own');
  const stop = stopOnLine(statement.node, lines, lineNumber);
  if (typeof stop === 'string') return none(stop);
  if (!before) return none('nothing precedes the statement');
  const returnEnd = statement.node.type === 'ReturnStatement' ? lines.positionOf(statement.node.end) : undefined;
  return { kind: 'point', offset: before.end, statement, stop, lineStart: line.start, returnEnd };
}

function none(reason: string): NoPoint {
  return { kind: 'none', reason };
}

/** The member of a statement list that begins at an offset. */
function statementAt(program: AnyNode, offset: number): Path | undefined {
  let found: Path | undefined;
  walk(program, (node, ancestors) => {
    if (found || node.start > offset || node.end <= offset) return 'skip';
    const parent = ancestors.at(-1);
    if (node.start === offset && parent && statementsOf(parent).includes(node)) {
      found = { node, ancestors: [...ancestors] };
    }
    return undefined;
  });
  return found;
}

function statementsOf(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
      return node.body;
    case 'SwitchCase':
      return node.consequent;
    default:
      return [];
  }
}

/** Where a breakpoint on the statement's line stops, or why one step from before the statement would not end there. */
function stopOnLine(statement: AnyNode, lines: SourceLines, lineNumber: number): ExactPosition | string {
  if (statement.type === 'ExpressionStatement' && statement.directive !== undefined) {
    return 'a directive must stay the first of its body';
  }
  const stop = firstStop(statement);
  if (stop === undefined) return `a ${statement.type} has no stop that is passed once`;
  const position = lines.positionOf(stop);
  return position.lineNumber === lineNumber ? position : 'the statement first stops on a later line';
}

/**
 * Where V8 first stops in a statement, as an offset. None where that depends on the version, and for a loop that begins with its test: a
 * breakpoint there stops before every pass, and code in front of the loop runs once.
 */
export function firstStop(statement: AnyNode): number | undefined {
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
