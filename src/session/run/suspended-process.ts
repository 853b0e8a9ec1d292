import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import { readText } from '../../files/read-file.ts';

/** The process of a debuggee that a signal (SIGSTOP) has stopped: it neither runs nor answers before another one lets it go on. */
export function suspendedProcess(adapter: DebugAdapter): { readonly pid: number } | undefined {
  const pids = adapter.threads().flatMap(({ pid, process }) => pid ?? process?.pid ?? []);
  const pid = pids.find(isSuspended);
  return pid === undefined ? undefined : { pid };
}

/**
 * Not one that a native debugger holds (`t`), which is how some debuggers stop a program. False where the system does not say.
 *
 * @see proc_pid_stat(5)
 */
function isSuspended(pid: number): boolean {
  const text = readText(`/proc/${pid}/stat`) ?? '';
  // The name before it, in parentheses, may itself contain some.
  return text[text.lastIndexOf(')') + 2] === 'T';
}
