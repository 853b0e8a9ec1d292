import { functionText } from '../../../cdp/function-text.ts';
import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { KeepAlive, PendingAwait } from '../../../model/hang-report.ts';
import { processState } from '../../../process/system-evidence.ts';
import { type Further, MAIN_CONTEXT, ownCode } from '../../v8/realms/own-realm.ts';
import type { V8Thread } from '../../v8/thread/v8-thread.ts';
import type { activeHandles } from './in-debuggee/active-handles.ts';
import activeHandlesText from './in-debuggee/active-handles.ts?in-debuggee';
import * as calls from './in-debuggee/picker-calls.ts';
import type { createTimerPicker } from './in-debuggee/timer-picker.ts';
import timerPicker from './in-debuggee/timer-picker.ts?in-debuggee';

const OBJECT_GROUP = 'mcp-debugger-hang';
const MAX_TIMERS = 8;

const HANDLES = {
  ...ownCode<Further<typeof activeHandles>>(activeHandlesText),
  reply: { returnByValue: true },
};
const TIMER_PICKER = {
  ...ownCode<Further<typeof createTimerPicker>>(timerPicker, MAX_TIMERS),
  reply: { objectGroup: OBJECT_GROUP },
};

/**
 * The resources that keep the event loop of a thread alive: sockets, servers, children, timers, and anything else that Node
 * counts.
 *
 * @see CDP Runtime.queryObjects
 */
export async function keptAlive(thread: V8Thread, options: CallOptions): Promise<KeepAlive[]> {
  const [handles, timers] = await Promise.all([handlesOf(thread, options), timersOf(thread, options)]);
  return [...timers, ...handles];
}

async function handlesOf({ realms }: V8Thread, options: CallOptions): Promise<KeepAlive[]> {
  const { result } = await realms.run(HANDLES, MAIN_CONTEXT, options);
  // Written by activeHandles.
  const found = Array.isArray(result.value) ? (result.value as KeepAlive[]) : [];
  return found.map((each) => (each.kind === 'child process' ? { ...each, state: processState(each.pid) } : each));
}

async function timersOf(thread: V8Thread, options: CallOptions): Promise<KeepAlive[]> {
  const { session, realms } = thread;
  const called = async (objectId: RemoteObjectId, run: Parameters<typeof functionText>[0], list?: RemoteObjectId) => {
    const given = list === undefined ? [] : [{ objectId: list }];
    const call = { objectId, functionDeclaration: functionText(run), arguments: given, objectGroup: OBJECT_GROUP };
    return (await session.send('Runtime.callFunctionOn', { ...call, silent: true }, options)).result;
  };
  try {
    const { objectId: picker } = (await realms.run(TIMER_PICKER, MAIN_CONTEXT, options)).result;
    const prototypeObjectId = picker && (await called(picker, calls.prototypeOf)).objectId;
    if (picker === undefined || prototypeObjectId === undefined) return [];
    const query = { prototypeObjectId, objectGroup: OBJECT_GROUP };
    const { objects } = await session.send('Runtime.queryObjects', query, options);
    if (objects.objectId === undefined) return [];
    const picked = await called(picker, calls.pick, objects.objectId);
    const [facts, functions] = await elementsOf(thread, picked.objectId, options);
    if (facts === undefined || functions === undefined) return [];
    const json = { objectId: facts, functionDeclaration: functionText(calls.itself), returnByValue: true };
    const { result: rows } = await session.send('Runtime.callFunctionOn', json, options);
    const callbacks = await elementsOf(thread, functions, options);
    const timers: unknown[] = Array.isArray(rows.value) ? rows.value : [];
    return await Promise.all(timers.map((row, index) => timerOf(thread, row, callbacks[index], options)));
  } finally {
    session.send('Runtime.releaseObjectGroup', { objectGroup: OBJECT_GROUP }).catch(() => {});
  }
}

async function timerOf(
  thread: V8Thread,
  row: unknown,
  callback: string | undefined,
  options: CallOptions,
): Promise<KeepAlive> {
  const [delayMs, dueInMs, repeats]: unknown[] = Array.isArray(row) ? row : [];
  const place = callback === undefined ? undefined : await functionPlace(thread, callback, options);
  return {
    kind: 'timer',
    delayMs: typeof delayMs === 'number' ? delayMs : 0,
    ...(typeof dueInMs === 'number' ? { dueInMs: Math.max(0, Math.round(dueInMs)) } : {}),
    repeats: repeats === true,
    ...(place ? { callback: place } : {}),
  };
}

/** Object ids of the elements of an array. */
async function elementsOf(
  { session }: V8Thread,
  objectId: RemoteObjectId | undefined,
  options: CallOptions,
): Promise<(string | undefined)[]> {
  if (objectId === undefined) return [];
  const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true }, options);
  return result.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value?.objectId);
}

/** The start of a function, if the function is the program's. */
async function functionPlace(
  { session, scripts }: V8Thread,
  objectId: RemoteObjectId,
  options: CallOptions,
): Promise<PendingAwait | undefined> {
  const properties = await session.send('Runtime.getProperties', { objectId, ownProperties: true }, options);
  const place: unknown = properties.internalProperties?.find(({ name }) => name === '[[FunctionLocation]]')?.value
    ?.value;
  if (typeof place !== 'object' || place === null || !('scriptId' in place) || !('lineNumber' in place))
    return undefined;
  const { scriptId, lineNumber } = place;
  const columnNumber = 'columnNumber' in place ? place.columnNumber : 0;
  if (typeof scriptId !== 'string' || typeof lineNumber !== 'number' || typeof columnNumber !== 'number')
    return undefined;
  const { kind, ...location } = scripts.locate({ scriptId, lineNumber, columnNumber });
  if (scripts.get(scriptId).origin !== 'program' || kind !== 'source') return undefined;
  const name: unknown = properties.result.find((each) => each.name === 'name')?.value?.value;
  return { name: typeof name === 'string' && name !== '' ? name : '(anonymous)', location };
}
