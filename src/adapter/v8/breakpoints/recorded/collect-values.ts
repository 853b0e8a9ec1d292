import { DebugError } from '../../../../model/debug-error.ts';
import type { BreakpointId } from '../../../../model/ids.ts';
import { expressionError, withoutEnd } from '../../source/expressions.ts';
import { parse } from '../../source/syntax-tree.ts';

/**
 * A part of a condition that has expressions recorded, and is true where values of them are kept.
 *
 * Statements, which have a value too (that of the last one), are evaluated as they would be in a paused frame.
 *
 * @param collector An expression for the collecting function.
 * @throws DebugError `invalid_argument` for a text that does not parse
 */
export function collectExpression(
  collector: string,
  id: BreakpointId,
  expressions: readonly string[],
  mayKeep: boolean,
): string {
  const parts = expressions.map((written) => {
    const expression = withoutEnd(written);
    const error = expressionError(expression);
    if (error === undefined) return `() => (${lineEnded(expression)})`;
    if (areStatements(expression)) return `() => eval(${JSON.stringify(expression)})`;
    // V8 takes a condition that does not parse without a word, and nothing would ever be recorded.
    throw new DebugError('invalid_argument', `The expression "${written}" does not parse: ${error}`, {
      advice: 'Write one JavaScript expression, for example: order.total.',
      details: { argument: 'expression' },
    });
  });
  return `${collector}(${id}, [${parts.join(', ')}], ${mayKeep}) === true`;
}

function areStatements(text: string): boolean {
  try {
    return parse(text, { ecmaVersion: 'latest', sourceType: 'script', allowSuperOutsideMethod: true }).body.length > 0;
  } catch {
    return false;
  }
}

/** A comment at the end must not swallow the closing parenthesis. */
function lineEnded(expression: string): string {
  return expression.includes('//') ? `${expression}\n` : expression;
}
