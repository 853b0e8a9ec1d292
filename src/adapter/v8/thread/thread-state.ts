import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { Pause } from '../pauses/pause.ts';
import type { Intent } from '../pauses/pause-verdict.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** The activity of a thread, as far as its events have shown. */
type Activity =
  | Settled
  /** V8 restarts the paused frame: the pause that follows is no stop, and goes to the command that expects it. */
  | {
      readonly kind: 'restarting';
      readonly stateAfterRestart: Settled;
      readonly settle: (paused: Paused | undefined) => void;
    };

type Settled =
  | { readonly kind: 'running'; readonly intent: Intent }
  | { readonly kind: 'paused'; readonly pause: Pause }
  /** V8 is paused, and what must be done before it goes on, or the pause is judged, is under way: a text replaced, values read. */
  | { readonly kind: 'preparing'; readonly intent: Intent; readonly done: Promise<void> }
  | { readonly kind: 'ended' };

/** V8 answers that it has restarted a frame a fraction of a millisecond before it is paused again. */
const RESTART_TIMEOUT_MS = 2_000;

/**
 * The present activity of one thread, and the ways from one activity to the next. Nothing follows the end: a later reply changes
 * nothing any more.
 */
export class ThreadState {
  #now: Activity = { kind: 'running', intent: { kind: 'run' } };

  /** A restart set aside, which is over in a moment and leaves everything as it was. */
  get now(): Settled {
    return this.#now.kind === 'restarting' ? this.#now.stateAfterRestart : this.#now;
  }

  get ended(): boolean {
    return this.now.kind === 'ended';
  }

  /** The stop that the thread stands at. */
  get pause(): Pause | undefined {
    return this.now.kind === 'paused' ? this.now.pause : undefined;
  }

  /** The thread's intent while it runs, or when V8 paused it; a stop ends the intent. */
  get intent(): Intent {
    const { now } = this;
    return now.kind === 'running' || now.kind === 'preparing' ? now.intent : { kind: 'run' };
  }

  /** Resolves when nothing is being prepared any more. */
  async prepared(): Promise<void> {
    while (this.now.kind === 'preparing') await this.now.done;
  }

  run(intent: Intent): void {
    this.#become({ kind: 'running', intent });
  }

  stop(pause: Pause): void {
    this.#become({ kind: 'paused', pause });
  }

  /**
   * Nothing else is decided while a pause is prepared for; the intent is kept until then.
   *
   * @param work Never rejects.
   * @param then What is decided afterwards.
   */
  prepare<T>(work: Promise<T>, then: (result: T) => void): Promise<void> {
    const { intent } = this;
    const done = work.then((result) => {
      this.run(intent);
      then(result);
    });
    this.#become({ kind: 'preparing', intent, done });
    return done;
  }

  /** Expects the pause after a restart from now on: undefined when it does not come within two seconds, or not at all. */
  expectRestart(): { readonly paused: Promise<Paused | undefined>; readonly cancel: () => void } {
    let settle: (paused: Paused | undefined) => void = () => {};
    const paused = new Promise<Paused | undefined>((resolve) => {
      const timer = setTimeout(() => settle(undefined), RESTART_TIMEOUT_MS);
      settle = (params) => {
        clearTimeout(timer);
        if (this.#now.kind === 'restarting' && this.#now.settle === settle) this.#now = this.#now.stateAfterRestart;
        resolve(params);
      };
    });
    if (this.ended) settle(undefined);
    else this.#now = { kind: 'restarting', stateAfterRestart: this.now, settle };
    return { paused, cancel: () => settle(undefined) };
  }

  /** Takes a pause, if it is the one after a restart. */
  takeRestart(params: Paused): boolean {
    if (this.#now.kind !== 'restarting') return false;
    this.#now.settle(params);
    return true;
  }

  /** V8 goes on. @returns whether that ends a stop which no command here has ended */
  resumed(): boolean {
    if (this.now.kind !== 'paused') return false;
    this.run({ kind: 'run' });
    return true;
  }

  /** @returns false when it had ended before */
  end(): boolean {
    if (this.ended) return false;
    // No pause will come any more.
    if (this.#now.kind === 'restarting') this.#now.settle(undefined);
    this.#become({ kind: 'ended' });
    return true;
  }

  #become(next: Settled): void {
    if (this.ended) return;
    this.#now = this.#now.kind === 'restarting' ? { ...this.#now, stateAfterRestart: next } : next;
  }
}
