import type { BreakpointRecord } from '../../../../model/breakpoints/breakpoint-record.ts';
import { sumOf } from '../../../../model/breakpoints/condition-tally.ts';
import type { CollectedHit, CollectedValue } from '../../../../model/collected-value.ts';
import type { TracedResult, TraceRecord } from '../../../../model/trace/trace-record.ts';
import type { TracePoint } from '../../../../model/trace/trace-request.ts';
import { ValueSeries } from './value-series.ts';

const MAX_TEXT = 160;
/** Names of number types in the collecting breakpoints of the languages. */
const NUMBER_TYPES = new Set(['number', 'int', 'float']);

type Row = Extract<TraceRecord, { kind: 'hit' }>;

/** The passes that a breakpoint collects for one point: the first rows and the last ones, and exact counts of all. */
export class CollectedPoint {
  readonly #point: TracePoint;
  readonly #half: number;
  readonly #series: readonly ValueSeries[];
  readonly #first: Row[] = [];
  readonly #last: Row[] = [];
  #passes = 0;

  /** @param maxRows Rows that are kept. */
  constructor(point: TracePoint, maxRows: number) {
    this.#point = point;
    this.#half = maxRows / 2;
    this.#series = point.expressions.map((name) => new ValueSeries(name));
  }

  /** @param atMs Since the trace began. */
  add({ values }: CollectedHit, atMs: number): void {
    const results = this.#point.expressions.map((name, index) => resultOf(name, values[index]));
    for (const [index, result] of results.entries()) this.#series[index]?.add(result);
    const row: Row = { kind: 'hit', point: this.#point.id, pass: ++this.#passes, atMs, values: results };
    if (this.#first.length < this.#half) this.#first.push(row);
    else this.#last.push(row);
    if (this.#last.length > this.#half) this.#last.shift();
  }

  /** All that is known of it, as records. @param breakpoint As it is at the end. */
  records({ state, hits, tallies }: BreakpointRecord): TraceRecord[] {
    const { id: point, condition } = this.#point;
    const tally = sumOf(Object.values(tallies ?? {}));
    const held = Math.max(hits, this.#passes);
    const failed = condition === undefined ? 0 : tally.failures;
    const passes = Math.max(held, condition === undefined ? 0 : tally.passes);
    const series = this.#passes === 0 ? [] : this.#series.map((each) => each.counts());
    const error = tally.error === undefined ? {} : { error: tally.error };
    const { path, line } = state.kind === 'verified' ? state.location : { path: '', line: 0 };
    return [
      ...(path === '' ? [] : [{ kind: 'point', point, path, line } as const]),
      ...this.#first,
      ...this.#last,
      { kind: 'pointTotal', point, passes, held, failed, series, ...error },
    ];
  }
}

function resultOf(name: string, value: CollectedValue | undefined): TracedResult {
  if (value === undefined) return { kind: 'thrown', name, message: 'not recorded' };
  if (value.kind === 'thrown') return { kind: 'thrown', name, message: value.message };
  const { type, json } = value;
  const text = (value.description ?? value.text ?? JSON.stringify(json) ?? type).slice(0, MAX_TEXT);
  const isNumber = NUMBER_TYPES.has(type) && typeof json === 'number';
  const kind = json === null && type === 'object' ? 'null' : Array.isArray(json) && type === 'object' ? 'array' : type;
  return { kind: 'value', name, value: { text, type: kind, ...(isNumber ? { number: json } : {}) } };
}
