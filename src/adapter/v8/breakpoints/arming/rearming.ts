import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import type { CdpResult } from '../../../../cdp/protocol.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import type { CdpLocation } from '../../scripts/script-table.ts';
import type { BoundBreakpoint } from '../bound-breakpoint.ts';
import { metConditionOf, tolerateTaken } from '../breakpoint-places.ts';
import type { CdpBreakpoints } from '../cdp-breakpoints.ts';

/** Whose breakpoints are set again. */
interface Owner {
  /** Records that V8 has put one on another line than that at which it was. */
  readonly place: (bound: BoundBreakpoint, at: CdpLocation) => void;
  /** Sets one wherever it belongs. */
  readonly armAnew: (bound: BoundBreakpoint, options?: CallOptions) => Promise<void>;
}

/** Sets breakpoints again in scripts of which V8 has taken a new text, and lost them with the old one. */
export class Rearming {
  readonly #session: CdpSession;
  readonly #atV8: CdpBreakpoints;
  readonly #owner: Owner;

  constructor(session: CdpSession, atV8: CdpBreakpoints, owner: Owner) {
    this.#session = session;
    this.#atV8 = atV8;
    this.#owner = owner;
  }

  /** The CDP breakpoint by url stays as it is: lost in this script, it serves those that are loaded later. */
  async rearm(scriptId: string, bound: BoundBreakpoint, options?: CallOptions): Promise<void> {
    const before = bound.rearmedIds.get(scriptId);
    bound.rearmedIds.delete(scriptId);
    await Promise.all([
      before === undefined ? undefined : this.#atV8.remove(before, bound, options),
      this.#setRearmed(scriptId, bound, options),
    ]);
  }

  async #setRearmed(scriptId: string, bound: BoundBreakpoint, options?: CallOptions): Promise<void> {
    const location = bound.places.get(scriptId);
    if (!location) return;
    const params = { location, ...metConditionOf(bound) };
    const reply = await tolerateTaken(this.#session.send('Debugger.setBreakpoint', params, options));
    if (reply) this.#adoptRearmed(bound, scriptId, reply);
    else await this.#owner.armAnew(bound, options);
  }

  #adoptRearmed(
    bound: BoundBreakpoint,
    scriptId: string,
    { breakpointId, actualLocation }: CdpResult<'Debugger.setBreakpoint'>,
  ): void {
    if (bound.isRetired) {
      this.#atV8.remove(breakpointId, bound).catch(() => {});
      return;
    }
    bound.rearmedIds.set(scriptId, breakpointId);
    this.#atV8.own(breakpointId, bound);
    if (actualLocation.lineNumber !== bound.places.get(scriptId)?.lineNumber) this.#owner.place(bound, actualLocation);
  }
}
