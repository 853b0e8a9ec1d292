import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { isSuspended, statFields } from './process-stat.ts';

/** One process of the system, as far as it matters for finding out what belongs together. */
export interface ProcessEntry {
  readonly pid: number;
  readonly ppid: number;
  /** The process group: the pid of the process that founded it, which may be gone. */
  readonly group: number;
  /** The session, likewise; 0 where the system does not say. */
  readonly session: number;
  /** Distinguishes two processes that had the same pid one after the other; empty where the system does not say. */
  readonly startTime: string;
  /** Ended, and only waiting for its parent to take notice. */
  readonly zombie: boolean;
}

/** The unit of the times in Linux's /proc. */
const CLOCK_TICK_MS = 10;

/** All processes that can be seen. Reads /proc on Linux (a few milliseconds) and asks `ps` elsewhere. */
export async function processTable(): Promise<ProcessEntry[]> {
  return process.platform === 'linux' ? readProc() : await askPs();
}

function readProc(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    const entry = Number.isInteger(pid) ? readProcEntry(pid) : undefined;
    return entry === undefined ? [] : [entry];
  });
}

/**
 * The entry of one process, undefined when it is gone. Linux only.
 *
 * @see proc_pid_stat(5)
 */
export function readProcEntry(pid: number): ProcessEntry | undefined {
  const fields = statFields(pid);
  if (fields === undefined) return undefined;
  const [state, ppid, group, session] = fields;
  return {
    pid,
    ppid: Number(ppid),
    group: Number(group),
    session: Number(session),
    startTime: fields[19] ?? '',
    zombie: state === 'Z' || state === 'X',
  };
}

/** The clock time at which a process was started; undefined where the system does not say. */
export function startedAtMs(pid: number): number | undefined {
  const startTime = readProcEntry(pid)?.startTime;
  if (startTime === undefined || startTime === '') return undefined;
  try {
    const uptimeMs = Number.parseFloat(readFileSync('/proc/uptime', 'utf8')) * 1000;
    return Date.now() - uptimeMs + Number(startTime) * CLOCK_TICK_MS;
  } catch {
    return undefined;
  }
}

async function askPs(): Promise<ProcessEntry[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { timeout: 5_000 });
  return stdout.split('\n').flatMap((line) => {
    const [pid, ppid, group, state] = line.trim().split(/\s+/);
    if (!pid || state === undefined) return [];
    const numbers = { pid: Number(pid), ppid: Number(ppid), group: Number(group) };
    return [{ ...numbers, session: 0, startTime: '', zombie: state.startsWith('Z') }];
  });
}

/**
 * Everything in `table` that belongs to one of `roots`: the process itself, its children, and the members of its group and
 * session, and so on from each of those. The roots themselves need not be alive.
 */
export function familyOf(roots: Iterable<number>, table: readonly ProcessEntry[]): ProcessEntry[] {
  const known = new Set(roots);
  const family = new Set<ProcessEntry>();
  for (let before = -1; before < family.size; ) {
    before = family.size;
    for (const entry of table) {
      if (family.has(entry)) continue;
      if (!known.has(entry.pid) && !known.has(entry.ppid) && !known.has(entry.group) && !known.has(entry.session))
        continue;
      family.add(entry);
      known.add(entry.pid);
    }
  }
  return [...family];
}

/** The children of a process and their descendants, as far as no process in between has ended. */
export function descendantsOf(pid: number, table: readonly ProcessEntry[]): ProcessEntry[] {
  const children = table.filter((each) => each.ppid === pid && each.pid !== pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, table)]);
}

/**
 * A process among some, or below them, that a signal (SIGSTOP) has stopped. Undefined if there is none, or the system does not
 * say.
 */
export async function suspendedBelow(pids: readonly number[]): Promise<number | undefined> {
  return familyOf(pids, await processTable()).find(({ pid }) => isSuspended(pid))?.pid;
}
