import type { DebugAdapter, ValueLimits } from '../adapter/debug-adapter.ts';
import type { EditedSource } from '../adapter/edited-source.ts';
import type { CallOptions } from '../model/call-options.ts';
import { DebugError } from '../model/debug-error.ts';
import type { EvaluateOutcome, NameElsewhere } from '../model/evaluate-outcome.ts';
import type { FrameId } from '../model/ids.ts';
import { suspendedError } from '../model/program/suspended-error.ts';
import type { SourceLocation } from '../model/source-location.ts';
import type { StackFrame } from '../model/stack-frame.ts';
import type { StoppedInfo } from '../model/stop-outcome.ts';
import type { SourceExcerpt, StopReport } from '../model/stop-report.ts';
import type { Scope, ValueSummary, Variable } from '../model/variable.ts';
import { answerInTime } from './answer-in-time.ts';
import { turnOf } from './breakpoints/session-breakpoints.ts';
import { endedWhenGivenUp } from './given-up.ts';
import type { InspectionHost } from './inspection-host.ts';
import { LocalsHistory } from './stops/locals-history.ts';
import { type Evaluated, nameElsewhere } from './stops/name-elsewhere.ts';
import { buildStopReport, type ShownDebuggee, sourceAt, watchValues } from './stops/stop-report.ts';
import { SessionWrites } from './watches/session-writes.ts';
import { WatchList } from './watches/watch-list.ts';

/** Default limit of an expression, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 5_000;

/** Looks into the stopped program: frames, values, watches. Every call needs it stopped. */
export class SessionInspection {
  readonly #host: InspectionHost;
  readonly writes: SessionWrites;
  readonly #watches = new WatchList();
  #locals = new LocalsHistory();
  /** The scope that a handle of the present stop names. */
  readonly #scopes = new Map<number, { readonly frameId: FrameId; readonly name: string }>();

  constructor(host: InspectionHost) {
    this.#host = host;
    this.writes = new SessionWrites(host, () => this.#watches.nextId());
  }

  /** Forgets what earlier stops showed: the debuggee is another one. */
  reset(): void {
    this.#locals = new LocalsHistory();
    this.writes.reset();
  }

  /** The debuggee's side of a stop's report. */
  report(
    limits: ValueLimits,
    options: CallOptions = {},
  ): Promise<Pick<StopReport, 'stop' | 'frames' | 'locals' | 'watches' | 'source' | 'related' | 'write' | 'warnings'>> {
    return this.#host.exclusive(async () => {
      const stop = this.#host.stop();
      const read = await buildStopReport(this.#debuggee(), stop, this.#watches, limits, options);
      const { localsReference, calls, ...parts } = read;
      const locals = this.#locals.mark(stop, calls, parts.locals);
      this.#notifyReport(stop, { ...parts, locals }, localsReference);
      const [write, warnings] = [this.writes.at(stop), await this.writes.lost(stop, options)];
      return { ...parts, stop, locals, warnings, ...(write && { write }) };
    }, turnOf(options));
  }

  /** The adapter's handle of a frame, by its index in the stack; left out, that of the stop. @throws DebugError `frame_not_found` */
  frameId(frameIndex?: number, options: CallOptions = {}): Promise<number> {
    return this.#host.exclusive(() => this.#frameId(frameIndex, options), turnOf(options));
  }

  /** Frames of the stopped thread, innermost first. */
  stack(options: CallOptions = {}): Promise<readonly StackFrame[]> {
    const read = () => this.#host.adapter().stackTrace(this.#host.stop().threadId, options);
    return this.#host.exclusive(async () => read(), turnOf(options));
  }

