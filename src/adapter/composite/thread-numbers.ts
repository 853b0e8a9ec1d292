import { DebugError } from '../../model/debug-error.ts';
import type { ThreadId } from '../../model/ids.ts';

/** A thread as the part numbers it that it belongs to. */
export interface PartThread {
  /** The part's place among all. */
  readonly part: number;
  readonly threadId: ThreadId;
}

/**
 * The threads of all parts, numbered through for people and models: small numbers, none of them given twice. A part's own number is kept
 * where it is free, so that a program in one language has the numbers that it has without other parts.
 */
export class ThreadNumbers {
  readonly #byNumber = new Map<number, PartThread>();
  readonly #numbers = new Map<string, number>();
  #next = 1;

  /** The public number of a part's thread, from when it is first reported. */
  numberOf(thread: PartThread): number {
    const key = `${thread.part}/${thread.threadId}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#byNumber.has(thread.threadId) ? this.#free() : thread.threadId;
    this.#byNumber.set(number, thread);
    this.#numbers.set(key, number);
    return number;
  }

  /** @throws DebugError `connection_closed` for a number that was never given */
  threadOf(number: number): PartThread {
    const thread = this.#byNumber.get(number);
    if (thread) return thread;
    throw new DebugError('connection_closed', `Thread ${number} of the program has ended.`, {
      advice: [{ action: 'sessions' }, ' shows what is left.'],
    });
  }

  #free(): number {
    while (this.#byNumber.has(this.#next)) this.#next++;
    return this.#next;
  }
}
