import type { EventEmitter } from 'node:events';
import type { ScriptId } from '../../../cdp/ids.ts';
import type { BreakpointState, SourceBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import type { BreakpointId } from '../../../model/ids.ts';
import type { ThreadEvents } from '../pauses/thread-events.ts';
import type { CdpLocation, ScriptTable } from '../scripts/script-table.ts';
import type { CdpBreakpoints } from './cdp-breakpoints.ts';
import type { LocalBreakpointId } from './local-id.ts';
import { ThreadBreakpoint } from './thread-breakpoint.ts';

const MAX_RETIRED = 50;

/** The line breakpoints that a thread has now, by the user's numbers and by its own. */
export class ThreadBreakpoints {
  readonly #scripts: ScriptTable;
  readonly #cdpBreakpoints: CdpBreakpoints<ThreadBreakpoint>;
  readonly #events: EventEmitter<ThreadEvents>;
  readonly #byId = new Map<number, ThreadBreakpoint>();
  /** Pauses of these may be on their way; what was set in the place of one has the same CDP id. */
  readonly #retired: ThreadBreakpoint[] = [];
  readonly #placedListeners: (() => void)[] = [];
  #nextNumber = 1;

  constructor(
    scripts: ScriptTable,
    cdpBreakpoints: CdpBreakpoints<ThreadBreakpoint>,
    events: EventEmitter<ThreadEvents>,
  ) {
    this.#scripts = scripts;
    this.#cdpBreakpoints = cdpBreakpoints;
    this.#events = events;
  }

  all(): readonly ThreadBreakpoint[] {
    return [...this.#byId.values()];
  }

  /** The breakpoints that have a place in a script. */
  placedIn(scriptId: ScriptId): readonly ThreadBreakpoint[] {
    return this.all().filter(({ places }) => places.has(scriptId));
  }

  /** The breakpoints that V8 found no place for. */
  get pending(): readonly ThreadBreakpoint[] {
    return this.all().filter(({ state }) => state.kind === 'pending');
  }

  /** The breakpoints that count only some passes, or stop at none. */
  get gated(): readonly ThreadBreakpoint[] {
    return this.all().filter(({ condition }) => condition !== undefined);
  }

  /** The breakpoint of that number of the user's, new if there is none. */
  take(path: string, wanted: SourceBreakpoint): { readonly bound: ThreadBreakpoint; readonly isNew: boolean } {
    const known = this.#byId.get(wanted.id);
    if (known) return { bound: known, isNew: false };
    const bound = new ThreadBreakpoint(this.#nextNumber++, path, wanted);
    this.#byId.set(wanted.id, bound);
    return { bound, isNew: true };
  }

  /** Adds a listener for each breakpoint that has waited for its place, and waits no longer. */
  onPlaced(listener: () => void): void {
    this.#placedListeners.push(listener);
  }

  /** Gives a breakpoint another state, and publishes it. */
  report(bound: ThreadBreakpoint, state: BreakpointState): void {
    const wasPending = bound.state.kind === 'pending';
    bound.state = state;
    if (wasPending && state.kind !== 'pending') for (const listener of this.#placedListeners) listener();
    this.#events.emit('breakpoint', bound.wanted.id, state);
  }

  /** Forgets a breakpoint: the parts that are still in the debuggee do not count any more. */
  retire(bound: ThreadBreakpoint): void {
    bound.isRetired = true;
    this.#byId.delete(bound.wanted.id);
    this.#retired.push(bound);
    if (this.#retired.length > MAX_RETIRED) this.#retired.shift();
  }

  /**
   * The numbers of the user's breakpoints among these CDP ids.
   *
   * @param at Where the thread stopped. A compiler may spread a line over several places, and V8 may move one of them to
   *   another line: only a stop at the line that was reported counts.
   */
  hitIds(cdpIds: readonly string[] | undefined, at?: CdpLocation): number[] {
    const bounds = (cdpIds ?? []).flatMap((cdpId) => this.#cdpBreakpoints.ownersOf(cdpId));
    const line = at && this.#scripts.locate(at).line;
    const counts = (bound: ThreadBreakpoint) =>
      bound.state.kind !== 'rejected' && (line === undefined || bound.standsAt(line, at?.scriptId ?? ''));
    return [...new Set(bounds.filter(counts).map(({ wanted }) => wanted.id))];
  }

  /** True if V8's place of a breakpoint is known. */
  isPlaced(id: BreakpointId): boolean {
    return this.#byId.get(id)?.state.kind !== 'pending';
  }

  /** False for a breakpoint that may not stand where V8 put it: what was recorded there is another line's. */
  counts(id: BreakpointId): boolean {
    return this.#byId.get(id)?.state.kind !== 'rejected';
  }

  /** The wanted breakpoint of a caller's number. */
  wantedOf(id: BreakpointId): SourceBreakpoint | undefined {
    return this.#byId.get(id)?.wanted;
  }

  /** The CDP breakpoints that stand for some of the user's. */
  cdpIdsOf(ids: readonly number[]): string[] {
    return ids.flatMap((id) => [...(this.#byId.get(id)?.cdpIds ?? [])]);
  }

  /** The CDP breakpoints that have the conditions of these numbers. */
  settingsOf(numbers: readonly LocalBreakpointId[]): ReadonlySet<string> {
    const bounds = [...this.all(), ...this.#retired].filter(({ localId }) => numbers.includes(localId));
    return new Set(bounds.flatMap(({ cdpIds, rearmedIds }) => [...cdpIds, ...rearmedIds.values()]));
  }
}
