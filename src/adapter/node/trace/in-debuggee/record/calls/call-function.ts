import type { CodeTable } from '../../code/table.ts';
import { round } from '../activation.ts';
import { CallTotals } from '../call-totals.ts';
import type { RecordSink } from '../sink.ts';
import type { CallNode, CallTree } from './call-tree.ts';
import { OutlineCall, type OutlineOwner, SILENT_CALL } from './outline-call.ts';

/** A function whose calls go into the tree. */
export class CallFunction implements OutlineOwner {
  readonly table: CodeTable;
  readonly #id: number;
  readonly #tree: CallTree;
  readonly #recorder: RecordSink;
  /** Only calls below calls of some functions are wanted. */
  readonly #isBelow: boolean;
  readonly #nodes = new WeakMap<OutlineCall, CallNode>();
  readonly #totals = new CallTotals();

  constructor(table: CodeTable, id: number, tree: CallTree, isBelow: boolean, recorder: RecordSink) {
    this.table = table;
    this.#id = id;
    this.#tree = tree;
    this.#isBelow = isBelow;
    this.#recorder = recorder;
  }

  /** A call begins. */
  enter(values: readonly unknown[]): unknown {
    if (this.#isBelow && !this.table.isRoot && this.#tree.top === undefined) return SILENT_CALL;
    this.#totals.begin();
    const call = new OutlineCall(this, values);
    this.#nodes.set(call, this.#tree.begin(this.#id, call));
    this.#recorder.tick();
    return call;
  }

  waits(call: OutlineCall): void {
    const node = this.#nodes.get(call);
    if (node !== undefined) this.#tree.wait(node);
  }

  goesOn(call: OutlineCall): void {
    const node = this.#nodes.get(call);
    if (node !== undefined) this.#tree.goOn(node);
  }

  ended(call: OutlineCall): void {
    const isThrown = call.end?.kind === 'threw';
    this.#totals.end(call.durationMs, isThrown);
    if (!isThrown) this.#recorder.wentOn();
    const node = this.#nodes.get(call);
    if (node !== undefined) this.#tree.end(node);
    this.#recorder.wake();
  }

  awaitsError(call: OutlineCall): void {
    this.#recorder.awaitsError(this.table, (error) => {
      call.knowsError(error);
      // It may have been written before.
      const node = this.#nodes.get(call);
      if (node !== undefined) node.isDirty = true;
    });
  }

  met(error: unknown): void {
    this.#recorder.met(error);
  }

  /** Writes the function's counts, if they have changed. */
  write(): void {
    this.#totals.write(this.#id, this.#recorder);
  }
}

/** The record `node` of a call, with its end as if the process ended now. */
export function nodeRecord({ id, parent, function: of, call, alike }: CallNode, recorder: RecordSink): object {
  const atMs = recorder.sinceStart(call.atMs);
  const durationMs = round(call.end === undefined ? recorder.sinceStart() - atMs : call.durationMs);
  const times = { atMs, durationMs, arguments: call.arguments, end: call.endNow(), alike };
  return { kind: 'node', id, parent: parent?.id, function: of, ...times };
}
