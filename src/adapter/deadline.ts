import { type CallOptions, MAX_TIMER_MS } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';

/** The one limit of a call that waits several times: each wait gets what those before it have left. */
export class Deadline {
  readonly timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #atMs: number;

  /** It runs from here on. */
  constructor(timeoutMs: number, signal: AbortSignal | undefined) {
    this.timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#atMs = performance.now() + timeoutMs;
  }

  /** Negative when it is past. */
  get leftMs(): number {
    return Math.round(this.#atMs - performance.now());
  }

  /** What is left, as the limits of the next wait. @param leastMs What that wait gets in any case. */
  left(leastMs = 1): CallOptions & { readonly timeoutMs: number } {
    return { timeoutMs: Math.max(leastMs, this.leftMs), signal: this.#signal };
  }
}

/**
 * Waits for work, and no longer than the time. What it comes to afterwards is nobody's any more.
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
