import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import type { CdpResult } from '../../../../cdp/protocol.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import type { GeneratedPosition } from '../../../../sourcemap/source-map.ts';

/** The start of a script, as far as nothing else is known. */
export const FIRST_CHARACTER: GeneratedPosition = { lineNumber: 0, columnNumber: 0 };

/** A breakpoint of the debugger's own, at one place of all scripts whose urls match a pattern. */
export class Trap {
  /** V8's reply. */
  readonly set: Promise<CdpResult<'Debugger.setBreakpointByUrl'>>;
  readonly #session: CdpSession;
  #id: string | undefined;

  constructor(session: CdpSession, urlRegex: string, place: GeneratedPosition, options?: CallOptions) {
    this.#session = session;
    this.set = session.send('Debugger.setBreakpointByUrl', { urlRegex, ...place }, options).then((reply) => {
      this.#id = reply.breakpointId;
      return reply;
    });
  }

  /** True if the trap is among breakpoints that were hit, as far as V8 has told the trap's id. */
  isAmong(cdpIds: readonly string[] = []): boolean {
    return this.#id !== undefined && cdpIds.includes(this.#id);
  }

  /**
   * Takes it away: at once where it can be, as a command that follows must find it gone.
   *
   * @returns when it is on its way, where V8 has not said yet what it is called; otherwise undefined
   */
  remove(): Promise<void> | undefined {
    const remove = (breakpointId: string) => {
      // Fails only with the connection, and the breakpoint goes with that.
      this.#session.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
    };
    if (this.#id === undefined) return this.set.then(({ breakpointId }) => remove(breakpointId)).catch(() => {});
    remove(this.#id);
    return undefined;
  }
}
