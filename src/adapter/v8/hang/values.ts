import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CallFrameId } from '../../../cdp/ids.ts';
import type { ConditionValue } from '../../hang-evidence.ts';
import { primitiveSummary, type RemoteObject } from '../summary/remote-values.ts';

/** Limits of one expression's evaluation in the program, and of its answer. */
const EVALUATE_MS = 50;
const ANSWER_MS = 1_000;
const OBJECT_GROUP = 'mcp-debugger-hang-values';

const MAX_KEYS = 4;
const MAX_TEXT_CHARS = 60;
const MAX_PART_CHARS = 20;

/**
 * The values of expressions in a paused frame, by the expressions' texts; without those that cannot be read, and those that would
 * change the program. V8 describes them by itself: code of ours would need the program's built-ins.
 *
 * @see CDP Debugger.evaluateOnCallFrame with throwOnSideEffect, Runtime.ObjectPreview
 */
export async function readValues(
  session: CdpSession,
  callFrameId: CallFrameId,
  expressions: readonly string[],
): Promise<ReadonlyMap<string, ConditionValue>> {
  const wanted = [...new Set(expressions)];
  const found = await Promise.all(wanted.map((each) => evaluate(session, callFrameId, each)));
  session.send('Runtime.releaseObjectGroup', { objectGroup: OBJECT_GROUP }).catch(() => {});
  return new Map(found.flatMap((value) => (value ? [[value.expression, value]] : [])));
}

async function evaluate(
  session: CdpSession,
  callFrameId: CallFrameId,
  expression: string,
): Promise<ConditionValue | undefined> {
  const request = {
    callFrameId,
    // Braces at its begin would be those of a block.
    expression: `(${expression}\n)`,
    objectGroup: OBJECT_GROUP,
    silent: true,
    throwOnSideEffect: true,
    timeout: EVALUATE_MS,
  };
  const ask = async (generatePreview: boolean): Promise<RemoteObject | undefined> => {
    const reply = await session
      .send('Debugger.evaluateOnCallFrame', { ...request, generatePreview }, { timeoutMs: ANSWER_MS })
      .catch(() => undefined);
    return reply?.exceptionDetails ? undefined : reply?.result;
  };
  const plain = await ask(false);
  const result = plain && isPreviewed(plain) ? await ask(true) : plain;
  return result && { expression: expression.replace(/\s+/g, ' '), ...describedValue(result) };
}

/** The preview of five million elements takes V8 a second, which no limit ends; how many there are says enough. */
function isPreviewed({ type, subtype, objectId, description = '' }: RemoteObject): boolean {
  return type === 'object' && objectId !== undefined && subtype !== 'array' && !/\(\d{5,}\)$/.test(description);
}

/** @param remote With a preview, if it is an object of few elements. */
export function describedValue(remote: RemoteObject): Omit<ConditionValue, 'expression'> {
  if (remote.type === 'function') return { text: 'function', opaque: true };
  if (remote.type === 'symbol') return { text: remote.description ?? 'Symbol()' };
  if (remote.objectId !== undefined) return { text: objectText(remote), opaque: true };
  const number =
    remote.type === 'number' || remote.type === 'bigint' ? Number.parseFloat(remote.description ?? '') : Number.NaN;
  const { value } = primitiveSummary(remote, MAX_TEXT_CHARS);
  return { text: value, ...(Number.isFinite(number) && { number }) };
}

function objectText({ subtype, description = '', preview }: RemoteObject): string {
  if (subtype === 'array' || preview === undefined) return description;
  const { properties, overflow } = preview;
  const plain = properties.filter(isPlain).slice(0, MAX_KEYS);
  const isWhole = !overflow && plain.length === properties.length;
  const parts = [...plain.map(partText), ...(isWhole ? [] : ['…'])];
  return `{${parts.join(', ')}}`;
}

function isPlain({ type, value }: Protocol.Runtime.PropertyPreview): boolean {
  return value !== undefined && (type === 'number' || type === 'boolean' || type === 'string');
}

function partText({ name, type, value = '' }: Protocol.Runtime.PropertyPreview): string {
  return `${name}: ${type === 'string' ? JSON.stringify(value.slice(0, MAX_PART_CHARS)) : value}`;
}
