import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../adapter/deadline.ts';
import { type CallOptions, MAX_TIMER_MS } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';

/** Time beyond its limit in which an answer may come that the program gives by itself. */
const GRACE_MS = 300;

/**
 * Answers when work is done, or at once when its caller gives up or its time is over. The work itself goes on and keeps its turn
 * until the program has ended it: while an expression runs, a program may hear no other message, and a call that came in between would get no
 * answer.
 *
 * @param late What to answer when the time is over; without it, only the caller's signal counts.
 * @throws DebugError `cancelled`, and what the work fails with
 */
export async function answerInTime<T>(work: Promise<T>, options: CallOptions, late?: () => T): Promise<T> {
  const { timeoutMs, signal } = options;
  let stopWaiting = () => {};
  const gaveUp = new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(new DebugError('cancelled', 'The evaluation was cancelled by its caller.'));
    const isTimed = timeoutMs !== undefined && late !== undefined;
    const timer = isTimed ? setTimeout(() => resolve(late()), Math.min(timeoutMs + GRACE_MS, MAX_TIMER_MS)) : undefined;
    stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    // A call may evaluate many expressions at once, each of which listens: that is no leak.
    if (signal !== undefined) setMaxListeners(0, signal);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
  });
  // No call waits for it any more once the answer was given.
  work.catch(() => {});
  try {
    return await Promise.race([work, gaveUp]);
  } finally {
    stopWaiting();
  }
}

/**
 * Waits for work, or until its caller wants an answer: the work goes on then, and reports its failure by other ways. A caller that
 * gives up after the answer does not stop it.
 *
 * @param noticed Resolves when there is something to say before.
 * @throws what the work fails with before
 */
export async function answerBy(
  work: Promise<void>,
  deadline: Deadline | undefined,
  noticed: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (deadline === undefined) return work;
  work.catch(() => {});
  const answered = new AbortController();
  const limit = sleep(Math.min(deadline.left().timeoutMs, MAX_TIMER_MS), undefined, { signal: answered.signal }).catch(
    () => {},
  );
  await Promise.race([work, limit, noticed(answered.signal)]).finally(() => answered.abort());
}
