import type { CodeTable } from '../../code/table.ts';
import { OutlineCall, type OutlineOwner } from '../calls/outline-call.ts';
import type { RecordSink } from '../sink.ts';
import type { Reader, ValuePoint } from './value-point.ts';

/** A place at which a point stands: of functions of one name there may be several. */
export class PointPlace implements OutlineOwner {
  readonly table: CodeTable;
  readonly #point: ValuePoint;
  readonly #recorder: RecordSink;

  constructor(table: CodeTable, point: ValuePoint, recorder: RecordSink) {
    this.table = table;
    this.#point = point;
    this.#recorder = recorder;
    point.standsAt(table);
    const { path, line, name } = table;
    recorder.write({ kind: 'point', point: table.point, path, line, name: name || undefined });
  }

  /** A pass. What is given back takes part in the code of a function. */
  enter(values: readonly unknown[], readers: readonly Reader[], test?: Reader): unknown {
    const begin = () => new OutlineCall(this, values);
    return this.#point.passes(
      this.table,
      values,
      readers,
      test,
      this.table.kind === 'pointFunction' ? begin : undefined,
    );
  }

  waits(): void {}
  goesOn(): void {}

  ended(call: OutlineCall): void {
    this.#point.ended(call);
  }

  awaitsError(call: OutlineCall): void {
    this.#recorder.awaitsError(this.table, (error) => call.knowsError(error));
  }

  met(error: unknown): void {
    this.#recorder.met(error);
  }
}
