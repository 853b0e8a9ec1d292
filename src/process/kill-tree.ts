import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { familyOf, type ProcessEntry, processTable } from './process-table.ts';
import { markedProcesses } from './program-mark.ts';

const POLL_MS = 5;
const DEFAULT_TIMEOUT_MS = 2_000;

interface KillTreeOptions {
  /** Milliseconds; 2,000 when left out. */
  readonly timeoutMs?: number;
  /**
   * The process itself is known to have ended; what it left in its group and session is meant. If a process with this pid
   * exists nevertheless, it belongs to another program and is not killed.
   */
  readonly leaderExited?: boolean;
  /** Processes with this mark in their environment belong to the tree, wherever they are. */
  readonly mark?: string;
}

/**
 * Kills a process with everything that descends from it, shares its group or session, or has its mark. Resolves when they are gone: true;
 * or false when one is still there at the end of the time (it is stuck in the kernel, or belongs to another user).
 *
 * The tree is frozen before it is killed, so that nothing can be started while it is walked.
 */
export async function killTree(pid: number, options: KillTreeOptions = {}): Promise<boolean> {
  // The numbers below 2 stand for "my own group" and the first process of the system.
  if (!Number.isInteger(pid) || pid < 2 || pid === process.pid) return false;
  if (process.platform === 'win32') return await killTreeOnWindows(pid, options);
  const deadline = Date.now() + (options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  let table = await processTable();
  const isReused = options.leaderExited === true && table.some((entry) => entry.pid === pid);
  const leader = isReused ? [] : [pid];
  const doomed = new Map<number, ProcessEntry>();
  const looked = new Set<string>();
  for (;;) {
    const marked = await newlyMarked(options.mark, table, looked);
    const roots = [...leader, ...marked, ...doomed.keys()];
    const found = living(familyOf(roots, table)).filter((entry) => !doomed.has(entry.pid));
    if (found.length === 0) break;
    for (const entry of found) {
      doomed.set(entry.pid, entry);
      send(entry.pid, 'SIGSTOP');
    }
    table = await processTable();
  }
  for (const victim of doomed.keys()) send(victim, 'SIGKILL');
  return await gone(doomed, deadline);
}

/** Each process is asked once: what a marked one has started is found as its child. */
async function newlyMarked(
  mark: string | undefined,
  table: readonly ProcessEntry[],
  looked: Set<string>,
): Promise<readonly number[]> {
  if (mark === undefined) return [];
  const unknown = table.filter(({ pid, startTime }) => !looked.has(`${pid} ${startTime}`));
  for (const { pid, startTime } of unknown) looked.add(`${pid} ${startTime}`);
  return await markedProcesses(mark, unknown).catch(() => []);
}

function living(entries: readonly ProcessEntry[]): ProcessEntry[] {
  return entries.filter((entry) => !entry.zombie && entry.pid !== process.pid);
}

async function gone(victims: ReadonlyMap<number, ProcessEntry>, deadline: number): Promise<boolean> {
  for (;;) {
    const table = await processTable();
    const left = living(table).filter((entry) => victims.get(entry.pid)?.startTime === entry.startTime);
    if (left.length === 0) return true;
    if (Date.now() >= deadline) return false;
    await sleep(POLL_MS);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile, or another user's; the final check finds out which.
  }
}

async function killTreeOnWindows(pid: number, { timeoutMs = DEFAULT_TIMEOUT_MS }: KillTreeOptions): Promise<boolean> {
  try {
    await promisify(execFile)('taskkill', ['/PID', String(pid), '/T', '/F'], { timeout: timeoutMs, windowsHide: true });
    return true;
  } catch {
    return false;
  }
}
