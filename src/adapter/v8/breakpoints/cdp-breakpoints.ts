import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpBreakpointId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { GeneratedPosition } from '../../../sourcemap/source-map.ts';
import type { CdpLocation } from '../scripts/script-table.ts';

/** A CDP breakpoint: what it was asked for, where V8 put it, and the breakpoints of the user that it stands for. */
interface CdpBreakpoint<Owner> {
  readonly owners: Set<Owner>;
  /** The place that was asked for; undefined for a breakpoint that was set again at a known place. */
  asked?: GeneratedPosition;
  readonly resolved: CdpLocation[];
  /** The key of the place that was asked for. */
  key?: string;
}

/** The breakpoints that V8 has for one thread, by the ids that it gave them. `Owner`: a breakpoint of the user, at a line or a function. */
export class CdpBreakpoints<Owner> {
  readonly #session: CdpSession;
  readonly #byId = new Map<string, CdpBreakpoint<Owner>>();
  /** By what was asked for: V8 takes a place once, and lines without code of their own may share one. */
  readonly #idAt = new Map<string, string>();
  /** Resolved before we knew the id: events are heard at once, replies a microtask later, and both may come in one read. */
  readonly #resolvedEarly = new Map<string, CdpLocation[]>();

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** The user's breakpoints that one stands for. */
  ownersOf(cdpId: CdpBreakpointId): readonly Owner[] {
    return [...(this.#byId.get(cdpId)?.owners ?? [])];
  }

  /** The place that a CDP breakpoint was asked for; undefined for one that was set again at a known place. */
  askedFor(cdpId: CdpBreakpointId): GeneratedPosition | undefined {
    return this.#byId.get(cdpId)?.asked;
  }

  /** The places at which V8 put a CDP breakpoint. */
  placesOf(cdpId: CdpBreakpointId): readonly CdpLocation[] {
    return this.#byId.get(cdpId)?.resolved ?? [];
  }

  /** The CDP breakpoint that was set under a key. */
  idAt(key: string): string | undefined {
    return this.#idAt.get(key);
  }

  /** Records a CDP breakpoint under the key of the place that was asked for. */
  keep(cdpId: CdpBreakpointId, key: string): void {
    this.#idAt.set(key, cdpId);
    this.#known(cdpId).key = key;
  }

  /** Lets a CDP breakpoint stand for a breakpoint of the user. */
  own(cdpId: CdpBreakpointId, bound: Owner): void {
    this.#known(cdpId).owners.add(bound);
  }

  /**
   * Like {@link own}, for a CDP breakpoint that has just been set. @returns V8's places of it, by its reply and by its earlier
   * events
   */
  adopt(
    bound: Owner,
    asked: GeneratedPosition,
    { breakpointId, locations }: { readonly breakpointId: string; readonly locations: readonly CdpLocation[] },
  ): readonly CdpLocation[] {
    const resolved = [...locations, ...(this.#resolvedEarly.get(breakpointId) ?? [])];
    this.#resolvedEarly.delete(breakpointId);
    const known = this.#known(breakpointId);
    known.asked = asked;
    known.resolved.push(...resolved);
    known.owners.add(bound);
    return resolved;
  }

  /** Notes where V8 put one. @returns the user's breakpoints that it stands for; undefined when that is not known yet */
  resolve(cdpId: CdpBreakpointId, location: CdpLocation): readonly Owner[] | undefined {
    const known = this.#byId.get(cdpId);
    if (known && known.owners.size > 0) {
      known.resolved.push(location);
      return [...known.owners];
    }
    this.#resolvedEarly.set(cdpId, [...(this.#resolvedEarly.get(cdpId) ?? []), location]);
    return undefined;
  }

  /**
   * Takes a CDP breakpoint away from a breakpoint of the user and, when it stands for no other, from V8. Also one that has no
   * owner.
   */
  async remove(cdpId: CdpBreakpointId, bound: Owner, options?: CallOptions): Promise<void> {
    const known = this.#byId.get(cdpId);
    known?.owners.delete(bound);
    if (known && known.owners.size > 0) return;
    this.#byId.delete(cdpId);
    this.#resolvedEarly.delete(cdpId);
    if (known?.key !== undefined && this.#idAt.get(known.key) === cdpId) this.#idAt.delete(known.key);
    await this.#session.send('Debugger.removeBreakpoint', { breakpointId: cdpId }, options);
  }

  /** Takes all of them away from V8. @returns a promise for each, all of which are on their way */
  removeAll(options?: CallOptions): readonly Promise<void>[] {
    const all = [...this.#byId].flatMap(([cdpId, { owners }]) => [...owners].map((owner) => [cdpId, owner] as const));
    this.#resolvedEarly.clear();
    return all.map(([cdpId, owner]) => this.remove(cdpId, owner, options));
  }

  #known(cdpId: CdpBreakpointId): CdpBreakpoint<Owner> {
    const known = this.#byId.get(cdpId) ?? { owners: new Set<Owner>(), resolved: [] };
    this.#byId.set(cdpId, known);
    return known;
  }
}
