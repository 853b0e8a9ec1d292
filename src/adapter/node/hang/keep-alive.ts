import { callBundled, callText, functionText } from '../../../cdp/function-text.ts';
import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { KeepAlive, PendingAwait } from '../../../model/hang-report.ts';
import { processState } from '../../../process/system-evidence.ts';
import { CONSOLE_REQUIRE } from '../../v8/summary/console-require.ts';
import type { V8Thread } from '../../v8/thread/v8-thread.ts';
import type { activeHandles } from './in-debuggee/active-handles.ts';
import activeHandlesText from './in-debuggee/active-handles.ts?in-debuggee';
import type { createTimerPicker } from './in-debuggee/timer-picker.ts';
import timerPicker from './in-debuggee/timer-picker.ts?in-debuggee';
import { itself, timerPrototype } from './in-debuggee/waiting-timers.ts';

const OBJECT_GROUP = 'mcp-debugger-hang';
const MAX_TIMERS = 8;
const QUIET = { includeCommandLineAPI: true, silent: true, disableBreaks: true };

const LIST_HANDLES = callBundled<typeof activeHandles>(activeHandlesText, CONSOLE_REQUIRE);
const TIMER_PROTOTYPE = callText(timerPrototype, CONSOLE_REQUIRE);
const PICK_TIMERS = callBundled<typeof createTimerPicker>(timerPicker, MAX_TIMERS);

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

async function handlesOf({ session }: V8Thread, options: CallOptions): Promise<KeepAlive[]> {
  const request = { expression: LIST_HANDLES, ...QUIET, returnByValue: true };
  const { result } = await session.send('Runtime.evaluate', request, options);
  // Written by activeHandles.
  const found = Array.isArray(result.value) ? (result.value as KeepAlive[]) : [];
  return found.map((each) => (each.kind === 'child process' ? { ...each, state: processState(each.pid) } : each));
}

async function timersOf(thread: V8Thread, options: CallOptions): Promise<KeepAlive[]> {
  const { session } = thread;
  const request = { expression: TIMER_PROTOTYPE, ...QUIET, objectGroup: OBJECT_GROUP };
  try {
    const { result: prototype } = await session.send('Runtime.evaluate', request, options);
    if (prototype.objectId === undefined) return [];
    const { objects } = await session.send(
      'Runtime.queryObjects',
      { prototypeObjectId: prototype.objectId, objectGroup: OBJECT_GROUP },
      options,
    );
    if (objects.objectId === undefined) return [];
    const pick = {
      objectId: objects.objectId,
      functionDeclaration: PICK_TIMERS,
      arguments: [prototype],
      objectGroup: OBJECT_GROUP,
    };
    const { result: picked } = await session.send('Runtime.callFunctionOn', { ...pick, silent: true }, options);
    const [facts, functions] = await elementsOf(thread, picked.objectId, options);
    if (facts === undefined || functions === undefined) return [];
    const json = { objectId: facts, functionDeclaration: functionText(itself), returnByValue: true };
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
