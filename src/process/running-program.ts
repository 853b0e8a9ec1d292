import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';

const PS_TIMEOUT_MS = 500;
const LSOF_TIMEOUT_MS = 5_000;

/**
 * The file that a process runs, as its system calls it; undefined when there is no such process, or when that may not be read
 * (another user's), or nothing says it (Windows).
 */
export async function programOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
    } catch {
      return undefined;
    }
  }
  return (await askPs(pid, 'comm='))?.trim() || undefined;
}

/** The words of a process's command, the program first; none where they cannot be read. Away from Linux a word with blanks is several. */
export async function argumentsOf(pid: number): Promise<readonly string[]> {
  if (process.platform !== 'linux') return ((await askPs(pid, 'args=')) ?? '').trim().split(/\s+/);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** The folder that a process runs in; undefined where that may not be seen. Off Linux, `lsof` is asked. */
export async function workingFolderOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`);
    const asked = ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'];
    const { stdout } = await promisify(execFile)('lsof', asked, { timeout: LSOF_TIMEOUT_MS });
    return /^n(.+)$/m.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

async function askPs(pid: number, field: string): Promise<string | undefined> {
  try {
    return (await promisify(execFile)('ps', ['-ww', '-p', String(pid), '-o', field], { timeout: PS_TIMEOUT_MS }))
      .stdout;
  } catch {
    return undefined;
  }
}
