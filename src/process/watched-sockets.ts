import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type ListeningAddress, listeningAddresses, listeningSockets } from './listening-ports.ts';

/** A socket of one process that accepts connections, and how it is waited for. */
export interface WatchedSocket extends ListeningAddress {
  /** An id that distinguishes the socket from a later one at the same address. */
  readonly id: string;
  /**
   * The event loop that waits for connections, by its place in the order in which the process made its loops; -1 where none does, undefined
   * where the system does not say (it is Linux that does).
   */
  readonly loop?: number | undefined;
}

/** The sockets that a process watches for connections. */
export interface WatchedSockets {
  readonly sockets: readonly WatchedSocket[];
  /** The number of descriptors that each event loop watches; empty where the system does not say. */
  readonly loops: readonly number[];
}

/**
 * The listening sockets of a process, with the event loops that watch them: read from outside, and no connection is made.
 *
 * @see proc_pid_fdinfo(5)
 */
export async function watchedSockets(pid: number): Promise<WatchedSockets> {
  if (process.platform !== 'linux') {
    const sockets = (await listeningAddresses(pid)).map((each) => ({ ...each, id: `${each.host}:${each.port}` }));
    return { sockets, loops: [] };
  }
  const loops = loopsOf(pid);
  const sockets = (await listeningSockets([pid])).map(({ host, port, id }) => {
    const loop = loops.findIndex(({ inodes }) => inodes.has(id));
    return { host, port, id, ...(loops.length === 0 ? {} : { loop }) };
  });
  return { sockets, loops: loops.map(({ watched }) => watched) };
}

interface Loop {
  readonly watched: number;
  /** Inodes of the sockets among the watched descriptors. */
  readonly inodes: ReadonlySet<string>;
}

/** The epoll instances of a process, in the order of their descriptors. */
function loopsOf(pid: number): Loop[] {
  const targets = new Map(descriptorsOf(pid).map((fd) => [fd, targetOf(pid, fd)]));
  const polls = [...targets].filter(([, target]) => target === 'anon_inode:[eventpoll]');
  return polls
    .sort(([a], [b]) => a - b)
    .map(([fd]) => {
      const watched = watchedBy(pid, fd);
      return {
        watched: watched.length,
        inodes: new Set(watched.flatMap((each) => inodeIn(targets.get(each)) ?? [])),
      };
    });
}

function descriptorsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map(Number);
  } catch {
    // Gone, or another user's.
    return [];
  }
}

function targetOf(pid: number, fd: number): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return '';
  }
}

function watchedBy(pid: number, fd: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8');
    return [...text.matchAll(/^tfd:\s*(\d+)/gm)].map(([, target]) => Number(target));
  } catch {
    return [];
  }
}

function inodeIn(target: string | undefined): string | undefined {
  return /^socket:\[(\d+)\]$/.exec(target ?? '')?.[1];
}
