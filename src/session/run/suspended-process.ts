import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import type { ThreadId } from '../../model/ids.ts';
import { suspendedError } from '../../model/program/suspended-error.ts';
import type { SessionState } from '../../model/session-summary.ts';
import { isSuspended } from '../../process/process-stat.ts';
import { isLate } from '../session-errors.ts';

/** The process of a debuggee that a signal (SIGSTOP) has stopped. */
export interface SuspendedProcess {
  readonly pid: number;
}

/** A process of a debuggee that a signal has stopped, whatever the others do. */
export function suspendedProcess(adapter: DebugAdapter): SuspendedProcess | undefined {
  return pidsOf(adapter)
    .filter(isSuspended)
    .map((pid) => ({ pid }))[0];
}

/**
 * The process, stopped by a signal, that keeps a debuggee from answering: the process of the current stop or, while the debuggee
 * runs, all of its processes are stopped.
 */
export function suspendedWhole(adapter: DebugAdapter, state: SessionState): SuspendedProcess | undefined {
  const pids = pidsOf(adapter, state.kind === 'stopped' ? state.threadId : undefined);
  const [pid] = pids;
  return pid !== undefined && pids.every(isSuspended) ? { pid } : undefined;
}

/**
 * Runs a task that needs answers of the debuggee.
 *
 * @throws DebugError `suspended` instead of a wait for a process that runs nothing, and whatever the task throws
 */
export async function unlessSuspended<T>(
  adapter: DebugAdapter,
  state: () => SessionState,
  task: () => Promise<T>,
): Promise<T> {
  const before = suspendedWhole(adapter, state());
  if (before) throw suspendedError(before.pid);
  try {
    return await task();
  } catch (error) {
    const after = isLate(error) ? suspendedProcess(adapter) : undefined;
    throw after ? suspendedError(after.pid) : error;
  }
}

function pidsOf(adapter: DebugAdapter, threadId?: ThreadId): number[] {
  const threads = adapter.threads().filter(({ id }) => threadId === undefined || id === threadId);
  const pids = threads.flatMap(({ pid, process }) => pid ?? process?.pid ?? []);
  // Node.js closes its debugger before it sends itself a signal.
  const root = threads.length === 0 && threadId === undefined ? adapter.processes?.root : undefined;
  return [...new Set(root === undefined ? pids : [root])];
}
