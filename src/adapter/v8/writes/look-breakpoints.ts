import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpBreakpointId, ScriptId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { CdpLocation } from '../scripts/script-table.ts';

/** A breakpoint that is wanted, with the condition that looks at variables; without one it pauses at each pass. */
export interface LookBreakpoint {
  readonly location: CdpLocation;
  /** The place one character before. */
  readonly before: CdpLocation;
  readonly condition: string | undefined;
}

/** Limit of the wait for a removal, which is made even if its reply comes later. */
const REMOVED_MS = 1_000;

/** The CDP breakpoints at which variables are looked at, one for each place. */
export class LookBreakpoints {
  readonly #session: CdpSession;
  readonly #set = new Map<
    string,
    { readonly condition: string | undefined; readonly cdpId: CdpBreakpointId | undefined }
  >();
  readonly #ids = new Set<string>();

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** True if one of the breakpoints caused a pause. */
  areHit(hitBreakpoints: readonly string[] = []): boolean {
    return hitBreakpoints.some((id) => this.#ids.has(id));
  }

  /** Replaces all breakpoints. */
  async replace(wanted: readonly LookBreakpoint[], options?: CallOptions): Promise<void> {
    const byKey = new Map(wanted.map((each) => [keyOf(each.location), each]));
    const isKept = (key: string, condition: string | undefined) =>
      byKey.has(key) && byKey.get(key)?.condition === condition;
    const old = [...this.#set].filter(([key, { condition }]) => !isKept(key, condition));
    await Promise.all(old.map(([key, { cdpId }]) => this.#remove(key, cdpId)));
    const fresh = [...byKey].filter(([key]) => !this.#set.has(key));
    await Promise.all(fresh.map(([key, each]) => this.#add(key, each, options)));
  }

  /** Forgets the breakpoints of a script: V8 has lost them with its text. */
  async forget(scriptId: ScriptId): Promise<void> {
    const lost = [...this.#set].filter(([key]) => key.startsWith(`${scriptId}:`));
    await Promise.all(lost.map(([key, { cdpId }]) => this.#remove(key, cdpId)));
  }

  /** V8 takes each place once: that of the user's breakpoint is left free by asking for the character before it. */
  async #add(key: string, { location, before, condition }: LookBreakpoint, options?: CallOptions): Promise<void> {
    const reply = await this.#send(before, condition, options);
    const isThere = reply && keyOf(reply.actualLocation) === key;
    if (reply && !isThere) await this.#drop(reply.breakpointId);
    const set = isThere ? reply : await this.#send(location, condition, options);
    this.#set.set(key, { condition, cdpId: set?.breakpointId });
  }

  async #send(location: CdpLocation, condition: string | undefined, options?: CallOptions) {
    try {
      const request = { location, ...(condition === undefined ? {} : { condition }) };
      const reply = await this.#session.send('Debugger.setBreakpoint', request, options);
      this.#ids.add(reply.breakpointId);
      return reply;
    } catch (error) {
      // The place is taken, or not there any more.
      if (error instanceof DebugError && error.code === 'protocol_error') return undefined;
      throw error;
    }
  }

  async #remove(key: string, cdpId: CdpBreakpointId | undefined): Promise<void> {
    this.#set.delete(key);
    if (cdpId !== undefined) await this.#drop(cdpId);
  }

  /** A failure means that the thread has ended, or that V8 has it no more. */
  async #drop(breakpointId: string): Promise<void> {
    this.#ids.delete(breakpointId);
    await this.#session.send('Debugger.removeBreakpoint', { breakpointId }, { timeoutMs: REMOVED_MS }).catch(() => {});
  }
}

/** A place by which a breakpoint is known. */
function keyOf({ scriptId, lineNumber, columnNumber = 0 }: CdpLocation): string {
  return `${scriptId}:${lineNumber}:${columnNumber}`;
}