  /** The scopes of a frame, by its index in the stack; left out, the frame of the stop. @throws DebugError `frame_not_found` */
  scopes(frameIndex?: number, options: CallOptions = {}): Promise<readonly Scope[]> {
    return this.#host.exclusive(async () => {
      const frameId = await this.#frameId(frameIndex, options);
      const scopes = await this.#host.adapter().scopes(frameId, options);
      for (const { variablesReference, name } of scopes) this.#scopes.set(variablesReference, { frameId, name });
      return scopes;
    }, turnOf(options));
  }

  /** The variables inside a scope or a value. @throws DebugError `stale_reference` */
  variables(
    reference: number,
    limits: ValueLimits,
    options: CallOptions & { start?: number } = {},
  ): Promise<readonly Variable[]> {
    const { start = 0, ...call } = options;
    return this.#host.exclusive(async () => {
      this.#host.stop();
      const request = { variablesReference: reference, start, ...limits };
      const variables = await this.#host.adapter().variables(request, call);
      const scope = this.#scopes.get(reference);
      this.#host.notify({ kind: 'variables', variablesReference: reference, variables, ...(scope && { scope }) });
      return variables;
    }, turnOf(options));
  }

  /** @throws DebugError `frame_not_found`; what the expression itself comes to is an outcome */
  async evaluate(
    request: ValueLimits & { expression: string; frameIndex?: number | undefined; readOnly: boolean },
    options: CallOptions = {},
  ): Promise<EvaluateOutcome> {
    const { frameIndex, ...rest } = request;
    const { timeoutMs, signal } = options;
    const beganMs = performance.now();
    const evaluated = this.#host.exclusive(async () => {
      const frameId = await this.#frameId(frameIndex, options);
      // What is left after the turns of others.
      const leftMs = timeoutMs === undefined ? DEFAULT_TIMEOUT_MS : Math.max(1, timeoutMs - elapsedMs(beganMs));
      const outcome = await this.#inProgram(
        (adapter) => adapter.evaluate({ ...rest, frameId }, { timeoutMs: leftMs }),
        { frameId, text: rest.expression, leftMs, signal },
      );
      return outcome.kind === 'timeout' && timeoutMs !== undefined ? { ...outcome, timeoutMs } : outcome;
    }, options);
    const late = () => ({ kind: 'timeout', timeoutMs: timeoutMs ?? 0 }) as const;
    const outcome = await answerInTime(evaluated, { timeoutMs, signal }, late);
    const suspended = outcome.kind === 'timeout' ? this.#host.suspended() : undefined;
    if (suspended) throw suspendedError(suspended.pid);
    return outcome;
  }

  /** The frame that has the variable which an expression did not find; see {@link nameElsewhere}. Never fails. */
  elsewhere(evaluated: Evaluated, options: CallOptions = {}): Promise<NameElsewhere | undefined> {
    if (evaluated.outcome.kind !== 'thrown') return Promise.resolve(undefined);
    const found = this.#host.exclusive(
      async () => nameElsewhere(this.#host.adapter(), this.#host.stop(), evaluated, options),
      turnOf(options),
    );
    return found.catch(() => undefined);
  }

  /** Runs an expression in a frame until it ends, or its limit or the caller ends it there. */
  #inProgram<T>(
    work: (adapter: DebugAdapter) => Promise<T>,
    {
      frameId,
      text,
      leftMs,
      signal,
    }: { frameId: FrameId; text: string; leftMs: number; signal: AbortSignal | undefined },
  ): Promise<T> {
    const adapter = this.#host.adapter();
    const endsAtMs = Date.now() + leftMs;
    return endedWhenGivenUp(() => work(adapter), {
      signal,
      end: () => adapter.endEvaluation?.(frameId),
      onLeft: () => this.#host.leave({ what: text, endsAtMs }),
    });
  }

  /** The difference between a file and the code that the program loaded; undefined if none is known. @param path Absolute. */
  async editedSource(path: string, options: CallOptions = {}): Promise<EditedSource | undefined> {
    if (this.#host.ended) return undefined;
    return this.#host
      .adapter()
      .editedSource(path, undefined, options)
      .catch(() => undefined);
  }

  #debuggee(): ShownDebuggee {
    return { adapter: this.#host.adapter(), mayShow: (path) => this.#host.mayShow(path) };
  }

  /** The lines around a place of the program, stopped or not; undefined where no text is to be had. */
  source(location: SourceLocation, around: number, options: CallOptions = {}): Promise<SourceExcerpt | undefined> {
    return sourceAt(this.#debuggee(), location, around, options);
  }

  /** Assigns the value of an expression to a variable of a frame. @throws DebugError `invalid_argument`, `frame_not_found` */
  setVariable(name: string, expression: string, frameIndex?: number, options: CallOptions = {}): Promise<ValueSummary> {
    const { signal } = options;
    const assigned = this.#host.exclusive(async () => {
      const frameId = await this.#frameId(frameIndex, options);
      return this.#inProgram(
        (adapter) => adapter.setVariable(frameId, name, expression, { timeoutMs: DEFAULT_TIMEOUT_MS }),
        {
          frameId,
          text: `${name} = ${expression}`,
          leftMs: DEFAULT_TIMEOUT_MS,
          signal,
        },
      );
    }, turnOf(options));
    return answerInTime(assigned, { signal });
  }

  /** Watches an expression from now on. @throws DebugError `invalid_argument` when it does not parse */
  async addWatch(expression: string, options: CallOptions = {}): Promise<number> {
    const error = await this.#host.adapter().expressionError(expression, options);
    if (error === undefined) return this.#watches.add(expression);
    throw new DebugError('invalid_argument', `"${expression}" does not parse: ${error}`, {
      details: { argument: 'expression' },
    });
  }

  /** The expression that was watched. @throws DebugError `invalid_argument` */
  async removeWatch(id: number, options: CallOptions = {}): Promise<string> {
    const others = this.writes.list().map((each) => each.id);
    const expression = this.writes.has(id) ? await this.writes.remove(id, options) : undefined;
    return expression ?? this.#watches.remove(id, others);
  }

  /** The watches, with their values if the program is stopped. */
  watches(
    isStopped: boolean,
    options: CallOptions = {},
  ): Promise<readonly { id: number; expression: string; outcome?: EvaluateOutcome }[]> {
    if (!isStopped) return Promise.resolve(this.#watches.list());
    const read = async () => watchValues(this.#host.adapter(), this.#host.stop(), this.#watches, options);
    return this.#host.exclusive(read, turnOf(options));
  }

  #notifyReport(
    { threadId, frameId }: StoppedInfo,
    { frames, source, locals, watches }: Pick<StopReport, 'frames' | 'source' | 'locals' | 'watches'>,
    localsReference: number,
  ): void {
    const { notify } = this.#host;
    // Each stop has handles of its own.
    this.#scopes.clear();
    notify({ kind: 'stack', threadId, frames, ...(source && { source }) });
    const scope = { frameId, name: 'Locals' };
    notify({ kind: 'variables', variablesReference: localsReference, variables: locals, scope });
    if (watches.length > 0) notify({ kind: 'watches', watches });
  }

  async #frameId(frameIndex: number | undefined, options: CallOptions): Promise<number> {
    const stop = this.#host.stop();
    if (frameIndex === undefined) return stop.frameId;
    const frames = await this.#host.adapter().stackTrace(stop.threadId, options);
    const frame = frames[frameIndex];
    if (frame && frame.presentation !== 'async') return frame.id;
    const live = frames.filter((each) => each.presentation !== 'async').length;
    const what = frame
      ? `Frame ${frameIndex} (${frame.name}) is an asynchronous caller: it is gone.`
      : `There is no frame ${frameIndex}.`;
    throw new DebugError('frame_not_found', what, {
      advice: [`Frames 0 to ${live - 1} can be looked into; `, { action: 'stack' }, ' lists them.'],
      details: { frames: live },
    });
  }
}

/** In whole milliseconds. */
function elapsedMs(sinceMs: number): number {
  return Math.round(performance.now() - sinceMs);
}
