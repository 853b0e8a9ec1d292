import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { LATE_LIMIT_MS } from '../../deadline.ts';

/**
 * True if a thread has been let run. Until then V8 must not be asked to pause it: the request would stop what is evaluated in it to prepare
 * it, and Node, which cannot wait for a command inside of its wait for a debugger, waits for ever after that (Node 20 to 26).
 */
export class FirstRun {
  readonly #begun = new AbortController();

  get isBegun(): boolean {
    return this.#begun.signal.aborted;
  }

  /** To be called when it runs, and when it never will. */
  begin(): void {
    this.#begun.abort();
  }

  /**
   * Waits until it runs or never will.
   *
   * @throws DebugError `request_timeout`, `cancelled`
   */
  async wait({ timeoutMs = LATE_LIMIT_MS, signal }: CallOptions = {}): Promise<void> {
    if (this.isBegun) return;
    const over = AbortSignal.any([this.#begun.signal, ...(signal ? [signal] : [])]);
    await sleep(timeoutMs, undefined, { signal: over, ref: false }).catch(() => {});
    if (this.isBegun) return;
    if (signal?.aborted) throw new DebugError('cancelled', 'The call was cancelled while the program starts.');
    throw new DebugError('request_timeout', `The program was not started within ${timeoutMs} ms.`, {
      advice: [{ action: 'continue' }, ' goes on waiting for it.'],
      details: { timeoutMs },
    });
  }
}
