import type { CallOptions } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';

/** Runs tasks one after another, in the order in which they came. A task that fails does not stop the next. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs a task after those before it. Limit and signal are those of the wait for its turn; a task that was begun is never
   * interrupted from here.
   *
   * @throws DebugError `cancelled`, `request_timeout` when its turn did not come; the task is not run then
   */
  run<T>(task: () => Promise<T>, { timeoutMs, signal }: CallOptions = {}): Promise<T> {
    let refused: DebugError | undefined;
    let stopWaiting = () => {};
    const refusal = new Promise<never>((_, reject) => {
      const refuse = (error: DebugError) => {
        refused = error;
        reject(error);
      };
      const onAbort = () => refuse(new DebugError('cancelled', 'The call was cancelled before its turn came.'));
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => refuse(busy(timeoutMs)), timeoutMs);
      stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort);
    });
    const begin = () => {
      stopWaiting();
      if (refused) throw refused;
      return task();
    };
    const result = this.#last.then(begin, begin);
    this.#last = result.catch(() => {});
    return Promise.race([result, refusal]);
  }
}

function busy(timeoutMs: number): DebugError {
  return new DebugError(
    'request_timeout',
    `Another call of this session was not finished within ${timeoutMs} ms; this one was not begun.`,
    {
      advice: 'Wait for it; an expression that was cancelled runs on in the program until its own timeoutMs.',
      details: { method: 'session', timeoutMs },
    },
  );
}
