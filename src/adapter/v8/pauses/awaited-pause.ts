import type { CdpEventParams } from '../../../cdp/protocol.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** V8 answers that it has restarted a frame a fraction of a millisecond before it is paused again. */
const TIMEOUT_MS = 2_000;

/** A pause that is no stop: the one that follows when V8 begins the paused frame anew. */
export class AwaitedPause {
  #settle: ((paused: Paused | undefined) => void) | undefined;

  /** Expects it from now on; undefined when it does not come within two seconds, or not at all. */
  expect(): { readonly paused: Promise<Paused | undefined>; readonly cancel: () => void } {
    const paused = new Promise<Paused | undefined>((resolve) => {
      const timer = setTimeout(() => this.#settle?.(undefined), TIMEOUT_MS);
      this.#settle = (params) => {
        clearTimeout(timer);
        this.#settle = undefined;
        resolve(params);
      };
    });
    return { paused, cancel: () => this.#settle?.(undefined) };
  }

  /** Takes a pause, if it is the expected one. */
  take(params: Paused): boolean {
    if (!this.#settle) return false;
    this.#settle(params);
    return true;
  }
}
