import { setTimeout as sleep } from 'node:timers/promises';
import { type CallOptions, MAX_TIMER_MS } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';

/** Limit of an answer's wait for processes that may be blocked. */
const PATIENCE_MS = 1_000;
/** While we compute ourselves (a large source map), answers wait to be read: that counts as one slice of the time. */
const SLICE_MS = 100;

/** The limit of what goes on behind an answer: until then a process may have come out of the call that it is in. */
export const LATE_LIMIT_MS = 600_000;

/** The one limit of a call that waits several times: each wait gets what those before it have left. */
export class Deadline {
  readonly timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #atMs: number;

  /** Starts the deadline. */
  constructor(timeoutMs: number, signal: AbortSignal | undefined) {
    this.timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#atMs = performance.now() + timeoutMs;
  }

  /** The rest of the time; negative when the deadline is past. */
  get leftMs(): number {
    return Math.round(this.#atMs - performance.now());
  }

  /** The rest of the time, as the limits of the next wait. @param leastMs The least time of that wait. */
  left(leastMs = 1): CallOptions & { readonly timeoutMs: number } {
    return { timeoutMs: Math.max(leastMs, this.leftMs), signal: this.#signal };
  }
}

/** Limits that run down, for work that waits several times by itself: each of its waits gets what is left then. */
export function runningLimits(deadline: Deadline): CallOptions {
  const { signal } = deadline.left();
  return {
    get timeoutMs() {
      return deadline.left().timeoutMs;
    },
    signal,
  };
}

/**
 * Waits for work, and no longer than the time. Its later result is dropped.
 *
 * @throws DebugError `request_timeout`, and what the work fails with
 */
export async function inTime<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(
          new DebugError('request_timeout', `${what} took longer than ${timeoutMs} ms.`, {
            advice: 'Give a longer timeoutMs if it needs more.',
            details: { method: what, timeoutMs },
          }),
        );
      },
      Math.min(timeoutMs, MAX_TIMER_MS),
    );
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for a part of a debuggee a little while, and not until it fails: a process that waits for another one, in a call that does not
 * return before (`execFileSync`), takes no message while that one runs or is stopped. It takes them all when it goes on.
 *
 * @param onLate Gets the result of what came later.
 * @param limits The limit of the call, which ends the patience earlier.
 * @returns undefined where it is late
 * @throws what the work fails with in time
 */
export async function withPatience<T>(
  work: Promise<T>,
  onLate: (result: T) => void = () => {},
  {
    patienceMs = PATIENCE_MS,
    timeoutMs,
  }: { readonly patienceMs?: number | undefined; readonly timeoutMs?: number | undefined } = {},
): Promise<{ readonly result: T } | undefined> {
  const waited = new AbortController();
  const limit = sliced(Math.min(patienceMs, timeoutMs ?? patienceMs), waited.signal).catch(() => undefined);
  try {
    const first = await Promise.race([work.then((result) => ({ result })), limit]);
    // What fails now is a part that has ended.
    if (first === undefined) work.then(onLate, () => {});
    return first;
  } finally {
    waited.abort();
  }
}

async function sliced(timeMs: number, signal: AbortSignal): Promise<undefined> {
  for (let left = timeMs; left > 0; left -= SLICE_MS) await sleep(Math.min(left, SLICE_MS), undefined, { signal });
  return undefined;
}
