import type { CollectedValue } from '../../../model/collected-value.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { expressionError } from '../source/expressions.ts';
import { parse } from '../source/syntax-tree.ts';

/**
 * A part of a condition that has expressions recorded and is always true.
 *
 * Statements, which have a value too (that of the last one), are evaluated as they would be in a paused frame.
 *
 * @param holder An expression for the object that has the collecting function as `collect`.
 * @throws DebugError `invalid_argument` for a text that does not parse
 */
export function collectExpression(holder: string, id: number, expressions: readonly string[]): string {
  const parts = expressions.map((written) => {
    const expression = written.replace(/[\s;]+$/, '');
    const error = expressionError(expression);
    if (error === undefined) return `() => (${lineEnded(expression)})`;
    if (areStatements(expression)) return `() => eval(${JSON.stringify(expression)})`;
    // V8 takes a condition that does not parse without a word, and nothing would ever be recorded.
    throw new DebugError('invalid_argument', `The expression "${written}" does not parse: ${error}`, {
      advice: 'Write one JavaScript expression, for example: order.total.',
      details: { argument: 'expression' },
    });
  });
  return `${holder}.collect?.(${id}, [${parts.join(', ')}]) === undefined`;
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

/** The values of a message that the collecting function made. */
export function collectedValues(parts: readonly unknown[]): CollectedValue[] {
  return parts.map((part) => {
    const { type, description, thrown, ...rest }: Record<string, unknown> = { ...Object(part) };
    if (typeof thrown === 'string') return { kind: 'thrown', message: thrown };
    return {
      kind: 'value',
      type: typeof type === 'string' ? type : 'undefined',
      ...('json' in rest ? { json: rest.json } : {}),
      ...(typeof description === 'string' ? { description } : {}),
    };
  });
}
