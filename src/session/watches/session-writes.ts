import { CANNOT_WATCH, type PlaceQuestion } from '../../adapter/write-watches.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { DataAccess, RecordedWrite, WatchedWrite, WriteWatch } from '../../model/data-breakpoint.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { StoppedInfo } from '../../model/stop-outcome.ts';
import { turnOf } from '../breakpoints/session-breakpoints.ts';
import type { InspectionHost } from '../inspection-host.ts';
import { WriteBook } from './write-book.ts';

/** The watch of the accesses to a place. */
export interface WriteRequest {
  readonly expression: string;
  /** Default: writes. */
  readonly access?: DataAccess | undefined;
  /** Over `old` and `new`, or the `value` that is read. */
  readonly condition?: string | undefined;
  readonly isLogged: boolean;
}

/** The places of the program whose writes and reads a session watches. */
export class SessionWrites {
  readonly #host: InspectionHost;
  readonly #book = new WriteBook();
  /** The next number; all watches share the numbers. */
  readonly #nextId: () => number;

  constructor(host: InspectionHost, nextId: () => number) {
    this.#host = host;
    this.#nextId = nextId;
  }

  /**
   * Watches the place that an expression names in the frame of the stop.
   *
   * @throws DebugError `invalid_argument` for a place that cannot be watched or a condition that does not parse; `not_stopped`
   */
  add({ expression, access = 'write', condition, isLogged }: WriteRequest, options: CallOptions = {}): Promise<number> {
    return this.#host.exclusive(async () => {
      const { frameId } = this.#host.stop();
      const question = { expression, frameId, access };
      const { writes } = this.#host.adapter();
      if (!writes) throw refused(question, CANNOT_WATCH.why);
      const place = await writes.dataBreakpointInfo(question, options);
      if (place.kind === 'refused') throw refused(question, place.why);
      const wanted = { dataId: place.dataId, access, condition, isLogged };
      const states = await writes.setDataBreakpoints([...this.#book.wanted(), wanted], options);
      const gone = states.find(({ dataId }) => dataId === place.dataId)?.gone;
      if (gone !== undefined) throw refused(question, gone);
      const id = this.#nextId();
      this.#book.add(wanted, id, expression, place.note);
      return id;
    }, turnOf(options));
  }

  has(id: number): boolean {
    return this.#book.has(id);
  }

  /** The expression of a watch, which is as if it had never been. */
  remove(id: number, options: CallOptions = {}): Promise<string | undefined> {
    return this.#host.exclusive(async () => {
      const expression = this.#book.remove(id);
      await this.#host.adapter().writes?.setDataBreakpoints(this.#book.wanted(), options);
      return expression;
    }, turnOf(options));
  }

  list(): readonly WriteWatch[] {
    return this.#book.list();
  }

  record(write: RecordedWrite): void {
    this.#book.record(write);
  }

  /** The write that the program stopped at. */
  at({ write }: StoppedInfo): WatchedWrite | undefined {
    return write && this.#book.seen(write);
  }

  /** See {@link WriteBook.loseSight}. */
  loseSight(what: string): void {
    this.#book.loseSight(what);
  }

  takeNews(): readonly WriteWatch[] {
    return this.#book.takeNews();
  }

  /** The outcome for the places since the stop before, as sentences. A stop without it is still a stop. */
  async lost({ threadId }: StoppedInfo, options: CallOptions): Promise<readonly string[]> {
    if (this.#book.isEmpty) return [];
    const places = await this.#host.adapter().writes?.watched(threadId, options);
    return this.#book.learn(places ?? []);
  }

  /** The debuggee is another one. */
  reset(): void {
    this.#book.clear();
  }
}

function refused({ expression, access }: PlaceQuestion, why: string): DebugError {
  return new DebugError('invalid_argument', `The ${access}s of ${expression} cannot be watched: ${why}.`, {
    details: { argument: 'expression' },
  });
}
