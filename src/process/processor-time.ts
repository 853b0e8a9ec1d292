import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { busyNs } from './thread-rest.ts';

const PS_TIMEOUT_MS = 2_000;

/**
 * The time for which all threads of some processes have used the processor since they began; on Linux also their waits for a
 * turn. Undefined where the system does not say.
 */
export async function busyMsOf(pids: readonly number[]): Promise<number | undefined> {
  if (process.platform !== 'linux') return process.platform === 'win32' ? undefined : await fromPs(pids);
  const times = pids.flatMap((pid) =>
    threadsOf(pid).flatMap((thread) => busyNs(`/proc/${pid}/task/${thread}/schedstat`) ?? []),
  );
  return times.length === 0 ? undefined : times.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

async function fromPs(pids: readonly number[]): Promise<number | undefined> {
  if (pids.length === 0) return undefined;
  const args = ['-o', 'time=', '-p', pids.join(',')];
  const asked = await promisify(execFile)('ps', args, { timeout: PS_TIMEOUT_MS }).catch(() => undefined);
  return asked && cpuMsIn(asked.stdout);
}

/** The sum of what `ps -o time=` prints: `1:02.34`, `1:01:02`, `2-00:00:01`. Exported for its test, which needs no macOS to run. */
export function cpuMsIn(text: string): number | undefined {
  const times = [...text.matchAll(/^[ \t]*(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)[ \t]*$/gm)];
  if (times.length === 0) return undefined;
  const ms = times.map(([, days = '0', hours = '0', minutes, seconds]) => {
    const whole = (Number(days) * 24 + Number(hours)) * 60 + Number(minutes);
    return (whole * 60 + Number(seconds)) * 1_000;
  });
  return Math.round(ms.reduce((sum, each) => sum + each, 0));
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}
