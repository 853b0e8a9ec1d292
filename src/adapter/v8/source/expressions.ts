import { type AnyNode, type Comment, type Expression, type Options, parseExpressionAt } from 'acorn';
import { messageOf } from '../../../model/debug-error.ts';
import { referencedName, walk } from './syntax-tree.ts';

type Parsed =
  | { readonly kind: 'expression'; readonly expression: Expression; readonly comments: number }
  | { readonly kind: 'error'; readonly message: string };

/** An expression stands inside code of the debuggee, so what its surroundings would allow is allowed here. */
const INSIDE_CODE: Options = {
  ecmaVersion: 'latest',
  allowSuperOutsideMethod: true,
  checkPrivateFields: false,
  // Otherwise a node ends before the parentheses around it, and the text after it looks like something left over.
  preserveParens: true,
};

/** A statement without the blanks and semicolons behind it. */
export function withoutEnd(statement: string): string {
  let end = statement.length;
  while (/[\s;]/.test(statement[end - 1] ?? '')) end--;
  return statement.slice(0, end);
}

/**
 * The reason why a text is not one JavaScript expression, with the 1-based column; undefined if it is one.
 *
 * V8 takes a breakpoint condition that does not parse without a word and never stops: ask this first.
 */
export function expressionError(expression: string): string | undefined {
  const parsed = parseCondition(expression);
  return parsed.kind === 'error' ? parsed.message : undefined;
}

/** The target that a condition assigns to instead of comparing it: `o.id` of `o.id = 2`, also as a part of `&&` and `||`. */
export function assignedBy(condition: string): string | undefined {
  const parsed = parseCondition(condition);
  return parsed.kind === 'error' ? undefined : assignedIn(parsed.expression, condition);
}

function assignedIn(node: AnyNode, text: string): string | undefined {
  switch (node.type) {
    case 'ParenthesizedExpression':
      return assignedIn(node.expression, text);
    case 'LogicalExpression':
      return assignedIn(node.left, text) ?? assignedIn(node.right, text);
    case 'AssignmentExpression':
      return node.operator === '=' ? text.slice(node.left.start, node.left.end) : undefined;
    default:
      return undefined;
  }
}

/**
 * True when a text may be put in parentheses without a change of meaning: one expression, without a comment that would
 * swallow the closing parenthesis, and not a declaration (`function f() {}` declares, `(function f() {})` does not).
 */
export function isSingleExpression(text: string): boolean {
  const parsed = parseCondition(text);
  if (parsed.kind === 'error' || parsed.comments > 0) return false;
  const { type } = parsed.expression;
  const declares = type === 'FunctionExpression' || type === 'ClassExpression';
  return !(declares && text.trimStart().search(/(?:async\s+)?function\b|class\b/) === 0);
}

/** Parses a text as one whole expression, as sloppy code outside of async functions: where a condition is evaluated. */
export function parseCondition(text: string): Parsed {
  const comments: Comment[] = [];
  if (text.trim() === '') return { kind: 'error', message: 'It is empty.' };
  try {
    const expression = parseExpressionAt(text, 0, { ...INSIDE_CODE, onComment: comments });
    const rest = firstTokenAfter(text, expression.end, comments);
    if (rest < text.length) return { kind: 'error', message: leftOver(text, rest) };
    if (text.includes('await') && refersTo(expression, 'await')) return { kind: 'error', message: 'It cannot await.' };
    return { kind: 'expression', expression, comments: comments.length };
  } catch (thrown) {
    return { kind: 'error', message: withColumn(messageOf(thrown)) };
  }
}

/** True when the name stands for a variable somewhere in the tree. */
function refersTo(tree: AnyNode, name: string): boolean {
  let found = false;
  walk(tree, (node, ancestors) => {
    found ||= referencedName(node, ancestors.at(-1)) === name;
    return found ? 'skip' : undefined;
  });
  return found;
}

function firstTokenAfter(text: string, end: number, comments: readonly Comment[]): number {
  const ends = new Map(comments.map((comment) => [comment.start, comment.end]));
  let at = end;
  for (;;) {
    while (/[\s\uFEFF]/.test(text[at] ?? '')) at++;
    const commentEnd = ends.get(at);
    if (commentEnd === undefined) return at;
    at = commentEnd;
  }
}

function leftOver(text: string, at: number): string {
  return `Unexpected "${text.slice(at, at + 20)}" at column ${at + 1}.`;
}

/** The parser writes 1-based line and 0-based column in parentheses at the end. */
function withColumn(message: string): string {
  return message.replace(/ \((\d+):(\d+)\)$/, (_all, line: string, column: string) => {
    const where = `column ${Number(column) + 1}`;
    return line === '1' ? ` at ${where}.` : ` at line ${line}, ${where}.`;
  });
}
