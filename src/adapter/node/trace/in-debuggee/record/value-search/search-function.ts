import type { CodeTable } from '../../code/table.ts';
import type { Activation, CallOwner } from '../activation.ts';
import { CallTotals } from '../call-totals.ts';
import { markCaller } from '../caller.ts';
import { makeProbes, type Probes } from '../probes.ts';
import type { RecordSink } from '../sink.ts';
import type { ValueSearch } from './value-search.ts';

/** A function whose calls are all recorded, while their values are searched: which of them is wanted is known afterwards. */
export class SearchFunction implements CallOwner {
  readonly table: CodeTable;
  readonly maxEvents: number;
  readonly watch: ValueSearch;
  readonly #id: number;
  readonly #slot: number;
  readonly #recorder: RecordSink;
  readonly #probes: Probes;
  readonly #totals = new CallTotals();
  #last: Activation | undefined;

  /** @param slot Its place among all functions. */
  constructor(table: CodeTable, id: number, slot: number, around: SearchAround) {
    this.table = table;
    this.maxEvents = around.maxEvents;
    this.watch = around.search;
    this.#id = id;
    this.#slot = slot;
    this.#recorder = around.recorder;
    this.#probes = makeProbes(table, this, () => {});
  }

  /** A call begins. */
  enter(values: readonly unknown[], readers: readonly (() => unknown)[]): Activation {
    const call = this.#probes.recorded(this.#totals.begin(), values, readers);
    call.caller = markCaller();
    this.#last = call;
    this.watch.begins(call, this.#id, this.#slot);
    return call;
  }

  tick(): void {
    this.#recorder.tick();
  }

  ended(call: Activation): void {
    const isThrown = call.end?.kind === 'threw';
    this.#totals.end(call.durationMs, isThrown);
    if (!isThrown) this.#recorder.wentOn();
    this.watch.ended(call);
    this.#recorder.wake();
  }

  /** The process ends with an error, which ends what has no end of its own. */
  ends(error: unknown): void {
    if (this.table.isTop && this.#last?.end === undefined) this.#last?.threw(error);
  }

  awaitsError(call: Activation): void {
    this.#recorder.awaitsError(this.table, (error) => call.knowsError(error));
  }

  met(error: unknown): void {
    this.#recorder.met(error);
  }

  /** Writes the counts, where they have changed: the calls are written by who searches them. */
  write(): void {
    this.#totals.write(this.#id, this.#recorder);
  }
}

interface SearchAround {
  readonly maxEvents: number;
  readonly search: ValueSearch;
  readonly recorder: RecordSink;
}
