import type { CallOptions } from '../../../model/call-options.ts';
import type { CallFrame } from '../pauses/pause.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import type { OwnPlace } from './own-functions.ts';

/** Limit of the wait for a removal, which is made even if its reply comes later. */
const REMOVED_MS = 1_000;

/** Breakpoints of a recording, known by their places: a pause may be heard before the reply that has the breakpoint's id. */
export class OwnBreakpoints {
  readonly #thread: V8Thread;
  readonly #ids = new Map<string, Promise<string | undefined>>();

  constructor(thread: V8Thread) {
    this.#thread = thread;
  }

  /** Sets breakpoints; one that stands at a place already serves. */
  async set(places: readonly OwnPlace[], condition: string | undefined, options: CallOptions): Promise<void> {
    const { session } = this.#thread;
    const added = places.map(({ at }) => {
      const { scriptId, lineNumber, columnNumber = 0 } = at;
      const request = { location: { scriptId, lineNumber, columnNumber }, ...(condition ? { condition } : {}) };
      const id = session.send('Debugger.setBreakpoint', request, options).then(
        ({ breakpointId }) => breakpointId,
        () => undefined,
      );
      this.#ids.set(keyOf(at), id);
      return id;
    });
    await Promise.all(added);
  }

  async remove(places: readonly OwnPlace[]): Promise<void> {
    await Promise.all(places.map(({ at }) => this.#remove(keyOf(at))));
  }

  async clear(): Promise<void> {
    await Promise.all([...this.#ids.keys()].map((key) => this.#remove(key)));
  }

  async #remove(key: string): Promise<void> {
    const id = this.#ids.get(key);
    this.#ids.delete(key);
    const breakpointId = await id;
    if (breakpointId === undefined) return;
    const options = { timeoutMs: REMOVED_MS };
    // A failure means that the thread has ended.
    await this.#thread.session.send('Debugger.removeBreakpoint', { breakpointId }, options).catch(() => {});
  }
}

/** A place by which a pause is known again. */
export function keyOf({ scriptId, lineNumber, columnNumber = 0 }: CallFrame['location']): string {
  return `${scriptId}:${lineNumber}:${columnNumber}`;
}
