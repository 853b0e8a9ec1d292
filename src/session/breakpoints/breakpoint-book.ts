import type { BreakpointState, FunctionBreakpoint, SourceBreakpoint } from '../../model/breakpoints/breakpoint.ts';
import { type AskedOptions, hasOptions, optionsOf } from '../../model/breakpoints/breakpoint-options.ts';
import type { BreakpointRecord, BreakpointTarget } from '../../model/breakpoints/breakpoint-record.ts';
import type { ReportedTally } from '../../model/breakpoints/condition-tally.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { BreakpointId } from '../../model/ids.ts';

/** A caller's settings of a breakpoint, new or changed. */
export interface BreakpointRequest extends AskedOptions {
  readonly target: BreakpointTarget;
  readonly oneShot?: boolean | undefined;
}

/** Numbers that an error lists. */
const MAX_KNOWN = 20;
const NOT_SENT: BreakpointState = { kind: 'pending', reason: 'the program has not been started yet' };

/**
 * The breakpoints of one session: what is wanted, and what is known of each. It outlives the debuggee, so a restart finds
 * them again. Numbers are never reused.
 */
export class BreakpointBook {
  readonly #records = new Map<number, BreakpointRecord>();
  /** Numbers by place, oldest first: a run-to may stand where a breakpoint does. */
  readonly #places = new Map<string, readonly number[]>();
  #nextId = 1;

  /** Adds a breakpoint. A second one at the same place replaces the first and keeps its number. */
  put(request: BreakpointRequest): BreakpointRecord {
    const existing = this.at(request.target);
    // A run-to must not eat a breakpoint that stands on its line already. One that stops there always does its work, too; any
    // other one steps back while the run-to stands.
    if (existing && request.oneShot && stopsAlways(existing)) return existing;
    const id = existing && !request.oneShot ? existing.id : this.#nextId++;
    const record: BreakpointRecord = {
      id,
      target: request.target,
      ...optionsOf(request),
      enabled: true,
      oneShot: request.oneShot ?? false,
      state: NOT_SENT,
      hits: 0,
    };
    this.#keep(record);
    return record;
  }

  /** The breakpoint at a place. */
  at(target: BreakpointTarget): BreakpointRecord | undefined {
    const [id] = this.#places.get(placeKey(target)) ?? [];
    return id === undefined ? undefined : this.#records.get(id);
  }

  /** Puts back a record as it was. */
  restore(record: BreakpointRecord): void {
    this.#keep(record);
  }

