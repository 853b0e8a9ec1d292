import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { promisify } from 'node:util';

const PS_TIMEOUT_MS = 500;

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
  try {
    const asked = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'comm='], { timeout: PS_TIMEOUT_MS });
    return asked.stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
