import { DebugError } from '../model/debug-error.ts';

/**
 * Numbers given out for things that live until a thread resumes: frames and expandable values. Numbers are never reused, so
 * a handle from before a step is recognised as stale instead of naming something else.
 */
export class Handles<T> {
  readonly #what: string;
  readonly #live = new Map<number, T>();
  #next = 1;

  /** @param what The thing's name in an error message: `frame`. */
  constructor(what: string) {
    this.#what = what;
  }

  add(item: T): number {
    const handle = this.#next++;
    this.#live.set(handle, item);
    return handle;
  }

  /** @throws DebugError `stale_reference`, `invalid_argument` */
  get(handle: number): T {
    const item = this.#live.get(handle);
    if (item !== undefined) return item;
    const given = handle > 0 && handle < this.#next;
    throw new DebugError(
      given ? 'stale_reference' : 'invalid_argument',
      given
        ? `Reference ${handle} to a ${this.#what} is from before the program resumed.`
        : `${handle} is not a reference to a ${this.#what}.`,
      { advice: 'Ask for the stack or the variables again and use the numbers of that answer.', details: { handle } },
    );
  }

  /** Forgets the handles for which `gone` is true. */
  drop(gone: (item: T) => boolean): void {
    for (const [handle, item] of this.#live) if (gone(item)) this.#live.delete(handle);
  }
}
