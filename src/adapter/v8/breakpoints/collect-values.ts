import type { CollectedValue } from '../../../model/collected-value.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { expressionError } from '../source/expressions.ts';
import { parse } from '../source/syntax-tree.ts';

/** Characters of JSON that one value may have; a larger one is described. It bounds what a single message carries. */
const MAX_JSON_CHARS = 2_000_000;

/**
 * A part of a condition that has expressions recorded and is always true.
 *
 * Statements, which have a value too (that of the last one), are evaluated as they would be in a paused frame.
 *
 * @param holder An expression for the object that {@link collector} was put into, as `collect`.
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

/**
 * The text of a function that makes the collecting function in the debuggee, from the built-ins of before the program. It takes
 * the binding that carries messages out, and the summariser.
 *
 * Each expression is evaluated once. Expressions that pass their own breakpoint are not recorded for that: in a paused frame
 * the debugger would not stop in them, either.
 */
export function collector(): string {
  return `(emit, summarise) => {
    const { stringify } = JSON, { is, getPrototypeOf } = Object, text = String, plain = Object.prototype;
    const limits = { depth: 0, maxChildren: 0, maxTextLength: 400, maxVariables: 0, maxMs: 20 };
    const shown = (value) => summarise(['value', limits, [], 0, value]).node.v;
    const jsonOf = (value) => {
      try { return stringify(value); } catch { return undefined; }
    };
    const isLossy = (value, json) => {
      if (typeof value === 'number') return json === 'null' || is(value, -0);
      return json === '{}' && getPrototypeOf(value) !== plain && getPrototypeOf(value) !== null;
    };
    const valueText = (value) => {
      const json = jsonOf(value);
      const isWhole = json !== undefined && json.length <= ${MAX_JSON_CHARS};
      const isNumber = typeof value === 'number';
      const isLess = !isWhole || isLossy(value, json);
      const carried = isWhole && !(isNumber && json === 'null') ? ',"json":' + json : '';
      const description = isNumber ? (is(value, -0) ? '-0' : text(value)) : isLess ? shown(value) : '';
      return '{"type":"' + typeof value + '"' + carried + (isLess ? ',"description":' + stringify(description) : '') + '}';
    };
    const thrownText = (error) => {
      const isError = typeof error === 'object' && error !== null && 'message' in error;
      return isError ? error.name + ': ' + error.message : shown(error);
    };
    const partText = (part) => {
      try {
        return valueText(part());
      } catch (error) {
        let message = 'an error that cannot be shown';
        try { message = text(thrownText(error)); } catch {}
        return '{"thrown":' + stringify(message) + '}';
      }
    };
    let isCollecting = false;
    return (id, parts) => {
      if (isCollecting) return;
      isCollecting = true;
      let all = '';
      for (let index = 0; index < parts.length; index++) all += (index > 0 ? ',' : '') + partText(parts[index]);
      isCollecting = false;
      emit('[' + id + ',null,[' + all + ']]');
    };
  }`;
}

/** The values of a message that {@link collector} made. */
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
