import type { CallOptions } from '../../model/call-options.ts';
import { DebugError, messageOf } from '../../model/debug-error.ts';
import type { TraceRecord } from '../../model/trace/trace-record.ts';
import { withPatience } from '../deadline.ts';
import {
  IN_A_CALL,
  type LiveTraceRequest,
  type LiveTracing,
  notRecorded,
  type ThreadRecords,
} from '../live-tracing.ts';
import type { Part, Parts } from './parts.ts';

/** {@link LiveTracing} of a debuggee of several parts: each records its own threads, and what is asked of a file goes to whose it is. */
export class CompositeTracing implements LiveTracing {
  readonly #parts: Parts;
  #traced: readonly LiveTracing[] = [];
  /** Notes on processes that could not be recorded. */
  readonly #notes: TraceRecord[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async begin(request: LiveTraceRequest, options?: CallOptions): Promise<void> {
    this.#notes.length = 0;
    const asked = this.#parts.all().flatMap((part) => {
      const own = this.#forPart(part, request);
      return own === undefined ? [] : { part, begun: this.#beginIn(part, own, options) };
    });
    const answers = await Promise.allSettled(asked.map(({ begun }) => begun));
    const failed = answers.find((answer) => answer.status === 'rejected');
    this.#traced = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? answer.value : []));
    if (this.#traced.length === 0 && failed) throw failed.reason;
    for (const [index, answer] of answers.entries())
      if (answer.status === 'rejected') this.#leave(asked[index]?.part, clauseOf(answer.reason));
  }

  /** @returns undefined where it takes no message for now */
  async #beginIn(
    part: Part,
    request: LiveTraceRequest,
    options: CallOptions | undefined,
  ): Promise<LiveTracing | undefined> {
    const tracing = this.#tracingOf(part);
    const begun = tracing.begin(request, options);
    if (!this.#parts.areSeveralRunning) {
      await begun;
      return tracing;
    }
    // One that comes out of its call later is not to begin to record then.
    const answer = await withPatience(begun, () => void tracing.end(options).catch(() => {}), options);
    if (answer !== undefined) return tracing;
    this.#leave(part, IN_A_CALL);
    return undefined;
  }

  #leave(part: Part | undefined, reason: string): void {
    if (part)
      this.#notes.push(
        notRecorded(
          part.adapter.threads().map(({ name }) => name),
          reason,
        ),
      );
  }

  /** Ends the recordings of all parts, also if one of them fails. */
  async end(options?: CallOptions): Promise<readonly ThreadRecords[]> {
    const traced = this.#traced;
    const records = this.#notes.splice(0);
    this.#traced = [];
    const ended = await Promise.allSettled(traced.map((tracing) => tracing.end(options)));
    const found = ended.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    return records.length === 0 ? found : [{ records }, ...found];
  }

  #tracingOf({ index, adapter }: Part): LiveTracing {
    if (adapter.tracing) return adapter.tracing;
    const title = this.#parts.followed.find((each) => each.index === index)?.language.title ?? 'the program itself';
    throw new DebugError(
      'unsupported',
      `The debugger of ${title} records nothing of a session but frames and values.`,
      {
        advice: 'Of such a session, mode frame and mode values with at can be had.',
        details: { argument: 'mode' },
      },
    );
  }

  /** The request for one part; undefined if nothing that is asked for can be in that part. */
  #forPart(part: Part, request: LiveTraceRequest): LiveTraceRequest | undefined {
    if (part.index > 0 && part.adapter.threads().length === 0) return undefined;
    const { wanted } = request;
    if (wanted.kind !== 'values' || wanted.points.length === 0) return request;
    const points = wanted.points.filter(({ place: { path } }) => path === undefined || this.#parts.mayRun(part, path));
    return points.length === 0 ? undefined : { ...request, wanted: { ...wanted, points } };
  }
}

function clauseOf(error: unknown): string {
  return messageOf(error).replace(/\.$/, '');
}
