import type { StoppedInfo } from '../../model/stop-outcome.ts';

/**
 * The last stop of a session that an answer has shown. A client makes one call after another, and the program may stop in
 * between: the next call answers with such a stop. Resumed unseen, the stop would be lost, and the breakpoint would seem never to
 * be hit.
 */
export class ShownStop {
  #shown: StoppedInfo | undefined;

  /** A stop is known by the state that the session entered with it. */
  is(stop: StoppedInfo): boolean {
    return this.#shown === stop;
  }

  show(stop: StoppedInfo): void {
    this.#shown = stop;
  }

  takeBack(stop: StoppedInfo): void {
    if (this.is(stop)) this.#shown = undefined;
  }
}
