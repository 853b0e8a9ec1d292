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

/** The reason for which it cannot be seen what a process runs, and what can be done about it. */
export interface UnseenProgram {
  readonly why: string;
  readonly advice: string;
}

const OTHERS = {
  why: 'it belongs to another user',
  advice: 'Run the debugger as the user that runs the program.',
};
const ENDED = {
  why: 'it has ended, and is listed only until the process that started it takes note',
  advice: 'Look the pid up again; a restarted program has a new one.',
};
const KERNEL = { why: 'it is a part of the kernel, and no program', advice: 'Pass the pid of a program.' };
/** Linux asks for each right of the other process, also of the superuser: a container may have fewer than its first process. */
const PROTECTED = {
  why: 'the system does not let this server look into it, as it is protected or has rights that this server does not have',
  advice: 'Launch the program with the debugger, or run the debugger with the same rights.',
};

/** Finds why nothing says what a process runs that is there. Away from Linux, only other users' processes are hidden. */
export function unseenProgram(pid: number): UnseenProgram {
  if (process.platform !== 'linux') return OTHERS;
  const status = statusOf(pid);
  if (/^State:\s*[ZX]/m.test(status)) return ENDED;
  if (codeOf(pid) === 'ENOENT') return status === '' ? ENDED : KERNEL;
  const owner = Number(/^Uid:\s*(\d+)/m.exec(status)?.[1]);
  const own = process.getuid?.();
  return own !== 0 && owner !== own ? OTHERS : PROTECTED;
}

/** The status of a process that Linux shows to all users; empty for one that is gone. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function codeOf(pid: number): string | undefined {
  try {
    readlinkSync(`/proc/${pid}/exe`);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : undefined;
  }
}
