import type { TraceRecord, ValuePlace } from '../../model/trace/trace-record.ts';
import type {
  ClosestValue,
  TracedCall,
  TracedFunction,
  TracedHit,
  TracedNode,
  TracedOrigin,
  TracedPlace,
  TracedReturn,
  ValueOrigin,
} from '../../model/trace/trace-report.ts';
import { groupBy } from '../group-by.ts';

type RecordOf<K extends TraceRecord['kind']> = Extract<TraceRecord, { kind: K }>;

/** The records of one process or worker. Of a record that was written again, the last one counts. */
export class ProcessTrace {
  readonly startedAtMs: number;
  readonly notes: readonly string[];
  readonly gaps: readonly string[];
  readonly #origin: TracedOrigin;
  readonly #functions = new Map<number, TracedFunction>();
  readonly #records: readonly TraceRecord[];

  constructor(records: readonly TraceRecord[]) {
    this.#records = records;
    const process = this.#all('process')[0];
    this.startedAtMs = process?.startedAtMs ?? 0;
    this.#origin = { pid: process?.pid ?? 0, thread: process?.thread ?? 0 };
    const textsOf = (isGap: boolean) =>
      this.#all('note').flatMap((each) => (isGap === (each.isGap ?? false) ? each.text : []));
    this.notes = textsOf(false);
    this.gaps = textsOf(true);
    for (const { kind: _, id, ...rest } of this.#all('function')) {
      const key = `${rest.path}:${rest.line}:${rest.name}`;
      this.#functions.set(id, { ...rest, key });
    }
  }

  get functions(): readonly TracedFunction[] {
    return [...this.#functions.values()];
  }

  /** `process` is its own place among others. */
  calls(process: number): TracedCall[] {
    const last = new Map(this.#all('call').map((each) => [`${each.function} ${each.number}`, each]));
    const totals = new Map(this.#all('total').map((each) => [each.function, each.calls]));
    return [...last.values()].flatMap(({ kind: _, function: id, atMs, returns, ...rest }) => {
      const called = this.#functions.get(id);
      const callsInProcess = totals.get(id);
      const counted = callsInProcess === undefined ? {} : { callsInProcess };
      if (!called) return [];
      const at = { ...counted, process, function: called, startedAtMs: this.startedAtMs + atMs };
      return [{ ...rest, ...at, ...(returns ? { returns: this.#returns(returns) } : {}) }];
    });
  }

  /** The origins of values with wanted texts, in order. `process` is the process's index among others. */
  origins(process: number): ValueOrigin[] {
    const last = new Map(this.#all('origin').map((each) => [each.id, each]));
    const inOrder = [...last.values()].sort((a, b) => a.id - b.id);
    return inOrder.flatMap(({ kind: _, id: __, atMs, place, path, unchanged, callers, ...rest }) => {
      const at = this.#placed(place);
      if (!at) return [];
      const around = callers.flatMap(({ function: id, number }) => {
        const caller = this.#functions.get(id);
        return caller ? [{ function: caller, number }] : [];
      });
      const ways = path.flatMap((each) => this.#placed(each) ?? []);
      const same = unchanged?.flatMap((each) => this.#placed(each) ?? []);
      const startedAtMs = this.startedAtMs + atMs;
      const through = { path: ways, ...(same ? { unchanged: same } : {}), callers: around };
      return [{ ...rest, process, startedAtMs, place: at, ...through }];
    });
  }

  #returns(returns: NonNullable<RecordOf<'call'>['returns']>): TracedReturn[] {
    return returns.flatMap(({ function: id, ...rest }) => {
      const called = this.#functions.get(id);
      return called ? [{ ...rest, function: called }] : [];
    });
  }

  closest(): ClosestValue[] {
    return this.#all('closest').flatMap(({ kind: _, place, ...rest }) => {
      const at = this.#placed(place);
      return at ? [{ ...rest, place: at }] : [];
    });
  }

  #placed({ function: id, ...rest }: ValuePlace): TracedPlace | undefined {
    const called = this.#functions.get(id);
    return called && { ...rest, function: called };
  }

  /** The calls that no other recorded call was made in. */
  roots(): TracedNode[] {
    const last = new Map(this.#all('node').map((each) => [each.id, each]));
    const below = groupBy(last.values(), ({ parent }) => (parent !== undefined && last.has(parent) ? parent : -1));
    const nodeOf = ({ kind: _, id, parent: __, function: called, atMs, ...rest }: RecordOf<'node'>): TracedNode[] => {
      const known = this.#functions.get(called);
      const children = (below.get(id) ?? []).filter((each) => each.id > id).flatMap(nodeOf);
      return known ? [{ ...rest, function: known, startedAtMs: this.startedAtMs + atMs, children }] : children;
    };
    return (below.get(-1) ?? []).flatMap(nodeOf);
  }

  /** Counts by function: those that were written last. */
  totals(): { readonly called: TracedFunction; readonly total: RecordOf<'total'> }[] {
    const last = new Map(this.#all('total').map((each) => [each.function, each]));
    return [...last.values()].flatMap((total) => {
      const called = this.#functions.get(total.function);
      return called ? [{ called, total }] : [];
    });
  }

  places(): readonly RecordOf<'point'>[] {
    return this.#all('point');
  }

  hits(point: number): TracedHit[] {
    const own = this.#all('hit').filter((each) => each.point === point);
    const last = new Map(own.map((each) => [each.pass, each]));
    return [...last.values()]
      .sort((a, b) => a.pass - b.pass)
      .map(({ kind: _, point: __, atMs, thread = this.#origin.thread, ...rest }) => ({
        ...rest,
        startedAtMs: this.startedAtMs + atMs,
        origin: { pid: this.#origin.pid, thread },
      }));
  }

  /** A process that was killed has written more rows than it has counted. */
  pointTotal(point: number): RecordOf<'pointTotal'> | undefined {
    const counted = this.#all('pointTotal').findLast((each) => each.point === point);
    const hits = this.hits(point);
    const lastPass = hits.at(-1)?.pass ?? 0;
    if (counted === undefined && lastPass === 0) return undefined;
    const total = counted ?? { kind: 'pointTotal', point, passes: 0, held: 0, failed: 0, series: [] };
    const isUncounted = lastPass > total.passes;
    // Without a condition, each pass has a row.
    const held = total.held === total.passes ? lastPass : total.held;
    return isUncounted ? { ...total, passes: lastPass, held: Math.max(held, hits.length) } : total;
  }

  #all<K extends TraceRecord['kind']>(kind: K): RecordOf<K>[] {
    return this.#records.filter((each): each is RecordOf<K> => each.kind === kind);
  }
}
