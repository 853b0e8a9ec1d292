import type { CdpResult } from '../../../cdp/protocol.ts';
import type { ExceptionInfo } from '../../../model/stop-outcome.ts';
import type { ValueSummary } from '../../../model/variable.ts';
import { captureIntrinsics } from './in-debuggee/intrinsics.ts';
import { createPrimitiveText } from './in-debuggee/primitive-text.ts';
import { createWork } from './in-debuggee/work-budget.ts';

/** A value as CDP describes it: primitives whole, objects by id. */
export type RemoteObject = CdpResult<'Runtime.evaluate'>['result'];

const intrinsics = captureIntrinsics(globalThis);
const primitives = createPrimitiveText(intrinsics);

/** A primitive that crossed the wire, in the same words in which the summariser shows it inside the debuggee. */
export function primitiveSummary(remote: RemoteObject, maxTextLength: number): ValueSummary {
  const limits = { depth: 0, maxChildren: 0, maxTextLength, maxVariables: 0 };
  const work = createWork(intrinsics, limits);
  const type = remote.subtype ?? remote.type;
  if (remote.type === 'symbol') return { type, value: remote.description ?? 'Symbol()', variablesReference: 0 };
  const value = primitives.primitiveText(work, primitiveOf(remote), maxTextLength, true);
  return { type, value, variablesReference: 0, ...(work.cut ? { cut: true } : {}) };
}

function primitiveOf({ type, unserializableValue, value }: RemoteObject): unknown {
  if (unserializableValue === undefined) return type === 'undefined' ? undefined : value;
  return type === 'bigint' ? BigInt(unserializableValue.slice(0, -1)) : Number(unserializableValue);
}

/** The value whose throwing a thread is paused at, in the data of its pause; undefined at other pauses. */
export function thrownOf(data: unknown): RemoteObject | undefined {
  const isRemote = (value: unknown): value is RemoteObject =>
    typeof value === 'object' && value !== null && 'type' in value;
  return isRemote(data) ? data : undefined;
}

/**
 * A thrown value. Name and message come from V8's own description of it: reading them from the object could run its getters.
 *
 * @param reference Under which the value can be expanded; 0 when it cannot.
 */
export function exceptionInfo(thrown: RemoteObject, uncaught: boolean, reference: number): ExceptionInfo {
  if (thrown.subtype !== 'error') {
    const value =
      thrown.objectId === undefined ? primitiveSummary(thrown, 200).value : (thrown.description ?? thrown.type);
    const type = thrown.className ?? thrown.subtype ?? thrown.type;
    return { name: type, message: value, uncaught, value: { type, value, variablesReference: reference } };
  }
  const { description, place } = withoutArrow(thrown.description ?? '');
  const headline = (description.split(/\n[^\S\n]+at /, 1)[0] ?? '').trimEnd();
  const name = thrown.className ?? 'Error';
  const colon = headline.indexOf(': ');
  const message = `${colon === -1 ? '' : headline.slice(colon + 2)}${place === undefined ? '' : ` (at ${place})`}`;
  const shownName = colon === -1 ? headline || name : headline.slice(0, colon);
  return {
    name: shownName,
    message,
    uncaught,
    value: { type: 'error', value: headline, variablesReference: reference },
  };
}

/** Node puts the place of a syntax error and the line with an arrow below it in front of the error's own description. */
function withoutArrow(description: string): { description: string; place?: string } {
  const [arrow, place] = /^(\S.*:\d+)\n[^\n]*\n *\^+ *\n\n/.exec(description) ?? [];
  if (arrow === undefined || place === undefined) return { description };
  return { description: description.slice(arrow.length), place };
}
