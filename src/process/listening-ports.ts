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

/** Where process `pid` listens. Empty when it is gone, or another user's. Uses /proc on Linux and `lsof` elsewhere. */
export async function listeningAddresses(pid: number): Promise<ListeningAddress[]> {
  return process.platform === 'linux' ? fromProc(pid) : await fromLsof(pid);
}

/** The pid of a process of this user that listens on `port`, if there is one. */
export async function pidListeningOn(port: number): Promise<number | undefined> {
  if (process.platform !== 'linux') {
    const pid = Number.parseInt(await lsof(['-t', `-iTCP:${port}`, '-sTCP:LISTEN']), 10);
    return Number.isNaN(pid) ? undefined : pid;
  }
  const sockets = listeningSockets('self').filter((each) => each.port === port);
  if (sockets.length === 0) return undefined;
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.find((pid) => {
    const inodes = socketInodes(pid);
    return sockets.some(({ inode }) => inodes.has(inode));
  });
}

function fromProc(pid: number): ListeningAddress[] {
  const inodes = socketInodes(pid);
  if (inodes.size === 0) return [];
  return listeningSockets(pid).flatMap(({ inode, host, port }) => (inodes.has(inode) ? [{ host, port }] : []));
}

/** Those of the network namespace that a process lives in, whoever listens. */
function listeningSockets(pid: number | 'self'): (ListeningAddress & { readonly inode: string })[] {
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
      return [{ host: hostOf(address), port: Number.parseInt(portHex ?? '', 16), inode: fields[9] ?? '' }];
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
  if (hex.length > 8) return hex.startsWith('0000000000000000FFFF0000') ? hostOf(hex.slice(24)) : '[::1]';
  const bytes = hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  const host = bytes.reverse().join('.');
  return host === '0.0.0.0' ? '127.0.0.1' : host;
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
