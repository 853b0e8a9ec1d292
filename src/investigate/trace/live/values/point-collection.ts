import type { Deadline } from '../../../../adapter/deadline.ts';
import type { BreakpointRecord, BreakpointTarget } from '../../../../model/breakpoints/breakpoint-record.ts';
import type { CollectedHit } from '../../../../model/collected-value.ts';
import { DebugError } from '../../../../model/debug-error.ts';
import type { TraceRecord } from '../../../../model/trace/trace-record.ts';
import type { TracePoint } from '../../../../model/trace/trace-request.ts';
import type { DebugSession } from '../../../../session/debug-session.ts';
import { breakpointAt, removeAll, setAt } from '../place-stops.ts';
import { CollectedPoint } from './collected-point.ts';

/** Values that breakpoints record at points, from `begin` to `finish`. To be closed, whatever happened. */
export class PointCollection {
  readonly #session: DebugSession;
  readonly #points: readonly TracePoint[];
  readonly #maxRows: number;
  readonly #collected = new Map<number, CollectedPoint>();
  readonly #startedAtMs = Date.now();
  readonly #listen = (hit: CollectedHit) => this.#collected.get(hit.id)?.add(hit, Date.now() - this.#startedAtMs);
  #known: readonly BreakpointRecord[] = [];

  /** @param maxRows Rows kept of each point. */
  constructor(session: DebugSession, points: readonly TracePoint[], maxRows: number) {
    this.#session = session;
    this.#points = points;
    this.#maxRows = maxRows;
  }

  /** @throws DebugError `invalid_argument` for a place that can never be reached or has a breakpoint already */
  async begin(deadline: Deadline): Promise<void> {
    for (const point of this.#points) assertFree(this.#session, point);
    this.#session.adapter.events.on('collected', this.#listen);
    for (const point of this.#points) {
      const { condition, expressions: collect } = point;
      const { id } = await setAt(this.#session, { target: targetOf(point), condition, collect }, deadline);
      this.#collected.set(id, new CollectedPoint(point, this.#maxRows));
    }
  }

  async finish(): Promise<void> {
    this.#known = this.#session.breakpoints.list().filter(({ id }) => this.#collected.has(id));
    await removeAll(this.#session, [...this.#collected.keys()]);
  }

  async close(): Promise<void> {
    this.#session.adapter.events.off('collected', this.#listen);
    const ids = [...this.#collected.keys()];
    const left = new Set(this.#session.breakpoints.list().map(({ id }) => id));
    await removeAll(
      this.#session,
      ids.filter((id) => left.has(id)),
    );
    this.#session.collected.drop(ids);
  }

  /** The collected records, in the form of one process's. */
  records(): TraceRecord[] {
    const process = { kind: 'process', pid: 0, thread: 0, argv: [], startedAtMs: this.#startedAtMs } as const;
    return [process, ...this.#known.flatMap((record) => this.#collected.get(record.id)?.records(record) ?? [])];
  }

  /** The reasons why points have recorded nothing, or elsewhere. */
  notes(): string[] {
    return this.#known.flatMap(notesOf);
  }
}

/** A second breakpoint at a place would take the place of the first. */
function assertFree(session: DebugSession, point: TracePoint): void {
  const existing = breakpointAt(session, targetOf(point));
  if (!existing) return;
  throw new DebugError('invalid_argument', `Breakpoint ${existing.id} stands there already.`, {
    advice: `It stops the program at each pass; remove it first, or give the line after it.`,
    details: { argument: 'at' },
  });
}

function targetOf({ place }: TracePoint): BreakpointTarget {
  return place.kind === 'function'
    ? { kind: 'function', name: place.name }
    : { kind: 'line', path: place.path, line: place.line };
}

function notesOf({ state, hits }: BreakpointRecord): string[] {
  if (state.kind === 'verified') return state.warning === undefined ? [] : [state.warning];
  return hits > 0 ? [] : [state.reason];
}
