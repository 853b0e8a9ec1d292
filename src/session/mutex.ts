import type { CallOptions } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';

/** Characters of an expression in a message. */
const MAX_SHOWN = 100;

/** A task that its caller gave up, and that nothing can end before its own limit. */
interface Leftover {
  /** The running command, as its caller wrote it. */
  readonly what: string;
  readonly endsAtMs: number;
}

interface Waiting {
  /** Undefined: it waits for as long as it takes. */
  readonly untilMs: number | undefined;
  readonly refuse: (error: DebugError) => void;
}

/** Runs tasks one after another, in the order in which they came. A task that fails does not stop the next. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #leftover: Leftover | undefined;
  readonly #waiting = new Set<Waiting>();

  /**
   * Runs a task after those before it. Limit and signal are those of the wait for its turn; a task that was begun is never
   * interrupted from here.
   *
   * @throws DebugError `cancelled`, `request_timeout` when its turn did not come, or would not come in time; the task is not run then
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
      const waiting = { untilMs: timeoutMs === undefined ? undefined : Date.now() + timeoutMs, refuse };
      this.#waiting.add(waiting);
      stopWaiting = () => {
        this.#waiting.delete(waiting);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort);
      this.#refuseInVain(waiting);
    });
    const begin = () => {
      stopWaiting();
      if (refused) throw refused;
      return task().finally(() => {
        this.#leftover = undefined;
      });
    };
    const result = this.#last.then(begin, begin);
    this.#last = result.catch(() => {});
    return Promise.race([result, refusal]);
  }

  /** Marks the running task as given up by its caller, so that other calls do not wait for it. */
  leave(leftover: Leftover): void {
    this.#leftover = leftover;
    for (const waiting of this.#waiting) this.#refuseInVain(waiting);
  }

  #refuseInVain({ untilMs = 0, refuse }: Waiting): void {
    if (this.#leftover !== undefined && untilMs < this.#leftover.endsAtMs) refuse(occupied(this.#leftover));
  }
}

function occupied({ what, endsAtMs }: Leftover): DebugError {
  const seconds = Math.max(1, Math.ceil((endsAtMs - Date.now()) / 1_000));
  const shown = what.length > MAX_SHOWN ? `${what.slice(0, MAX_SHOWN)}…` : what;
  return new DebugError(
    'request_timeout',
    `An expression that was cancelled still runs in the program, for up to ${seconds} s, and nothing reaches the program before: ${shown}`,
    {
      advice: [
        `This call was not begun. Make it again in ${seconds} s, or end the program with `,
        { action: 'stop' },
        '.',
      ],
      details: { method: 'session', leftMs: seconds * 1_000 },
    },
  );
}

function busy(timeoutMs: number): DebugError {
  return new DebugError(
    'request_timeout',
    `Another call of this session was not finished within ${timeoutMs} ms; this one was not begun.`,
    {
      advice: 'Wait for it, and make this call again.',
      details: { method: 'session', timeoutMs },
    },
  );
}
