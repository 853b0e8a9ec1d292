import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpBreakpointId } from '../../../cdp/ids.ts';
import { isConditional } from '../../../model/breakpoints/breakpoint-options.ts';
import type { BreakpointId } from '../../../model/ids.ts';
import type { GeneratedPosition } from '../../../sourcemap/source-map.ts';
import { MAIN_CONTEXT } from '../realms/own-realm.ts';
import type { ProgramTexts } from '../scripts/program-texts.ts';
import type { CdpLocation, ScriptTable } from '../scripts/script-table.ts';
import { NO_CODE } from '../source/stray-places.ts';
import { writtenPlace } from './breakpoint-places.ts';
import type { CdpBreakpoints } from './cdp-breakpoints.ts';
import type { ConditionCounts } from './conditions/condition-counts.ts';
import {
  nearestLine,
  type Placement,
  type Stray,
  strayAmongLoaded,
  strayOnDisk,
  strayText,
} from './stray-breakpoints.ts';
import type { ThreadBreakpoint } from './thread-breakpoint.ts';
import type { ThreadBreakpoints } from './thread-breakpoints.ts';
import { movedState, verifiedState } from './verified-state.ts';

/** The members of a thread that say where its breakpoints stand. */
interface PlacementHost {
  readonly session: CdpSession;
  readonly scripts: ScriptTable;
  readonly texts: ProgramTexts;
  readonly counts: ConditionCounts;
}

/** The places where V8 put breakpoints, and whether they may stand there. */
export class Placements {
  readonly #host: PlacementHost;
  readonly #cdpBreakpoints: CdpBreakpoints<ThreadBreakpoint>;
  readonly #bound: ThreadBreakpoints;
  /** Places that are still looked at, whether they may count. */
  readonly #pendingPlacements = new Set<Promise<unknown>>();

  constructor(host: PlacementHost, cdpBreakpoints: CdpBreakpoints<ThreadBreakpoint>, bound: ThreadBreakpoints) {
    this.#host = host;
    this.#cdpBreakpoints = cdpBreakpoints;
    this.#bound = bound;
  }

  /** Resolves when V8's place of each breakpoint is judged; undefined when all are. */
  get settled(): Promise<unknown> | undefined {
    return this.#pendingPlacements.size === 0 ? undefined : Promise.all(this.#pendingPlacements);
  }

  /** The same for one breakpoint, by the user's number. */
  settledOf(id: BreakpointId): Promise<unknown> | undefined {
    return this.#bound.isPlaced(id) ? this.settled : this.#placed();
  }

  /** V8 has said where a breakpoint stands before it is passed; what was said is read in the order of the messages. */
  async #placed(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await this.settled;
  }

  /** Resolves when it is known whether a breakpoint may stand at V8's place. */
  adopt(
    bound: ThreadBreakpoint,
    asked: GeneratedPosition,
    reply: { readonly breakpointId: string; readonly locations: readonly CdpLocation[] },
  ): Promise<unknown> {
    const { breakpointId } = reply;
    if (bound.isRetired) {
      this.#cdpBreakpoints.remove(breakpointId, bound).catch(() => {});
      return Promise.resolve();
    }
    bound.cdpIds.add(breakpointId);
    const places = this.#cdpBreakpoints.adopt(bound, asked, reply);
    return Promise.all(places.map((location) => this.place(bound, breakpointId, location)));
  }

  /** @returns when it is known whether the breakpoint may stand there, where that is not known at once */
  place(bound: ThreadBreakpoint, cdpId: CdpBreakpointId, place: CdpLocation): Promise<void> | undefined {
    const placement = { bound, place, asked: this.#cdpBreakpoints.askedFor(cdpId) ?? writtenPlace(bound) };
    const stray = strayOnDisk(placement, this.#host.scripts);
    if (stray.kind === 'stray') return this.#refuseAtOnce(placement, stray, cdpId);
    if (stray.kind === 'allowed') {
      this.#accept(bound, place);
      return undefined;
    }
    const judged = strayAmongLoaded(placement, this.#host).then(async (reason) => {
      if (bound.isRetired) return;
      if (reason === undefined) this.#accept(bound, place);
      else await this.refuse(bound, place, reason, cdpId);
    });
    return this.#wait(judged);
  }

  /** Lets pauses wait for something that decides about places. It fails only with the connection. */
  wait(decided: Promise<unknown>): void {
    this.#wait(decided).catch(() => {});
  }

  #wait<T>(judged: Promise<T>): Promise<T> {
    this.#pendingPlacements.add(judged);
    return judged.finally(() => this.#pendingPlacements.delete(judged));
  }

  /** Refuses a placement: it does not count from here on; the running text may have to tell the reason. */
  async #refuseAtOnce(placement: Placement, { reason, isByText }: Stray, cdpId: CdpBreakpointId): Promise<void> {
    const { bound, place } = placement;
    this.#giveUp(bound, cdpId);
    const why = isByText ? reason : ((await strayAmongLoaded(placement, this.#host)) ?? reason);
    if (!bound.isRetired) await this.refuse(bound, place, why);
  }

  #giveUp(bound: ThreadBreakpoint, cdpId: CdpBreakpointId): void {
    bound.cdpIds.delete(cdpId);
    this.#cdpBreakpoints.remove(cdpId, bound).catch(() => {});
  }

  #accept(bound: ThreadBreakpoint, place: CdpLocation): void {
    bound.places.set(place.scriptId, place);
    const { contextId } = this.#host.scripts.get(place.scriptId);
    if (isConditional(bound.wanted) && contextId === MAIN_CONTEXT) this.#host.counts.begin(bound.localId);
    const state = verifiedState(bound, place, this.#host.scripts);
    const isBetter =
      bound.state.kind === 'verified' && bound.state.movedFromLine !== undefined && state.movedFromLine === undefined;
    if (bound.state.kind !== 'verified' || isBetter) this.#bound.report(bound, state);
  }

  /** A breakpoint stands at another place than before, in a text that has changed. */
  move(bound: ThreadBreakpoint, at: CdpLocation): void {
    bound.places.set(at.scriptId, at);
    this.#bound.report(bound, movedState(bound.state, this.#host.scripts.locate(at)));
  }

  /** A place that was not meant does not count, and is given up. */
  async refuse(bound: ThreadBreakpoint, place: CdpLocation, reason: string, cdpId?: CdpBreakpointId): Promise<void> {
    if (cdpId !== undefined) this.#giveUp(bound, cdpId);
    if (bound.places.size > 0) return;
    this.#bound.report(bound, { kind: 'rejected', reason });
    const nearest = reason === NO_CODE ? await nearestLine(bound, place, this.#host) : undefined;
    if (nearest === undefined || bound.isRetired || bound.state.kind !== 'rejected') return;
    this.#bound.report(bound, { kind: 'rejected', reason: strayText(nearest) });
  }
}
