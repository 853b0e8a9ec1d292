import type { TracedEnd, TraceRecord } from '../../../model/trace/trace-record.ts';
import type { TraceLimits, TracePlace, TracePoint, WantedTrace } from '../../../model/trace/trace-request.ts';
import { isNamed } from '../breakpoints/function-places.ts';
import type { OpenCall } from './open-calls.ts';
import type { OwnFunction } from './own-functions.ts';

/** The calls that a question is about. */
export class WantedCalls {
  readonly #wanted: Exclude<WantedTrace, { kind: 'lines' }>;

  constructor(wanted: Exclude<WantedTrace, { kind: 'lines' }>) {
    this.#wanted = wanted;
  }

  get kind(): 'calls' | 'values' | 'frame' {
    return this.#wanted.kind;
  }

  /** True if calls of a function are followed. */
  isWanted(called: OwnFunction): boolean {
    return this.#wanted.kind !== 'values' || this.pointsAt(called).length > 0;
  }

  /** True if calls of the function are recorded wherever they are made. */
  isRoot(called: OwnFunction): boolean {
    const below = placeOf(this.#wanted);
    return below === undefined || isAt(called, below);
  }

  pointsAt(called: OwnFunction): readonly TracePoint[] {
    return this.#wanted.kind === 'values' ? this.#wanted.points.filter(({ place }) => isAt(called, place)) : [];
  }

  /** The condition at the start of the function. */
  conditionOf(called: OwnFunction): string | undefined {
    const conditions = this.pointsAt(called).map(({ condition }) => condition);
    return conditions.length === 1 ? conditions[0] : undefined;
  }
}

/** The place that calls are made in. */
function placeOf(wanted: Exclude<WantedTrace, { kind: 'lines' }>): TracePlace | undefined {
  if (wanted.kind === 'calls') return wanted.below;
  return wanted.kind === 'frame' && wanted.inside !== 'run' ? wanted.inside : undefined;
}

function isAt({ name, path, line, lastLine }: OwnFunction, place: TracePlace): boolean {
  if (place.kind === 'line') return place.path === path && line <= place.line && place.line <= lastLine;
  return (place.path === undefined || place.path === path) && isNamed(name, place.name);
}

/** The records of calls: a tree of them, calls that are alike folded, or rows of points. */
export function callsWritten(calls: readonly OpenCall[], wanted: WantedCalls, limits: TraceLimits): TraceRecord[] {
  if (wanted.kind === 'frame') return totalsOf(calls);
  return wanted.kind === 'calls' ? treeOf(calls) : rowsOf(calls, wanted, limits);
}

function treeOf(calls: readonly OpenCall[]): TraceRecord[] {
  const ids = new Map(calls.map((call, index) => [call, index + 1]));
  const below = new Map<OpenCall | undefined, OpenCall[]>();
  for (const call of calls) below.set(call.parent, [...(below.get(call.parent) ?? []), call]);
  const records: TraceRecord[] = [];
  const write = (parent: OpenCall | undefined) => {
    const kinds = new Map<string, { readonly first: OpenCall; alike: number }>();
    for (const call of below.get(parent) ?? []) {
      const known = kinds.get(kindOf(call, below));
      if (known) known.alike += 1;
      else kinds.set(kindOf(call, below), { first: call, alike: 0 });
    }
    for (const { first, alike } of kinds.values()) {
      records.push(nodeOf(first, ids, alike));
      write(first);
    }
  };
  write(undefined);
  return [...records, ...totalsOf(calls)];
}

/** Calls of one kind are alike. */
function kindOf(call: OpenCall, below: ReadonlyMap<OpenCall | undefined, readonly OpenCall[]>): string {
  const inside = [...new Set((below.get(call) ?? []).map((each) => kindOf(each, below)))].sort();
  const { end } = call;
  const value = end?.kind === 'returned' ? end.value.type : end?.kind === 'threw' ? end.error.type : '';
  const given = call.arguments.map(({ after }) => after?.type ?? '');
  return JSON.stringify([call.called.id, given, end?.kind, value, inside]);
}

function nodeOf(call: OpenCall, ids: ReadonlyMap<OpenCall, number>, alike: number): TraceRecord {
  const parent = call.parent && ids.get(call.parent);
  return {
    kind: 'node',
    id: ids.get(call) ?? 0,
    ...(parent === undefined ? {} : { parent }),
    function: call.called.id,
    atMs: call.atMs,
    durationMs: call.durationMs,
    arguments: call.arguments,
    end: endOf(call),
    alike,
  };
}

function totalsOf(calls: readonly OpenCall[]): TraceRecord[] {
  return [...new Set(calls.map(({ called }) => called))].map((called) => {
    const own = calls.filter((each) => each.called === called);
    const threw = own.filter(({ end }) => end?.kind === 'threw').length;
    const totalMs = own.reduce((sum, { durationMs }) => sum + durationMs, 0);
    return { kind: 'total', function: called.id, calls: own.length, threw, totalMs };
  });
}

/** A row for each call; what its expressions are is what it was given. */
function rowsOf(calls: readonly OpenCall[], wanted: WantedCalls, { maxRows }: TraceLimits): TraceRecord[] {
  const points = new Map<TracePoint, OpenCall[]>();
  for (const call of calls) {
    for (const point of wanted.pointsAt(call.called)) points.set(point, [...(points.get(point) ?? []), call]);
  }
  return [...points].flatMap(([{ id: point }, own]) => {
    const places = [...new Set(own.map(({ called }) => called))].map((called): TraceRecord => {
      return { kind: 'point', point, path: called.path, line: called.line, name: called.name };
    });
    const rows = own.map((call, index) => rowOf(call, point, index + 1));
    const kept = rows.filter((_, index) => index < maxRows / 2 || index >= rows.length - maxRows / 2);
    const total = { kind: 'pointTotal', point, passes: own.length, held: own.length, failed: 0, series: [] } as const;
    return [...places, ...kept, total];
  });
}

function rowOf(call: OpenCall, point: number, pass: number): TraceRecord {
  const values = call.arguments.flatMap(({ name, after }) =>
    after ? [{ kind: 'value' as const, name, value: after }] : [],
  );
  const caller = call.caller ? { caller: call.caller } : {};
  return { kind: 'hit', point, pass, atMs: call.atMs, values, end: endOf(call), ...caller };
}

function endOf({ end, line }: OpenCall): TracedEnd {
  return end ?? { kind: 'running', line };
}
