import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ProcessEntry } from './process-table.ts';

/**
 * The variable by which everything is found that a program has started, also what left its group and session and has lost its parent: a
 * daemon. It is inherited by whatever is started with an environment that was not replaced.
 */
const VARIABLE = 'MCP_DEBUGGER_PROGRAM';
const PS_TIMEOUT_MS = 5_000;

const server = randomUUID();
let programs = 0;

/** The beginning of the marks of all programs of this server, as it stands in an environment. */
export const SERVER_MARK = `${VARIABLE}=${server}.`;

/** A mark for a program that is about to be started, as it stands in its environment. */
export function newMark(): string {
  programs += 1;
  return `${SERVER_MARK}${programs}`;
}

/** An environment with a mark in it. */
export function withMark(env: Readonly<Record<string, string>>, mark: string): Record<string, string> {
  return { ...env, [VARIABLE]: mark.slice(VARIABLE.length + 1) };
}

/**
 * The processes of a table that have a mark. Processes of other users are not found, nor those whose environment was replaced
 * (`env -i`, sudo) or written over; away from Linux and macOS, none are.
 *
 * @see proc_pid_environ(5)
 */
export async function markedProcesses(mark: string, table: readonly ProcessEntry[]): Promise<number[]> {
  if (process.platform === 'darwin') return await askPs(mark);
  if (process.platform !== 'linux') return [];
  return table.filter(({ pid }) => environmentOf(pid).includes(`\0${mark}\0`)).map(({ pid }) => pid);
}

function environmentOf(pid: number): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`;
  } catch {
    // Another user's, or gone meanwhile.
    return '';
  }
}

async function askPs(mark: string): Promise<number[]> {
  const options = { timeout: PS_TIMEOUT_MS, maxBuffer: 50_000_000 };
  const { stdout } = await promisify(execFile)('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], options);
  const lines = stdout.split('\n').filter((line) => `${line} `.includes(` ${mark} `));
  return lines.map((line) => Number.parseInt(line, 10));
}
