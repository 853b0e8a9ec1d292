import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callText, verbatim } from '../../../cdp/function-text.ts';
import type { CallFrameId } from '../../../cdp/ids.ts';
import type { ConditionValue } from '../../hang-evidence.ts';
import { describeValues } from './in-debuggee/describe-values.ts';

/** Limits of one expression's evaluation in the program, and of its answer. */
const EVALUATE_MS = 50;
const ANSWER_MS = 1_000;

/**
 * The values of expressions in a paused frame, by the expressions' texts; without those that cannot be read, and those that would
 * change the program.
 *
 * @see CDP Debugger.evaluateOnCallFrame with throwOnSideEffect
 */
export async function readValues(
  session: CdpSession,
  callFrameId: CallFrameId,
  expressions: readonly string[],
): Promise<ReadonlyMap<string, ConditionValue>> {
  const wanted = [...new Set(expressions)];
  if (wanted.length === 0) return new Map();
  // One that V8 refuses, because it would change something, takes all others of its evaluation with it.
  const harmless = wanted.filter((each) => !/[(`]|\bnew\b/.test(each));
  const others = wanted.filter((each) => !harmless.includes(each));
  const groups = [harmless, ...others.map((each) => [each])].filter((group) => group.length > 0);
  const found = await Promise.all(groups.map((group) => evaluate(session, callFrameId, group)));
  return new Map(found.flat().map((value) => [value.expression, value]));
}

async function evaluate(
  session: CdpSession,
  callFrameId: CallFrameId,
  expressions: readonly string[],
): Promise<ConditionValue[]> {
  const readers = expressions.map((each) => `() => (${each}\n)`).join(', ');
  const expression = callText(describeValues, verbatim(`[${readers}]`));
  const request = {
    callFrameId,
    expression,
    returnByValue: true,
    silent: true,
    throwOnSideEffect: true,
    timeout: EVALUATE_MS,
  };
  const reply = await session
    .send('Debugger.evaluateOnCallFrame', request, { timeoutMs: ANSWER_MS })
    .catch(() => undefined);
  const values: unknown = reply?.result.value;
  if (!Array.isArray(values)) return [];
  return expressions.flatMap((each, index) => conditionValue(each, values[index]) ?? []);
}

function conditionValue(expression: string, described: unknown): ConditionValue | undefined {
  if (!Array.isArray(described)) return undefined;
  const [text, number, opaque]: unknown[] = described;
  if (typeof text !== 'string') return undefined;
  return {
    expression: expression.replace(/\s+/g, ' '),
    text,
    ...(typeof number === 'number' && Number.isFinite(number) ? { number } : {}),
    ...(opaque === true ? { opaque } : {}),
  };
}
