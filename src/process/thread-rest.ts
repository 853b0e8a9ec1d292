import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ThreadRest } from '../model/hang-report.ts';
import type { ThreadId } from '../model/ids.ts';
import { statFields } from './process-stat.ts';

const READ_EACH_MS = 10;
/** Readings without work before the next work counts as another wake: the system does not count at each reading. */
const READS_ASLEEP = 2;
const ENOUGH_WAKES = 4;

/**
 * Watches from outside how a thread works and sleeps, for some time or until the signal ends it. Undefined where the system does not
 * say, which is so away from Linux.
 *
 * @see https://docs.kernel.org/scheduler/sched-stats.html (/proc/<pid>/schedstat)
 */
export async function threadRest(
  pid: number,
  threadId: ThreadId,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
): Promise<ThreadRest | undefined> {
  const path = `/proc/${pid}/task/${threadId}/schedstat`;
  const began = performance.now();
  const first = busyNs(path);
  if (first === undefined) return undefined;
  const wakes: number[] = [];
  let last = first;
  let asleepFor = READS_ASLEEP;
  let [reads, ready] = [0, 0];
  while (performance.now() - began < timeoutMs && signal?.aborted !== true) {
    await sleep(READ_EACH_MS, undefined, { signal }).catch(() => {});
    const now = busyNs(path);
    if (now === undefined) break;
    if (now > last && asleepFor >= READS_ASLEEP) wakes.push(performance.now());
    // The time that it waits for the processor is counted only once it has got it, and what a hypervisor takes away never is.
    const isReady = statFields(pid, threadId)?.[0] === 'R';
    reads += 1;
    if (isReady) ready += 1;
    asleepFor = now > last || isReady ? 0 : asleepFor + 1;
    last = now;
    if (wakes.length >= ENOUGH_WAKES) break;
  }
  const watchedMs = Math.max(1, performance.now() - began);
  const [from = 0] = wakes;
  const periodMs = wakes.length < 2 ? undefined : ((wakes.at(-1) ?? 0) - from) / (wakes.length - 1);
  return {
    busyShare: Math.min(1, Math.max((last - first) / 1e6 / watchedMs, ready / Math.max(1, reads))),
    wakes: wakes.length,
    ...(periodMs === undefined ? {} : { periodMs }),
  };
}

/** Nanoseconds on the processor, or ready for it, by a file `schedstat`: one that waits for its turn on a busy machine does not sleep. */
export function busyNs(path: string): number | undefined {
  try {
    const [ran, waited] = readFileSync(path, 'utf8').split(' ').map(Number);
    return ran === undefined || waited === undefined ? undefined : ran + waited;
  } catch {
    return undefined;
  }
}
