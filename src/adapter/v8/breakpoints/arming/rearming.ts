import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import type { ScriptId } from '../../../../cdp/ids.ts';
import type { CdpResult } from '../../../../cdp/protocol.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import { metConditionOf, tolerateTaken } from '../breakpoint-places.ts';
import type { CdpBreakpoints } from '../cdp-breakpoints.ts';
import type { Placements } from '../placements.ts';
import type { ThreadBreakpoint } from '../thread-breakpoint.ts';
import type { Arming } from './arming.ts';

/** Sets breakpoints again in scripts of which V8 has taken a new text, and lost them with the old one. */
export class Rearming {
  readonly #session: CdpSession;
  readonly #cdpBreakpoints: CdpBreakpoints<ThreadBreakpoint>;
  readonly #placements: Placements;
  readonly #arming: Arming;

  constructor(
    session: CdpSession,
    cdpBreakpoints: CdpBreakpoints<ThreadBreakpoint>,
    placements: Placements,
    arming: Arming,
  ) {
    this.#session = session;
    this.#cdpBreakpoints = cdpBreakpoints;
    this.#placements = placements;
    this.#arming = arming;
  }

  /** The CDP breakpoint by url stays as it is: lost in this script, it serves those that are loaded later. */
  async rearm(scriptId: ScriptId, bound: ThreadBreakpoint, options?: CallOptions): Promise<void> {
    const before = bound.rearmedIds.get(scriptId);
    bound.rearmedIds.delete(scriptId);
    await Promise.all([
      before === undefined ? undefined : this.#cdpBreakpoints.remove(before, bound, options),
      this.#setRearmed(scriptId, bound, options),
    ]);
  }

  async #setRearmed(scriptId: ScriptId, bound: ThreadBreakpoint, options?: CallOptions): Promise<void> {
    const location = bound.places.get(scriptId);
    if (!location) return;
    const params = { location, ...metConditionOf(bound) };
    const reply = await tolerateTaken(this.#session.send('Debugger.setBreakpoint', params, options));
    if (reply) this.#adoptRearmed(bound, scriptId, reply);
    else await this.#arming.armAnew(bound, options);
  }

  #adoptRearmed(
    bound: ThreadBreakpoint,
    scriptId: ScriptId,
    { breakpointId, actualLocation }: CdpResult<'Debugger.setBreakpoint'>,
  ): void {
    if (bound.isRetired) {
      this.#cdpBreakpoints.remove(breakpointId, bound).catch(() => {});
      return;
    }
    bound.rearmedIds.set(scriptId, breakpointId);
    this.#cdpBreakpoints.own(breakpointId, bound);
    if (actualLocation.lineNumber !== bound.places.get(scriptId)?.lineNumber)
      this.#placements.move(bound, actualLocation);
  }
}
