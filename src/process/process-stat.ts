import { readFileSync } from 'node:fs';

/**
 * What the system says of a thread in `stat`, from the third field, its state, on: the second is the program's name in parentheses, which may
 * itself contain spaces and parentheses. Undefined when it is gone, and away from Linux.
 *
 * @param threadId Left out: the main thread, and with it the process.
 * @see proc_pid_stat(5)
 */
export function statFields(pid: number, threadId?: number): readonly string[] | undefined {
  const task = threadId === undefined ? '' : `/task/${threadId}`;
  try {
    const text = readFileSync(`/proc/${pid}${task}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
