import type { SourceBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import type { CdpLocation, ScriptTable } from '../scripts/script-table.ts';
import type { CdpBreakpoints } from './cdp-breakpoints.ts';
import { ThreadBreakpoint } from './thread-breakpoint.ts';

const MAX_RETIRED = 50;

/** The line breakpoints that a thread has now, by the user's numbers and by its own. */
export class ThreadBreakpoints {
  readonly #scripts: ScriptTable;
  readonly #cdpBreakpoints: CdpBreakpoints;
  readonly #byId = new Map<number, ThreadBreakpoint>();
  /** Pauses of these may be on their way; what was set in the place of one has the same CDP id. */
  readonly #retired: ThreadBreakpoint[] = [];
  #nextNumber = 1;

  constructor(scripts: ScriptTable, cdpBreakpoints: CdpBreakpoints) {
    this.#scripts = scripts;
    this.#cdpBreakpoints = cdpBreakpoints;
  }

  all(): readonly ThreadBreakpoint[] {
    return [...this.#byId.values()];
  }

  /** The breakpoints that have a place in a script. */
  placedIn(scriptId: string): readonly ThreadBreakpoint[] {
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
  isPlaced(id: number): boolean {
    return this.#byId.get(id)?.state.kind !== 'pending';
  }

  /** False for a breakpoint that may not stand where V8 put it: what was recorded there is another line's. */
  counts(id: number): boolean {
    return this.#byId.get(id)?.state.kind !== 'rejected';
  }

  /** The wanted breakpoint of a caller's number. */
  wantedOf(id: number): SourceBreakpoint | undefined {
    return this.#byId.get(id)?.wanted;
  }

  /** The CDP breakpoints that stand for some of the user's. */
  cdpIdsOf(ids: readonly number[]): string[] {
    return ids.flatMap((id) => [...(this.#byId.get(id)?.cdpIds ?? [])]);
  }

  /** The user's number of a breakpoint whose condition is in the program; undefined when it does not count any more. */
  idOf(number: number): number | undefined {
    return this.#numbered(number)?.wanted.id;
  }

  /** The place that was asked for, for the breakpoint of that number. */
  sourceOf(number: number): { path: string; line: number } | undefined {
    const bound = this.#numbered(number);
    return bound && { path: bound.path, line: bound.wanted.line };
  }

  /** V8's place of the breakpoint of that number. */
  placeOf(number: number): CdpLocation | undefined {
    const [place] = this.#numbered(number)?.places.values() ?? [];
    return place;
  }

  /** The CDP breakpoints that have the conditions of these numbers. */
  settingsOf(numbers: readonly number[]): ReadonlySet<string> {
    const bounds = [...this.all(), ...this.#retired].filter(({ localId }) => numbers.includes(localId));
    return new Set(bounds.flatMap(({ cdpIds, rearmedIds }) => [...cdpIds, ...rearmedIds.values()]));
  }

  #numbered(number: number): ThreadBreakpoint | undefined {
    return this.all().find((bound) => bound.localId === number);
  }
}
