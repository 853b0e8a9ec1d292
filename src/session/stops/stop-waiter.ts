import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';

/** Callers that wait for the session's next change of state. */
export class StopWaiter {
  readonly #wakes = new Set<() => void>();

  /** Wakes everybody who waits: the state has changed. */
  wake(): void {
    for (const wake of [...this.#wakes]) wake();
  }

  /**
   * Resolves at the next `wake`, or after `timeoutMs`; which of the two it was is for the caller to see from the state.
   *
   * @throws DebugError `cancelled`
   */
  wait({ timeoutMs, signal }: CallOptions & { timeoutMs: number }): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#wakes.delete(wake);
        settle();
      };
      const wake = () => finish(resolve);
      const abort = () =>
        finish(() => reject(new DebugError('cancelled', 'The call was cancelled; the program runs on.')));
      const timer = setTimeout(wake, timeoutMs);
      this.#wakes.add(wake);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort);
    });
  }
}
