import type { TraceRequest, WantedCall } from '../../../../../model/trace/trace-request.ts';
import type { CodeTable } from '../code/table.ts';
import type { Activation, CallOwner } from './activation.ts';
import { callRecord } from './call-record.ts';
import { CallTotals } from './call-totals.ts';
import { markCaller } from './caller.ts';
import { described } from './describe.ts';
import { type CountedCall, makeProbes, type Probes } from './probes.ts';
import type { RecordSink } from './sink.ts';

/** A function whose calls are recorded until the wanted one has been seen; from then on they are only counted. */
export class FrameFunction implements CallOwner {
  readonly table: CodeTable;
  readonly maxEvents: number;
  readonly #id: number;
  readonly #recorder: RecordSink;
  readonly #call: WantedCall;
  readonly #probes: Probes;
  /** All functions are recorded. */
  readonly #isDeep: boolean;
  readonly #totals = new CallTotals();
  #held = 0;
  #failed = 0;
  #error: string | undefined;
  /** The wanted call, as soon as it is known. */
  #wanted: Activation | undefined;
  /** The last recorded call: it stands in if none was as wanted. */
  #last: Activation | undefined;
  #isDirty = false;
  /** True if the wanted call was written as it ended. */
  #isWritten = false;

  constructor(table: CodeTable, id: number, request: TraceRequest, call: WantedCall, recorder: RecordSink) {
    this.table = table;
    this.maxEvents = request.limits.maxEvents;
    this.#id = id;
    this.#recorder = recorder;
    this.#call = call;
    this.#isDeep = request.wanted.kind === 'frame' && request.wanted.inside !== undefined;
    this.#probes = makeProbes(table, this, (ms, threw) => this.#counted(ms, threw));
  }

  /** A call begins. */
  enter(
    values: readonly unknown[],
    readers: readonly (() => unknown)[],
    test?: () => unknown,
  ): Activation | CountedCall {
    const number = this.#totals.begin();
    this.#isDirty = true;
    if (this.#wanted !== undefined) return this.#probes.counted();
    const call = this.#probes.recorded(number, values, readers);
    call.caller = markCaller();
    if (!this.#isInside()) this.#last = call;
    if (this.#isWanted(test)) this.#wanted = call;
    return call;
  }

  /** True inside a call of the same function: the outer call stands for it if the calls in it are recorded too. */
  #isInside(): boolean {
    return this.#isDeep && this.#last !== undefined && this.#last.end === undefined;
  }

  tick(): void {
    this.#isDirty = true;
    this.#recorder.tick();
  }

  ended(call: Activation): void {
    const threw = call.end?.kind === 'threw';
    this.#count(call.durationMs, threw);
    if (!threw) this.#recorder.wentOn();
    if (threw && this.#call.kind === 'throws' && this.#wanted === undefined) this.#wanted = call;
    if (call !== this.#wanted) return;
    this.#writeCall(call);
    this.#isWritten = true;
    this.#recorder.flush();
  }

  /** The process ends with an error, which ends what has no end of its own. */
  ends(error: unknown): void {
    if (this.table.isTop && this.#last?.end === undefined) this.#last?.threw(error);
  }

  awaitsError(call: Activation): void {
    this.#recorder.awaitsError(this.table, (error) => {
      call.knowsError(error);
      this.#isWritten = false;
      this.#isDirty = true;
    });
  }

  met(error: unknown): void {
    this.#recorder.met(error);
  }

  /** Writes what is known, where it has changed. A call that may still change, or stands in, is written when it `isDue`. */
  write(_isLast: boolean, isDue: boolean): void {
    if (!this.#isDirty) return;
    const call = this.#wanted ?? this.#last;
    if (call !== undefined && !this.#isWritten && isDue) this.#writeCall(call);
    this.#isDirty = !isDue && call !== undefined && !this.#isWritten;
    const isTested = this.#call.kind === 'condition';
    const tested = isTested ? { held: this.#held, failed: this.#failed, error: this.#error } : {};
    this.#recorder.write({ kind: 'total', function: this.#id, ...this.#totals.counts, ...tested });
  }

  #writeCall(call: Activation): void {
    const isWanted = call === this.#wanted || this.#call.kind === 'last';
    this.#recorder.write(callRecord(call, { id: this.#id, isWanted, sink: this.#recorder }));
  }

  #isWanted(test: (() => unknown) | undefined): boolean {
    if (this.#call.kind === 'first') return true;
    if (this.#call.kind === 'number') return this.#totals.calls === this.#call.number;
    if (this.#call.kind !== 'condition' || test === undefined) return false;
    try {
      const isHeld = !!test();
      if (isHeld) this.#held++;
      return isHeld;
    } catch (error) {
      this.#failed++;
      this.#error ??= described(error).text;
      return false;
    }
  }

  #counted(ms: number, threw: boolean): void {
    this.#count(ms, threw);
    if (threw) this.#recorder.countedError(this.table);
    else this.#recorder.wentOn();
  }

  #count(ms: number, threw: boolean): void {
    this.#totals.end(ms, threw);
    this.#isDirty = true;
    this.#recorder.wake();
  }
}
