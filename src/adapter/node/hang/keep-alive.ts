import type { CallOptions } from '../../../model/call-options.ts';
import type { KeepAlive, PendingAwait } from '../../../model/hang-report.ts';
import { processState } from '../../../process/system-evidence.ts';
import type { V8Thread } from '../../v8/thread/v8-thread.ts';

const OBJECT_GROUP = 'mcp-debugger-hang';
const MAX_TIMERS = 8;

/** Lists what keeps the event loop alive. Only plain properties are read, and methods of Node's own classes called. */
const LIST_HANDLES = `(() => {
  const found = [];
  const others = new Map();
  const address = (a) => a && typeof a === 'object' ? (a.family === 'IPv6' ? '[' + a.address + ']' : a.address) + ':' + a.port : String(a);
  const end = (host, port) => host === undefined ? undefined : address({ address: host, port, family: /:/.test(host) ? 'IPv6' : 'IPv4' });
  const count = (name) => others.set(name, (others.get(name) ?? 0) + 1);
  const handles = typeof process._getActiveHandles === 'function' ? process._getActiveHandles() : [];
  const hasChild = handles.some((each) => each?.constructor?.name === 'ChildProcess');
  for (const each of handles) {
    const name = each?.constructor?.name ?? 'unknown';
    if (name === 'Server' || typeof each.getConnections === 'function') {
      const at = each.address?.();
      if (at) found.push({ kind: 'server', address: address(at) });
    } else if (name === 'ChildProcess') {
      found.push({ kind: 'child process', pid: each.pid, command: (each.spawnargs ?? []).join(' '), state: 'unknown' });
    } else if (each.remoteAddress !== undefined || each.connecting) {
      found.push({ kind: 'socket', local: end(each.localAddress, each.localPort), remote: end(each.remoteAddress, each.remotePort)
        ?? (each._host ?? undefined), connecting: each.connecting === true || undefined });
    } else if (each.fd === 0) found.push({ kind: 'file', path: 'standard input' });
    else if (each.fd === 1 || each.fd === 2) continue;
    else if (name === 'Socket' && hasChild) continue;
    else if (name === 'FSWatcher' || name === 'StatWatcher') count('file watcher');
    else if (name === 'Socket') count('pipe');
    else count(name);
  }
  const resources = process.getActiveResourcesInfo?.() ?? [];
  const known = /^(Timeout|Immediate|TCPSocketWrap|TCPWRAP|PipeWrap|PIPEWRAP|TTYWrap|TTYWRAP|TCPServerWrap|TCPSERVERWRAP|ProcessWrap|PROCESSWRAP|MessagePort|MESSAGEPORT|FSEventWrap|FSEVENTWRAP|PipeServerWrap|TCPConnectWrap)$/;
  for (const name of resources) if (!known.test(name)) count(name);
  const workers = handles.length === 0 || !handles.some((each) => each?.constructor?.name === 'MessagePort')
    ? resources.filter((name) => /^MESSAGEPORT$/i.test(name)).length : 0;
  for (let i = 0; i < workers; i++) count('message port');
  for (const [name, number] of others) found.push({ kind: 'other', name: name === 'MessagePort' ? 'message port' : name, count: number });
  return found;
})()`;

/** The class of timers, without leaving one behind. */
const TIMER_PROTOTYPE = `(() => {
  const timer = setTimeout(() => {}, 1);
  clearTimeout(timer);
  return Object.getPrototypeOf(timer);
})()`;

/** The timers that wait, as \`[delay, due in, repeats]\`, and their functions beside. Runs on the array of all timers. */
const PICK_TIMERS = `function () {
  const now = performance.now();
  const waiting = this.filter((each) => !each._destroyed && each._idleTimeout > 0 && each._onTimeout && each.hasRef?.() !== false)
    .sort((a, b) => a._idleStart + a._idleTimeout - b._idleStart - b._idleTimeout).slice(0, ${MAX_TIMERS});
  return [waiting.map((each) => [each._idleTimeout, each._idleStart + each._idleTimeout - now, each._repeat !== null]),
    waiting.map((each) => each._onTimeout)];
}`;

/**
 * What keeps the event loop of a thread alive: sockets, servers, children, timers, whatever else Node counts.
 *
 * @see CDP Runtime.queryObjects
 */
export async function keptAlive(thread: V8Thread, options: CallOptions): Promise<KeepAlive[]> {
  const [handles, timers] = await Promise.all([handlesOf(thread, options), timersOf(thread, options)]);
  return [...timers, ...handles];
}

async function handlesOf({ session }: V8Thread, options: CallOptions): Promise<KeepAlive[]> {
  const request = { expression: LIST_HANDLES, returnByValue: true, silent: true, disableBreaks: true };
  const { result } = await session.send('Runtime.evaluate', request, options);
  // Written by the text above.
  const found = Array.isArray(result.value) ? (result.value as KeepAlive[]) : [];
  return found.map((each) => (each.kind === 'child process' ? { ...each, state: processState(each.pid) } : each));
}

async function timersOf(thread: V8Thread, options: CallOptions): Promise<KeepAlive[]> {
  const { session } = thread;
  const request = { expression: TIMER_PROTOTYPE, objectGroup: OBJECT_GROUP, silent: true, disableBreaks: true };
  try {
    const { result: prototype } = await session.send('Runtime.evaluate', request, options);
    if (prototype.objectId === undefined) return [];
    const { objects } = await session.send(
      'Runtime.queryObjects',
      { prototypeObjectId: prototype.objectId, objectGroup: OBJECT_GROUP },
      options,
    );
    if (objects.objectId === undefined) return [];
    const pick = { objectId: objects.objectId, functionDeclaration: PICK_TIMERS, objectGroup: OBJECT_GROUP };
    const { result: picked } = await session.send('Runtime.callFunctionOn', { ...pick, silent: true }, options);
    const [facts, functions] = await elementsOf(thread, picked.objectId, options);
    if (facts === undefined || functions === undefined) return [];
    const json = { objectId: facts, functionDeclaration: 'function () { return this }', returnByValue: true };
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
  objectId: string | undefined,
  options: CallOptions,
): Promise<(string | undefined)[]> {
  if (objectId === undefined) return [];
  const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true }, options);
  return result.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value?.objectId);
}

/** Where a function begins, when it is the program's. */
async function functionPlace(
  { session, scripts }: V8Thread,
  objectId: string,
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
