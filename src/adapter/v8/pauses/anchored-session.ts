import type { CdpArguments, CdpSession } from '../../../cdp/cdp-session.ts';
import { ForwardingSession } from '../../../cdp/forwarding-session.ts';
import type { CdpEventParams, CdpMethod, CdpResult } from '../../../cdp/protocol.ts';

type CallFrame = CdpEventParams<'Debugger.paused'>['callFrames'][number];

/**
 * A session in which breakpoints can be removed at a pause without a step going wrong.
 *
 * V8 lets go of what it knows of a function's breakpoints with the last of them. A call of that function that stands at a pause then
 * runs on with code that no further breakpoint reaches: the next step passes over a statement, and a breakpoint set on the next
 * line is passed over (Node 20 to 26). So before a breakpoint is removed, another one that is never hit is put into the
 * function at the top, and stays until the program goes on or pauses elsewhere.
 *
 * @see CDP Debugger.removeBreakpoint
 */
export class AnchoredSession extends ForwardingSession {
  /** The frame in which the thread is paused. */
  #top: CallFrame | undefined;
  /** The breakpoints that are never hit, by their functions. */
  readonly #anchors = new Map<string, Promise<string | undefined>>();

  constructor(session: CdpSession) {
    super(session);
    session.on('Debugger.paused', ({ callFrames }) => this.#onPaused(callFrames[0]));
    session.on('Debugger.resumed', () => {
      this.#top = undefined;
    });
  }

  override send<M extends CdpMethod>(method: M, ...args: CdpArguments<M>): Promise<CdpResult<M>> {
    if (method === 'Debugger.removeBreakpoint') this.#hold();
    if (method === 'Debugger.resume') this.#release();
    return super.send(method, ...args);
  }

  #onPaused(top: CallFrame | undefined): void {
    this.#top = top;
    this.#release(top && functionOf(top));
  }

  /** A place one column on is another one for V8 than any that is asked for by a user; it lies in the same function. */
  #hold(): void {
    const top = this.#top;
    if (!top || this.#anchors.has(functionOf(top))) return;
    const { scriptId, lineNumber, columnNumber = 0 } = top.location;
    const location = { scriptId, lineNumber, columnNumber: columnNumber + 1 };
    const set = this.session.send('Debugger.setBreakpoint', { location, condition: 'false' });
    this.#anchors.set(
      functionOf(top),
      set.then(
        ({ breakpointId }) => breakpointId,
        () => undefined,
      ),
    );
  }

  /** Takes away all of them, except that of a function. */
  #release(except?: string): void {
    for (const [key, anchor] of this.#anchors) {
      if (key === except) continue;
      this.#anchors.delete(key);
      void anchor.then((breakpointId) => {
        if (breakpointId === undefined) return;
        // Fails only with the connection, and the breakpoint goes with that.
        this.session.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
      });
    }
  }
}

function functionOf({ location, functionLocation: start }: CallFrame): string {
  return `${location.scriptId}:${start?.lineNumber}:${start?.columnNumber}`;
}
