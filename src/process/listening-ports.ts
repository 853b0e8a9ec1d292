import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';

const LISTEN = '0A';
const LSOF_TIMEOUT_MS = 5_000;

/** A TCP address at which a process accepts connections. */
export interface ListeningAddress {
  /** As a URL wants it: `127.0.0.1`, `[::1]`. An address that means "any" is given as the loopback one. */
  readonly host: string;
  readonly port: number;
}

/**
 * The addresses at which process `pid` listens. Empty if the process is gone, or another user's. Uses /proc on Linux and `lsof`
 * elsewhere.
 */
export async function listeningAddresses(pid: number): Promise<ListeningAddress[]> {
  return process.platform === 'linux' ? fromProc(pid) : await fromLsof(pid);
}

/** A socket that accepts connections. */
export interface ListeningSocket extends ListeningAddress {
  /** The pid of a process that holds the socket; several may. */
  readonly pid: number;
  /** An id that distinguishes the socket from a later one at the same address. */
  readonly id: string;
}

/** The sockets on which any of some processes listens, each once. Empty where the system does not show them. */
export async function listeningSockets(pids: readonly number[]): Promise<ListeningSocket[]> {
  const [first] = pids;
  if (first === undefined) return [];
  if (process.platform !== 'linux') return await socketsFromLsof(pids);
  const open = new Map(listeningInodes(first).map((socket) => [socket.inode, socket]));
  return pids.flatMap((pid) => {
    if (open.size === 0) return [];
    return [...socketInodes(pid)].flatMap((inode) => {
      const socket = open.get(inode);
      if (socket === undefined) return [];
      open.delete(inode);
      return [{ host: socket.host, port: socket.port, pid, id: inode }];
    });
  });
}

/** The process that accepts connections at a port of this machine. `unseen`: another user's process, or one of a container. */
export type PortOwner =
  | { readonly kind: 'process'; readonly pid: number }
  | { readonly kind: 'unseen' }
  | { readonly kind: 'none' };

/** The process of this user that listens on `port`. */
export async function portOwner(port: number): Promise<PortOwner> {
  if (process.platform !== 'linux') {
    const pid = Number.parseInt(await lsof(['-t', `-iTCP:${port}`, '-sTCP:LISTEN']), 10);
    return Number.isNaN(pid) ? { kind: 'none' } : { kind: 'process', pid };
  }
  const sockets = listeningInodes('self').filter((each) => each.port === port);
  if (sockets.length === 0) return { kind: 'none' };
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const pid = pids.find((each) => {
    const inodes = socketInodes(each);
    return sockets.some(({ inode }) => inodes.has(inode));
  });
  return pid === undefined ? { kind: 'unseen' } : { kind: 'process', pid };
}

/** The pid of a process of this user that listens on `port`, if there is one. */
export async function pidListeningOn(port: number): Promise<number | undefined> {
  const owner = await portOwner(port);
  return owner.kind === 'process' ? owner.pid : undefined;
}

/** The address at which a port of this machine is open to the network: `0.0.0.0:9229`, `[::]:9229`. Linux only. */
export function openAddress(port: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const open = listeningInodes('self').find((each) => each.port === port && each.isOpen);
  return open === undefined ? undefined : `${open.isV6 ? '[::]' : '0.0.0.0'}:${port}`;
}

function fromProc(pid: number): ListeningAddress[] {
  const inodes = socketInodes(pid);
  if (inodes.size === 0) return [];
  return listeningInodes(pid).flatMap(({ inode, host, port }) => (inodes.has(inode) ? [{ host, port }] : []));
}

interface ListeningInode extends ListeningAddress {
  readonly inode: string;
  /** True if the socket listens at every address of the machine. */
  readonly isOpen: boolean;
  readonly isV6: boolean;
}

/** All listening ports of the network namespace that a process lives in. */
function listeningInodes(pid: number | 'self'): ListeningInode[] {
  return ['tcp', 'tcp6'].flatMap((table) => {
    let text: string;
    try {
      text = readFileSync(`/proc/${pid}/net/${table}`, 'utf8');
    } catch {
      return [];
    }
    return text.split('\n').flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const [address, portHex] = (fields[1] ?? '').split(':');
      if (fields[3] !== LISTEN || address === undefined) return [];
      const place = { host: hostOf(address), port: Number.parseInt(portHex ?? '', 16) };
      return [{ ...place, inode: fields[9] ?? '', isOpen: /^0+$/.test(address), isV6: address.length > 8 }];
    });
  });
}

function socketInodes(pid: number): Set<string> {
  const inodes = new Set<string>();
  try {
    for (const fd of readdirSync(`/proc/${pid}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(readLink(`/proc/${pid}/fd/${fd}`))?.[1];
      if (inode !== undefined) inodes.add(inode);
    }
  } catch {
    // Gone, or another user's.
  }
  return inodes;
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** The kernel prints addresses as 32-bit words in the machine's byte order, which is little-endian wherever Node runs. */
function hostOf(hex: string): string {
  if (hex.length > 8) {
    // Any address of IPv6 is, unless a program says otherwise, any of IPv4, too.
    if (/^0+$/.test(hex)) return '127.0.0.1';
    return hex.startsWith('0000000000000000FFFF0000') ? hostOf(hex.slice(24)) : '[::1]';
  }
  const bytes = hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  const host = bytes.reverse().join('.');
  return host === '0.0.0.0' ? '127.0.0.1' : host;
}

async function socketsFromLsof(pids: readonly number[]): Promise<ListeningSocket[]> {
  return socketsInLsof(await lsof(['-a', '-p', pids.join(','), '-iTCP', '-sTCP:LISTEN', '-Fpn']));
}

/** The sockets in what `lsof -Fpn` prints. Exported for its test, which needs no macOS to run. */
export function socketsInLsof(text: string): ListeningSocket[] {
  let pid = 0;
  const found = new Map<string, ListeningSocket>();
  for (const line of text.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    const match = /^n(.+):(\d+)$/.exec(line);
    if (match === null) continue;
    const address = { host: match[1] === '*' ? '127.0.0.1' : (match[1] ?? ''), port: Number(match[2]) };
    const key = `${address.host}:${address.port}`;
    // A socket that several processes share is the first one's; there is no number of its own to know it by.
    if (!found.has(key)) found.set(key, { ...address, pid, id: `${pid}:${address.port}` });
  }
  return [...found.values()];
}

/** Exported for its test, which needs no macOS to run. */
export async function fromLsof(pid: number): Promise<ListeningAddress[]> {
  const text = await lsof(['-a', '-p', String(pid), '-iTCP', '-sTCP:LISTEN', '-Fn']);
  return text.split('\n').flatMap((line) => {
    const match = /^n(.+):(\d+)$/.exec(line);
    if (match === null) return [];
    const host = match[1] === '*' ? '127.0.0.1' : (match[1] ?? '');
    return [{ host, port: Number(match[2]) }];
  });
}

async function lsof(args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)('lsof', ['-nP', ...args], { timeout: LSOF_TIMEOUT_MS })).stdout;
  } catch {
    // Nothing found is an exit code of 1, too.
    return '';
  }
}