  list(): BreakpointRecord[] {
    return [...this.#records.values()].filter((record) => !record.oneShot);
  }

  oneShots(): BreakpointRecord[] {
    return [...this.#records.values()].filter((record) => record.oneShot);
  }

  find(id: BreakpointId): BreakpointRecord | undefined {
    return this.#records.get(id);
  }

  /** @throws DebugError `breakpoint_not_found` */
  get(id: BreakpointId): BreakpointRecord {
    const record = this.#records.get(id);
    if (record) return record;
    const known = this.list().map((each) => each.id);
    throw new DebugError('breakpoint_not_found', `There is no breakpoint ${id}.`, {
      advice: knownText(known),
      details: { known },
    });
  }

  /** @throws DebugError `breakpoint_not_found` */
  remove(id: BreakpointId): BreakpointRecord {
    const record = this.get(id);
    this.#drop(record);
    return record;
  }

  /** @throws DebugError `breakpoint_not_found` */
  setEnabled(id: BreakpointId, enabled: boolean): BreakpointRecord {
    return this.#change(this.get(id), { enabled });
  }

  relocate(id: BreakpointId, target: BreakpointTarget): void {
    this.#change(this.get(id), { target });
  }

  setState(id: BreakpointId, state: BreakpointState): void {
    const record = this.#records.get(id);
    if (record) this.#change(record, { state });
  }

  countHit(id: BreakpointId): void {
    const record = this.#records.get(id);
    if (record) this.#change(record, { hits: record.hits + 1 });
  }

  /** Adds up what parts of the program have counted. */
  tally({ id, source, tally }: ReportedTally): void {
    const record = this.#records.get(id);
    if (!record) return;
    const bySource = { ...record.tallies, [source]: tally };
    this.#change(record, { tallies: bySource });
  }

  /** Marks these as perhaps passed more often than was counted. Those that stop at each pass were not, before a process had ended. */
  cutShort(ids: readonly number[]): void {
    for (const id of ids) {
      const record = this.#records.get(id);
      if (record && !stopsAlways(record) && !record.cutShort) this.#change(record, { cutShort: { kind: 'ended' } });
    }
  }

  /** Marks all as perhaps passed where no debugger sees it. */
  loseSight(what: string): void {
    for (const record of this.list()) this.#change(record, { cutShort: { kind: 'unseen', what } });
  }

  /** Forgets what the last debuggee made of them, for a restart. */
  reset(): void {
    for (const record of this.oneShots()) this.#drop(record);
    for (const record of this.list())
      this.#change(record, { state: NOT_SENT, hits: 0, tallies: {}, cutShort: undefined });
  }

  /** Files that have breakpoints, also disabled ones. */
  paths(): string[] {
    const paths = [...this.#records.values()].flatMap(({ target }) => (target.kind === 'line' ? target.path : []));
    return [...new Set(paths)];
  }

  /** The enabled breakpoints of a file, as the adapter takes them. */
  wantedIn(path: string): SourceBreakpoint[] {
    const taken = this.#takenPlaces();
    return [...this.#records.values()].flatMap((record) => {
      const { target, enabled } = record;
      if (!enabled || target.kind !== 'line' || target.path !== path || stepsBack(record, taken)) return [];
      const column = target.column === undefined ? {} : { column: target.column };
      return { id: record.id, line: target.line, ...column, ...optionsOf(record) };
    });
  }

  /** The enabled function breakpoints, as the adapter takes them. */
  wantedFunctions(): FunctionBreakpoint[] {
    const taken = this.#takenPlaces();
    return [...this.#records.values()].flatMap((record) =>
      record.enabled && record.target.kind === 'function' && !stepsBack(record, taken)
        ? { id: record.id, name: record.target.name, ...optionsOf(record) }
        : [],
    );
  }

  /** The places of run-to breakpoints. */
  #takenPlaces(): ReadonlySet<string> {
    return new Set(this.oneShots().map(({ target }) => placeKey(target)));
  }

  #change(record: BreakpointRecord, changes: Partial<BreakpointRecord>): BreakpointRecord {
    const changed = { ...record, ...changes };
    this.#keep(changed);
    return changed;
  }

  #keep(record: BreakpointRecord): void {
    const key = placeKey(record.target);
    const before = this.#records.get(record.id);
    if (before && placeKey(before.target) !== key) this.#leave(before);
    this.#records.set(record.id, record);
    const ids = this.#places.get(key) ?? [];
    if (!ids.includes(record.id))
      this.#places.set(
        key,
        [...ids, record.id].sort((a, b) => a - b),
      );
  }

  #drop(record: BreakpointRecord): void {
    this.#records.delete(record.id);
    this.#leave(record);
  }

  #leave({ id, target }: BreakpointRecord): void {
    const key = placeKey(target);
    const left = (this.#places.get(key) ?? []).filter((each) => each !== id);
    if (left.length === 0) this.#places.delete(key);
    else this.#places.set(key, left);
  }
}

/** Two breakpoints at one place are refused by debuggers. */
function stepsBack({ oneShot, target }: BreakpointRecord, taken: ReadonlySet<string>): boolean {
  return !oneShot && taken.has(placeKey(target));
}

/** Lists the breakpoints, as the advice of an error. */
export function knownText(ids: readonly number[]): string {
  if (ids.length === 0) return 'No breakpoint is set.';
  const more = ids.length > MAX_KNOWN ? ` and ${ids.length - MAX_KNOWN} more` : '';
  return `Breakpoints: ${ids.slice(0, MAX_KNOWN).join(', ')}${more}.`;
}

/** True if a pass of its place stops the program whatever the circumstances. */
function stopsAlways(record: BreakpointRecord): boolean {
  return record.oneShot || (record.enabled && !hasOptions(record));
}

/** The same for two targets that name one place. */
function placeKey(target: BreakpointTarget): string {
  return target.kind === 'function' ? `${target.name}()` : `${target.line}:${target.column ?? ''} ${target.path}`;
}
