import type { BreakpointState, FunctionBreakpoint, SourceBreakpoint } from '../model/breakpoint.ts';
import type { BreakpointRecord, BreakpointTarget } from '../model/breakpoint-record.ts';
import type { ReportedTally } from '../model/condition-tally.ts';
import { DebugError } from '../model/debug-error.ts';

/** What a caller says about a breakpoint, new or changed. */
export interface BreakpointRequest {
  readonly target: BreakpointTarget;
  readonly condition?: string | undefined;
  readonly hitCondition?: string | undefined;
  readonly logMessage?: string | undefined;
  readonly collect?: readonly string[] | undefined;
  readonly oneShot?: boolean | undefined;
}

const NOT_SENT: BreakpointState = { kind: 'pending', reason: 'the program has not been started yet' };

/**
 * The breakpoints of one session: what is wanted, and what is known of each. It outlives the debuggee, so a restart finds
 * them again. Numbers are never reused.
 */
export class BreakpointBook {
  readonly #records = new Map<number, BreakpointRecord>();
  #nextId = 1;

  /** Takes note of a breakpoint. A second one at the same place replaces the first and keeps its number. */
  put(request: BreakpointRequest): BreakpointRecord {
    const existing = this.at(request.target);
    // A run-to must not eat a breakpoint that stands on its line already. One that stops there always does its work, too; any
    // other one steps back while the run-to stands.
    if (existing && request.oneShot && stopsAlways(existing)) return existing;
    const id = existing && !request.oneShot ? existing.id : this.#nextId++;
    const record: BreakpointRecord = {
      id,
      target: request.target,
      ...(request.condition === undefined ? {} : { condition: request.condition }),
      ...(request.hitCondition === undefined ? {} : { hitCondition: request.hitCondition }),
      ...(request.logMessage === undefined ? {} : { logMessage: request.logMessage }),
      ...(request.collect === undefined ? {} : { collect: request.collect }),
      enabled: true,
      oneShot: request.oneShot ?? false,
      state: NOT_SENT,
      hits: 0,
    };
    this.#records.set(id, record);
    return record;
  }

  /** The breakpoint at a place. */
  at(target: BreakpointTarget): BreakpointRecord | undefined {
    return [...this.#records.values()].find((record) => samePlace(record.target, target));
  }

  /** Puts back a record as it was. */
  restore(record: BreakpointRecord): void {
    this.#records.set(record.id, record);
  }

  list(): BreakpointRecord[] {
    return [...this.#records.values()].filter((record) => !record.oneShot);
  }

  oneShots(): BreakpointRecord[] {
    return [...this.#records.values()].filter((record) => record.oneShot);
  }

  find(id: number): BreakpointRecord | undefined {
    return this.#records.get(id);
  }

  /** @throws DebugError `breakpoint_not_found` */
  get(id: number): BreakpointRecord {
    const record = this.#records.get(id);
    if (record) return record;
    const known = this.list().map((each) => each.id);
    throw new DebugError('breakpoint_not_found', `There is no breakpoint ${id}.`, {
      advice: known.length === 0 ? 'No breakpoint is set.' : `Breakpoints: ${known.join(', ')}.`,
      details: { known },
    });
  }

  /** @throws DebugError `breakpoint_not_found` */
  remove(id: number): BreakpointRecord {
    const record = this.get(id);
    this.#records.delete(id);
    return record;
  }

  /** @throws DebugError `breakpoint_not_found` */
  setEnabled(id: number, enabled: boolean): BreakpointRecord {
    return this.#change(this.get(id), { enabled });
  }

  relocate(id: number, target: BreakpointTarget): void {
    this.#change(this.get(id), { target });
  }

  setState(id: number, state: BreakpointState): void {
    const record = this.#records.get(id);
    if (record) this.#change(record, { state });
  }

  countHit(id: number): void {
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

  /** Forgets what the last debuggee made of them, for a restart. */
  reset(): void {
    for (const record of this.oneShots()) this.#records.delete(record.id);
    for (const record of this.list()) this.#change(record, { state: NOT_SENT, hits: 0, tallies: {} });
  }

  /** Files that have breakpoints, also disabled ones. */
  paths(): string[] {
    const paths = [...this.#records.values()].flatMap(({ target }) => (target.kind === 'line' ? target.path : []));
    return [...new Set(paths)];
  }

  /** The enabled breakpoints of a file, as the adapter takes them. */
  wantedIn(path: string): SourceBreakpoint[] {
    return [...this.#records.values()].flatMap((record) => {
      const { target, enabled } = record;
      if (!enabled || target.kind !== 'line' || target.path !== path || this.#stepsBack(record)) return [];
      const column = target.column === undefined ? {} : { column: target.column };
      return { line: target.line, ...column, ...optionsOf(record) };
    });
  }

  /** The enabled function breakpoints, as the adapter takes them. */
  wantedFunctions(): FunctionBreakpoint[] {
    return [...this.#records.values()].flatMap((record) =>
      record.enabled && record.target.kind === 'function' && !this.#stepsBack(record)
        ? { name: record.target.name, ...optionsOf(record) }
        : [],
    );
  }

  /** Two breakpoints at one place are refused by debuggers. */
  #stepsBack(record: BreakpointRecord): boolean {
    return !record.oneShot && this.oneShots().some((other) => samePlace(other.target, record.target));
  }

  #change(record: BreakpointRecord, changes: Partial<BreakpointRecord>): BreakpointRecord {
    const changed = { ...record, ...changes };
    this.#records.set(record.id, changed);
    return changed;
  }
}

function optionsOf({ id, condition, hitCondition, logMessage, collect }: BreakpointRecord) {
  return {
    id,
    ...(condition === undefined ? {} : { condition }),
    ...(hitCondition === undefined ? {} : { hitCondition }),
    ...(logMessage === undefined ? {} : { logMessage }),
    ...(collect === undefined ? {} : { collect }),
  };
}

/** Whether a pass of its place stops the program whatever the circumstances. */
function stopsAlways({ oneShot, enabled, condition, hitCondition, logMessage, collect }: BreakpointRecord): boolean {
  if (oneShot) return true;
  return enabled && [condition, hitCondition, logMessage, collect].every((option) => option === undefined);
}

function samePlace(a: BreakpointTarget, b: BreakpointTarget): boolean {
  if (a.kind === 'function') return b.kind === 'function' && a.name === b.name;
  return b.kind === 'line' && a.path === b.path && a.line === b.line && a.column === b.column;
}
