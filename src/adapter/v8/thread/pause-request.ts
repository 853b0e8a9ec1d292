import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { ConditionedSession } from '../pauses/conditioned-session.ts';

type CdpLocation = ConditionedSession['places'][number];

/** A request for a pause that has not come yet. */
interface OpenRequest {
  timer?: NodeJS.Timeout;
  /** Breakpoints that are there only to stop the thread, by their places. */
  readonly stops: Map<string, Promise<string | undefined>>;
}

/** A thread that runs code mostly stops within a few milliseconds. */
const FIRST_LOOK_MS = 100;
/** The waits double: 0.1, 0.2, 0.4 … 3.2 s. A thread that was idle all that time has taken the request for good. */
const ATTEMPTS = 6;

/**
 * Asks V8 to stop a running thread at the next code that it runs, and sees to it where V8 drops that.
 *
 * V8 drops the request when it takes it up while it evaluates a condition, or on a statement whose breakpoints all have conditions that
 * are false (`Debug::IsMutedAtAnyBreakLocation`, Node 20 to 26): a loop of such statements never stops, however often it is asked to. With
 * `Debugger.setBreakpointsActive` off it would, but each pass until the pause would go uncounted, and Node 26 drops that
 * request as well when both come in one batch. So a thread that has not stopped after a moment gets a breakpoint without a condition
 * wherever there is one with a condition: its next pass there is a stop at which V8 looks at all others as ever, and no hit is lost. What
 * remains: where Node 20 takes a pause up at a condition, it looks at that once more, and such a pass is counted twice.
 *
 * @see CDP Debugger.pause
 */
export class PauseRequest {
  readonly #session: CdpSession;
  readonly #places: () => readonly CdpLocation[];
  readonly #idleUrl: string;
  #open: OpenRequest | undefined;

  /**
   * To be made before the pause handler listens: what was set is removed before the thread goes on.
   *
   * @param places Where breakpoints with conditions are now.
   * @param idleUrl The url of the script in which an idle thread stops.
   */
  constructor(session: CdpSession, places: () => readonly CdpLocation[], idleUrl: string) {
    this.#session = session;
    this.#places = places;
    this.#idleUrl = idleUrl;
    session.on('Debugger.paused', () => this.#end());
    session.onClose(() => this.#end());
  }

  /** Resolves when V8 has taken the request. The pause comes as an event. */
  async send(options?: CallOptions): Promise<void> {
    clearTimeout(this.#open?.timer);
    const request = { stops: this.#open?.stops ?? new Map() };
    this.#open = request;
    try {
      await this.#session.send('Debugger.pause', undefined, options);
    } finally {
      // Also where no call waits any more: the thread takes the request up when it comes out of a native call.
      this.#insistLater(request, 0);
    }
  }

  /**
   * Gives a thread that waits in its event loop a statement to run, at which V8 takes up the request. A thread that runs code would run it
   * in the middle of that, and V8 does not step from there.
   */
  breakIdle(): void {
    // A request that reached V8 after the pause would stop the next evaluation.
    this.#end();
    const request = { expression: `0\n//# sourceURL=${this.#idleUrl}`, silent: true };
    // Answered when the thread goes on. Fails late, or with the connection.
    this.#session.send('Runtime.evaluate', request).catch(() => {});
  }

  #insistLater(request: OpenRequest, attempt: number): void {
    if (this.#open !== request || attempt === ATTEMPTS) return;
    const insist = async () => {
      for (const place of this.#places()) this.#stopAt(place, request);
      // Fails with the connection, and late where the thread is in a native call.
      await this.#session.send('Debugger.pause', undefined).catch(() => {});
      this.#insistLater(request, attempt + 1);
    };
    request.timer = setTimeout(() => void insist(), FIRST_LOOK_MS * 2 ** attempt);
    request.timer.unref();
  }

  /** V8 takes each place once: that of the other breakpoint is left to it by asking for the character before. */
  #stopAt({ scriptId, lineNumber, columnNumber = 0 }: CdpLocation, { stops }: OpenRequest): void {
    const key = `${scriptId}:${lineNumber}:${columnNumber}`;
    if (stops.has(key)) return;
    const location = { scriptId, lineNumber, columnNumber: Math.max(0, columnNumber - 1) };
    const set = this.#session.send('Debugger.setBreakpoint', { location });
    stops.set(
      key,
      set.then(
        ({ breakpointId }) => breakpointId,
        // Taken, or the script is gone.
        () => undefined,
      ),
    );
  }

  #end(): void {
    clearTimeout(this.#open?.timer);
    for (const stop of this.#open?.stops.values() ?? []) void this.#remove(stop);
    this.#open = undefined;
  }

  async #remove(stop: Promise<string | undefined>): Promise<void> {
    const breakpointId = await stop;
    if (breakpointId === undefined) return;
    // Fails only with the connection, and the breakpoint goes with that.
    await this.#session.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
  }
}
