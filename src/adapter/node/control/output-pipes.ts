import { readlinkSync } from 'node:fs';

/** The pipes that a process writes to, as the system names them; undefined where it does not say. @see proc_pid_fd(5) */
export interface OutputPipes {
  readonly stdout: string | undefined;
  readonly stderr: string | undefined;
}

/** Finds what a process writes to. */
export function outputPipesOf(pid: number): OutputPipes {
  return { stdout: pipeOf(pid, 1), stderr: pipeOf(pid, 2) };
}

function pipeOf(pid: number, file: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/${file}`);
  } catch {
    return undefined;
  }
}
