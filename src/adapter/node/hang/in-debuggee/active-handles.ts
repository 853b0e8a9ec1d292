import type { KeepAlive } from '../../../../model/hang-report.ts';
import type { Surroundings } from '../../../v8/realms/own-realm.ts';
import { className, elementsOf, inherits, read } from './data-reader.ts';
import { moduleOf } from './node-modules.ts';

/** Resources that the kinds below count, or that every process has. */
const KNOWN = new Set([
  ...['Timeout', 'Immediate', 'TCPSocketWrap', 'TCPWRAP', 'PipeWrap', 'PIPEWRAP', 'TTYWrap', 'TTYWRAP'],
  ...['TCPServerWrap', 'TCPSERVERWRAP', 'ProcessWrap', 'PROCESSWRAP', 'MessagePort', 'MESSAGEPORT'],
  ...['FSEventWrap', 'FSEVENTWRAP', 'PipeServerWrap', 'TCPConnectWrap'],
]);

/**
 * Lists what keeps the event loop alive. Only data is read, and getters and methods of Node's own classes are called.
 *
 * Runs in the debuggee, in a realm of ours.
 */
export function activeHandles(around: Surroundings): KeepAlive[] {
  const found: KeepAlive[] = [];
  const counts = new Map<string, number>();
  const owner = around.program.process ?? moduleOf(around, 'process');
  const net = moduleOf(around, 'net');
  const socketPrototype: unknown = read(read(net, 'Socket'), 'prototype');
  const serverPrototype: unknown = read(read(net, 'Server'), 'prototype');

  function count(name: string): void {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  function listed(method: string): unknown[] {
    const list: unknown = read(owner, method);
    return typeof list === 'function' ? elementsOf(Reflect.apply(list, owner, [])) : [];
  }

  /** The address of a server: a path, or the system's name for the address. */
  function serverAddress(server: unknown): string | undefined {
    const method = read(serverPrototype, 'address');
    const address: unknown = typeof method === 'function' ? Reflect.apply(method, server, []) : undefined;
    return textOf(address) ?? endOf(textOf(read(address, 'address')), numberOf(read(address, 'port')));
  }

  function look(each: unknown, hasChild: boolean): void {
    const name = className(each);
    const socket = (property: string) => read(each, property, socketPrototype);
    const remoteHost = textOf(socket('remoteAddress'));
    const isConnecting = socket('connecting') === true;
    const fd = read(each, 'fd');
    if (inherits(each, serverPrototype)) {
      const address = serverAddress(each);
      if (address !== undefined) found.push({ kind: 'server', address });
    } else if (name === 'ChildProcess') {
      const words = elementsOf(read(each, 'spawnargs')).map((word) => textOf(word) ?? `${numberOf(word) ?? ''}`);
      const pid = numberOf(read(each, 'pid')) ?? 0;
      found.push({ kind: 'child process', pid, command: words.join(' '), state: 'unknown' });
    } else if (remoteHost !== undefined || isConnecting) {
      const local = endOf(textOf(socket('localAddress')), numberOf(socket('localPort')));
      const remote = endOf(remoteHost, numberOf(socket('remotePort'))) ?? textOf(read(each, '_host'));
      found.push({
        kind: 'socket',
        ...(local === undefined ? {} : { local }),
        ...(remote === undefined ? {} : { remote }),
        ...(isConnecting ? { connecting: true } : {}),
      });
    } else if (fd === 0) found.push({ kind: 'file', path: 'standard input' });
    else if (fd === 1 || fd === 2 || (name === 'Socket' && hasChild)) return;
    else if (name === 'FSWatcher' || name === 'StatWatcher') count('file watcher');
    else count(name === 'Socket' ? 'pipe' : name);
  }

  const handles = listed('_getActiveHandles');
  const classes = new Set(handles.map(className));
  for (const each of handles) look(each, classes.has('ChildProcess'));
  for (const resource of listed('getActiveResourcesInfo')) {
    const name = textOf(resource) ?? '';
    const isPort = name === 'MessagePort' || name === 'MESSAGEPORT';
    if (!KNOWN.has(name)) count(name);
    else if (isPort && !classes.has('MessagePort')) count('message port');
  }
  for (const [name, times] of counts)
    found.push({ kind: 'other', name: name === 'MessagePort' ? 'message port' : name, count: times });
  return found;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function endOf(host: string | undefined, port: number | undefined): string | undefined {
  if (host === undefined) return undefined;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
