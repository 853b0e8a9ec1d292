import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DebugError } from '../../../../../model/debug-error.ts';
import { definedOnly } from '../../../../../process/defined-only.ts';

/** A gdb that is at work in a process, and goes on without this one. */
export interface GdbProcess {
  readonly pid: number;
  readonly exited: Promise<unknown>;
  /** Ends it by force: for one that has not come to its end in a long time. */
  kill(): Promise<void>;
}

/**
 * Starts gdb so that it neither ends with this server nor by the end of a pipe: in the middle of a call, it would take the process with it in
 * which it makes that call. It comes to its end when the call returns, and that does when the debugger is gone that it is made for.
 *
 * @param log Absolute path of the file that it writes into.
 * @throws DebugError `launch_failed`
 */
export function startGdb(args: readonly string[], log: string): GdbProcess {
  const gdb = spawn('/bin/sh', ['-c', 'exec gdb "$@" > "$0" 2>&1', log, ...args], {
    // Not the folder of the project, in which it would look for its own files.
    cwd: '/',
    env: definedOnly({ ...process.env, PYTHONPATH: undefined, PYTHONHOME: undefined }),
    detached: true,
    stdio: 'ignore',
  });
  const exited = once(gdb, 'exit').catch(() => []);
  if (gdb.pid === undefined) throw new DebugError('launch_failed', 'gdb could not be started.');
  return {
    pid: gdb.pid,
    exited,
    async kill() {
      if (gdb.exitCode !== null || gdb.signalCode !== null) return;
      gdb.kill('SIGKILL');
      await exited;
    },
  };
}
