import type { TracedSeries } from '../../../../../../model/trace/trace-record.ts';
import type { TracePoint } from '../../../../../../model/trace/trace-request.ts';
import { clockMs } from '../../agent/program.ts';
import type { CodeTable } from '../../code/table.ts';
import { callerOf, markCaller, markSomeCallers } from '../caller.ts';
import { type OutlineCall, SILENT_CALL } from '../calls/outline-call.ts';
import { described, type Held, held } from '../describe.ts';
import type { RecordSink } from '../sink.ts';
import { Series } from './series.ts';

/** Reads what was asked for, in the scope of the point. */
export type Reader = () => unknown;

type Result =
  | { readonly kind: 'value'; readonly name: string; readonly value: Held }
  | { readonly kind: 'thrown'; readonly name: string; readonly message: string };

interface Hit {
  readonly pass: number;
  readonly atMs: number;
  readonly caller: object | undefined;
  readonly values: Result[];
  call: OutlineCall | undefined;
}

/** A point: the values of its expressions at each pass, or, of a function without any, its arguments and how its calls end. */
export class ValuePoint {
  readonly #point: TracePoint;
  readonly #recorder: RecordSink;
  /** By name: all places together. */
  readonly #series = new Map<string, Series>();
  readonly #half: number;
  /** Hits that are written at once, from the first one on. */
  readonly #first: number;
  /** Hits that are not written yet: the last ones, or functions that have not ended. */
  #ring: Hit[] = [];
  readonly #open: Hit[] = [];
  /** Hits in functions that have ended with an error that is not known yet. */
  #unsettled: Hit[] = [];
  #hits = 0;
  #passes = 0;
  #held = 0;
  #failed = 0;
  #error: string | undefined;
  #isDirty = false;

  constructor(point: TracePoint, maxRows: number, keepFirst: number, recorder: RecordSink) {
    this.#point = point;
    this.#recorder = recorder;
    this.#half = maxRows > 1 ? maxRows >> 1 : 1;
    this.#first = Math.max(keepFirst, this.#half);
  }

  /** Adds a place at which the point stands. */
  standsAt({ params }: CodeTable): void {
    const { expressions } = this.#point;
    const names = expressions.length > 0 ? expressions : params;
    for (let at = 0; at < names.length; at++) this.#seriesOf(names[at] ?? '');
  }

  /** A pass; `begin` makes the call of a function, which is given back and takes part in its code. */
  passes(
    { params }: CodeTable,
    values: readonly unknown[],
    readers: readonly Reader[],
    test: Reader | undefined,
    begin: (() => OutlineCall) | undefined,
  ): OutlineCall | typeof SILENT_CALL | undefined {
    this.#passes++;
    this.#isDirty = true;
    if (test !== undefined && !this.#isHeld(test)) return begin && SILENT_CALL;
    this.#held++;
    const results = readers.length > 0 || begin === undefined ? this.#read(readers) : this.#arguments(params, values);
    const call = begin?.();
    const isKept = this.#hits < this.#first;
    const now = clockMs();
    const caller = isKept ? markCaller() : markSomeCallers(now);
    const hit: Hit = { pass: this.#passes, atMs: this.#recorder.sinceStart(now), caller, values: results, call };
    this.#keep(hit, isKept);
    this.#hits++;
    this.#recorder.tick();
    return call;
  }

  /** A call that began with a pass has ended. */
  ended(call: OutlineCall): void {
    this.#isDirty = true;
    if (call.end?.kind === 'returned') this.#recorder.wentOn();
    for (let at = 0; at < this.#open.length; at++) {
      const hit = this.#open[at];
      if (hit?.call !== call) continue;
      // Its error may be known before anything else happens.
      if (call.isUnknown) this.#unsettled[this.#unsettled.length] = hit;
      else this.#write(hit);
      for (let next = at; next + 1 < this.#open.length; next++) this.#open[next] = this.#open[next + 1] ?? hit;
      this.#open.length--;
      return;
    }
  }

  /** Writes what is known, where it has changed. */
  write(isLast: boolean): void {
    if (!this.#isDirty && !(isLast && this.#open.length > 0)) return;
    this.#isDirty = this.#recorder.isEscaping && this.#unsettled.length > 0;
    const { id } = this.#point;
    if (!this.#recorder.isEscaping) this.#writeUnsettled();
    if (isLast) for (let at = 0; at < this.#open.length; at++) this.#write(this.#open[at]);
    const start = this.#hits > this.#first ? (this.#hits - this.#first) % this.#half : 0;
    for (let at = 0; at < this.#half; at++) this.#write(this.#ring[(start + at) % this.#half]);
    // They are written once: what comes later is newer.
    this.#ring = [];
    const series: TracedSeries[] = [];
    const each = this.#series.values();
    for (let next = each.next(); !next.done; next = each.next()) series[series.length] = next.value.counts();
    const counts = { passes: this.#passes, held: this.#held, failed: this.#failed, error: this.#error };
    this.#recorder.write({ kind: 'pointTotal', point: id, ...counts, series });
  }

  /** Rows are written once. While an error escapes it may still be known, when its stack is made. */
  #writeUnsettled(): void {
    for (let at = 0; at < this.#unsettled.length; at++) this.#write(this.#unsettled[at]);
    this.#unsettled = [];
  }

  #keep(hit: Hit, isKept: boolean): void {
    if (!isKept) this.#ring[(this.#hits - this.#first) % this.#half] = hit;
    else if (hit.call === undefined) this.#write(hit);
    else this.#open[this.#open.length] = hit;
  }

  #write(hit: Hit | undefined): void {
    if (hit === undefined) return;
    const { pass, atMs, values, call } = hit;
    const end = call?.endNow();
    this.#recorder.write({ kind: 'hit', point: this.#point.id, pass, atMs, caller: callerOf(hit.caller), values, end });
  }

  #read(readers: readonly Reader[]): Result[] {
    const results: Result[] = [];
    for (let at = 0; at < readers.length; at++) {
      const name = this.#point.expressions[at] ?? '';
      try {
        results[at] = this.#seen(name, readers[at]?.());
      } catch (error) {
        this.#seriesOf(name).addFailure();
        results[at] = { kind: 'thrown', name, message: described(error).text };
      }
    }
    return results;
  }

  #arguments(params: readonly string[], values: readonly unknown[]): Result[] {
    const results: Result[] = [];
    for (let at = 0; at < params.length; at++) results[at] = this.#seen(params[at] ?? '', values[at]);
    return results;
  }

  #seriesOf(name: string): Series {
    const known = this.#series.get(name);
    if (known !== undefined) return known;
    const added = new Series(name);
    this.#series.set(name, added);
    return added;
  }

  #seen(name: string, value: unknown): Result {
    const now = held(value);
    this.#seriesOf(name).add(now);
    return { kind: 'value', name, value: now };
  }

  #isHeld(test: Reader): boolean {
    try {
      return !!test();
    } catch (error) {
      this.#failed++;
      this.#error ??= described(error).text;
      return false;
    }
  }
}
