import { readFileSync } from 'node:fs';
import type { ThreadId } from '../model/ids.ts';

/**
 * The fields of a thread's `stat`, from the third field, its state, on: the second is the program's name in parentheses, which
 * may itself contain spaces and parentheses. Undefined if the thread is gone, and away from Linux.
 *
 * @param threadId Left out: the main thread, and with it the process.
 * @see proc_pid_stat(5)
 */
export function statFields(pid: number, threadId?: ThreadId): readonly string[] | undefined {
  const task = threadId === undefined ? '' : `/task/${threadId}`;
  try {
    const text = readFileSync(`/proc/${pid}${task}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * True if a signal (SIGSTOP) has stopped a process: it neither runs nor answers before another one lets it go on. Not one that a native
 * debugger holds (`t`), which is how some debuggers stop a program. False where the system does not say.
 *
 * @see proc_pid_stat(5)
 */
export function isSuspended(pid: number): boolean {
  return statFields(pid)?.[0] === 'T';
}
