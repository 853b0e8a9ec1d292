import { round } from './activation.ts';
import type { RecordSink } from './sink.ts';

/** The number of times a function was called and threw, and how long its calls took. */
export class CallTotals {
  #calls = 0;
  #threw = 0;
  #totalMs = 0;
  #isChanged = false;

  get calls(): number {
    return this.#calls;
  }

  /** The fields of a record of the totals. */
  get counts() {
    return { calls: this.#calls, threw: this.#threw, totalMs: round(this.#totalMs) };
  }

  /** A call begins. @returns its number, from 1 */
  begin(): number {
    this.#isChanged = true;
    return ++this.#calls;
  }

  /** A call has ended, after so many milliseconds. */
  end(durationMs: number, isThrown: boolean): void {
    this.#isChanged = true;
    this.#totalMs += durationMs;
    if (isThrown) this.#threw++;
  }

  /** Writes the totals for the function with that number, if they have changed. */
  write(id: number, sink: RecordSink): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    sink.write({ kind: 'total', function: id, ...this.counts });
  }
}
