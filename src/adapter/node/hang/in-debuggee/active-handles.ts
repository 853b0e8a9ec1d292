import type { KeepAlive } from '../../../../model/hang-report.ts';
import { createDataReader } from './data-reader.ts';

type RequireNet = (id: 'net') => typeof import('node:net');

/**
 * Lists what keeps the event loop alive. Only data is read, and getters and methods of Node's own classes are called.
 *
 * Runs in the debuggee while the program runs; see {@link createDataReader} for what it can rely on.
 */
export function activeHandles(requireBuiltin?: RequireNet): KeepAlive[] {
  const { read, inherits, className, append } = createDataReader();
  const { apply } = Reflect;
  const found: KeepAlive[] = [];
  const counts: { [name: string]: unknown } = { __proto__: null };
  const net = process.getBuiltinModule?.('net') ?? requireBuiltin?.('net');
  const socketPrototype: unknown = read(read(net, 'Socket'), 'prototype');
  const serverPrototype: unknown = read(read(net, 'Server'), 'prototype');

  /** Resources that the kinds above count, or that every process has. */
  const known: { readonly [name: string]: unknown } = {
    __proto__: null,
    ...{ Timeout: 1, Immediate: 1, TCPSocketWrap: 1, TCPWRAP: 1, PipeWrap: 1, PIPEWRAP: 1, TTYWrap: 1, TTYWRAP: 1 },
    ...{ TCPServerWrap: 1, TCPSERVERWRAP: 1, ProcessWrap: 1, PROCESSWRAP: 1, MessagePort: 1, MESSAGEPORT: 1 },
    ...{ FSEventWrap: 1, FSEVENTWRAP: 1, PipeServerWrap: 1, TCPConnectWrap: 1 },
  };

  function count(name: string): void {
    const before = counts[name];
    counts[name] = (typeof before === 'number' ? before : 0) + 1;
  }

  function listed(method: string): unknown {
    const list: unknown = read(process, method);
    return typeof list === 'function' ? apply(list, process, []) : [];
  }

  function lengthOf(list: unknown): number {
    const length = read(list, 'length');
    return typeof length === 'number' ? length : 0;
  }

  const texts = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const numbers = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

  function isVersion6(host: string): boolean {
    for (let at = 0; at < host.length; at++) if (host[at] === ':') return true;
    return false;
  }

  function end(host: string | undefined, port: number | undefined): string | undefined {
    if (host === undefined) return undefined;
    return `${isVersion6(host) ? `[${host}]` : host}:${port}`;
  }

  /** The address of a server: a path, or the system's name for the address. */
  function serverAddress(server: unknown): string | undefined {
    const method = read(serverPrototype, 'address');
    const address: unknown = typeof method === 'function' ? apply(method, server, []) : undefined;
    return texts(address) ?? end(texts(read(address, 'address')), numbers(read(address, 'port')));
  }

  function joined(words: unknown): string {
    let text = '';
    for (let at = 0; at < lengthOf(words); at++) {
      const word: unknown = read(words, `${at}`);
      text += `${at > 0 ? ' ' : ''}${typeof word === 'string' || typeof word === 'number' ? word : ''}`;
    }
    return text;
  }

  function look(each: unknown, hasChild: boolean): void {
    const name = className(each);
    const socket = (property: string) => read(each, property, socketPrototype);
    const remoteHost = texts(socket('remoteAddress'));
    const isConnecting = socket('connecting') === true;
    const fd = read(each, 'fd');
    if (inherits(each, serverPrototype)) {
      const address = serverAddress(each);
      if (address !== undefined) append(found, { kind: 'server', address });
    } else if (name === 'ChildProcess') {
      const pid = numbers(read(each, 'pid')) ?? 0;
      append(found, { kind: 'child process', pid, command: joined(read(each, 'spawnargs')), state: 'unknown' });
    } else if (remoteHost !== undefined || isConnecting) {
      const local = end(texts(socket('localAddress')), numbers(socket('localPort')));
      const remote = end(remoteHost, numbers(socket('remotePort'))) ?? texts(read(each, '_host'));
      append(found, {
        kind: 'socket',
        ...(local === undefined ? {} : { local }),
        ...(remote === undefined ? {} : { remote }),
        ...(isConnecting ? { connecting: true } : {}),
      });
    } else if (fd === 0) append(found, { kind: 'file', path: 'standard input' });
    else if (fd === 1 || fd === 2 || (name === 'Socket' && hasChild)) return;
    else if (name === 'FSWatcher' || name === 'StatWatcher') count('file watcher');
    else count(name === 'Socket' ? 'pipe' : name);
  }

  const handles = listed('_getActiveHandles');
  let hasChild = false;
  let hasPort = false;
  for (let at = 0; at < lengthOf(handles); at++) {
    const name = className(read(handles, `${at}`));
    hasChild ||= name === 'ChildProcess';
    hasPort ||= name === 'MessagePort';
  }
  for (let at = 0; at < lengthOf(handles); at++) look(read(handles, `${at}`), hasChild);
  const resources = listed('getActiveResourcesInfo');
  for (let at = 0; at < lengthOf(resources); at++) {
    const name = texts(read(resources, `${at}`)) ?? '';
    const isPort = name === 'MessagePort' || name === 'MESSAGEPORT';
    if (known[name] === undefined) count(name);
    else if (isPort && !hasPort) count('message port');
  }
  for (const name in counts) {
    const shown = name === 'MessagePort' ? 'message port' : name;
    append(found, { kind: 'other', name: shown, count: numbers(counts[name]) ?? 0 });
  }
  return found;
}
