import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { TracedCaller, TraceRecord } from '../../../model/trace/trace-record.ts';
import type { LiveTraceRequest, ThreadRecords } from '../../live-tracing.ts';
import type { CallFrame } from '../pauses/pause.ts';
import type { ThreadRecording } from '../pauses/pause-reader.ts';
import { isException } from '../pauses/pause-verdict.ts';
import type { UnseenReturn } from '../source/unseen-returns.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { LifeSteps } from './life-steps.ts';
import { type OpenCall, OpenCalls } from './open-calls.ts';
import { keyOf, OwnBreakpoints } from './own-breakpoints.ts';
import { functionRecord, type OwnFunction, OwnFunctions, type OwnPlace, ownFunctions } from './own-functions.ts';
import { TracedValues } from './traced-values.ts';
import { callsWritten, type WantedCalls } from './written-calls.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** Calls of one function that are followed; each costs two pauses of about a millisecond, and for a life one for each statement. */
const MOST_CALLS = { calls: 40, values: 200, frame: 10 };
const MAX_ALL = 1_000;
const MAX_EXCEPTIONS = 100;
const DESCRIBE_MS = 2_000;
/** More functions than an answer can be about; each takes some breakpoints. */
const MAX_FUNCTIONS = 1_500;

const TIMES = 'Times include the pauses by which the calls were seen.';

/** The role of a place in a function. */
interface Watched {
  readonly called: OwnFunction;
  readonly begins: boolean;
  readonly returns: boolean;
  /** A statement begins there that is looked at. */
  readonly isStep: boolean;
  /** The `return` there, where V8 does not stop at the way out. */
  readonly leaves: UnseenReturn | undefined;
}

/**
 * Records the calls of own functions by breakpoints where they begin and return, whose pauses are not reported. V8 shows what a
 * function returns at a pause and nowhere else.
 */
export class CallRecording implements ThreadRecording {
  seesExceptions = true;
  readonly #thread: V8Thread;
  readonly #request: LiveTraceRequest;
  readonly #wanted: WantedCalls;
  readonly #breakpoints: OwnBreakpoints;
  readonly #values: TracedValues;
  readonly #watched = new Map<string, Watched>();
  readonly #begun = new Map<OwnFunction, number>();
  readonly #left = new Set<OwnFunction>();
  readonly #startedAtMs = Date.now();
  /** Calls begin within a millisecond of each other. */
  readonly #clockAtStartMs = performance.now();
  readonly #calls: OpenCall[] = [];
  #functions = new OwnFunctions([]);
  #open: OpenCalls;
  readonly #steps: LifeSteps | undefined;
  #exceptions = 0;
  #notes: string[] = [];

  constructor(thread: V8Thread, request: LiveTraceRequest, wanted: WantedCalls) {
    this.#thread = thread;
    this.#request = request;
    this.#wanted = wanted;
    this.#breakpoints = new OwnBreakpoints(thread);
    this.#values = new TracedValues(thread, request.limits.maxTextLength, { timeoutMs: DESCRIBE_MS });
    this.#steps = wanted.kind === 'frame' ? new LifeSteps(this.#values) : undefined;
    this.#open = this.#openAmong(this.#functions);
  }

  async begin(options: CallOptions): Promise<void> {
    this.#functions = await ownFunctions(this.#thread, this.#request.roots, options);
    this.#open = this.#openAmong(this.#functions);
    const asked = this.#functions.all.filter((each) => this.#wanted.isWanted(each));
    const followed = asked.slice(0, MAX_FUNCTIONS);
    if (followed.length < asked.length) {
      this.#notes.push(`Only ${followed.length} of ${asked.length} loaded functions of own code are followed.`);
    }
    await Promise.all(followed.map((each) => this.#watch(each, options)));
  }

  async end(): Promise<void> {
    // Where it has stopped, the frames say which calls are over.
    await this.#seeStop().catch(() => {});
    await this.#breakpoints.clear();
  }

  async #seeStop(): Promise<void> {
    const { currentPause } = this.#thread;
    if (currentPause) await this.#open.see(currentPause.params.callFrames);
  }

  wants(params: Paused): boolean {
    if (isException(params)) return this.seesExceptions;
    const at = params.callFrames[0]?.location;
    return at !== undefined && (params.hitBreakpoints?.length ?? 0) > 0 && this.#watched.has(keyOf(at));
  }

  async read(params: Paused): Promise<void> {
    try {
      await this.#open.see(params.callFrames);
      if (isException(params)) await this.#onException(params);
      else await this.#onPlace(params.callFrames);
    } catch {
      // The thread has ended, or the call has: what is known stays.
    }
  }

  recorded(): ThreadRecords {
    this.#open.finish();
    const { pid = 0, threadId } = this.#thread;
    const limited = [...this.#left].map((called) => {
      const count = this.#begun.get(called) ?? 0;
      return `${called.name}() was called more often than ${count} times: only so many of its calls were followed.`;
    });
    const timed = this.#calls.length > 0 && this.#wanted.kind === 'calls' ? [TIMES] : [];
    const notes = [...this.#notes, ...limited, ...timed].map((text): TraceRecord => ({ kind: 'note', text }));
    const process = { kind: 'process', pid, thread: threadId, argv: [], startedAtMs: this.#startedAtMs } as const;
    const functions = [...new Set(this.#calls.map(({ called }) => called))].map(functionRecord);
    const written = callsWritten(this.#calls, this.#wanted, this.#request.limits);
    const records = [process, ...functions, ...written, ...notes];
    return { records, ...(this.#steps ? { lives: this.#steps.lives(this.#calls) } : {}) };
  }

  #openAmong(functions: OwnFunctions): OpenCalls {
    return new OpenCalls(functions, {
      nowMs: () => this.#nowMs(),
      lineOf: ({ location }) => this.#thread.scripts.locate(location).line,
      argumentsOf: (frame, { parameters }) => this.#values.variables(frame, parameters),
    });
  }

  #nowMs(): number {
    return performance.now() - this.#clockAtStartMs;
  }

  async #watch(called: OwnFunction, options: CallOptions): Promise<void> {
    const [begin, returns] = placesOf(called);
    if (!begin) return;
    const steps = this.#steps?.placesOf(called) ?? [];
    const leaving = placesOfUnseen(called);
    const all = new Set([begin, ...returns, ...steps, ...leaving.keys()]);
    for (const place of all) {
      const is = {
        begins: place === begin,
        returns: returns.includes(place),
        isStep: steps.includes(place),
        leaves: leaving.get(place),
      };
      this.#watched.set(keyOf(place.at), { called, ...is });
    }
    await Promise.all([
      this.#breakpoints.set([begin], this.#wanted.conditionOf(called), options),
      this.#breakpoints.set(
        [...all].filter((each) => each !== begin),
        undefined,
        options,
      ),
    ]);
  }

  async #onPlace(frames: readonly CallFrame[]): Promise<void> {
    const [top] = frames;
    const watched = top && this.#watched.get(keyOf(top.location));
    if (!watched) return;
    const { called, begins, returns, isStep, leaves } = watched;
    // The head of a loop is come by again in one call.
    const isNew = !called.beginsWithLoop || this.#open.current(frames)?.leaving !== undefined;
    if (begins && isNew) this.#open.leaveCurrent(frames);
    if (begins && !this.#open.current(frames)) await this.#onBegin(top, called, frames);
    const call = this.#open.current(frames);
    if (call && (isStep || returns)) await this.#onStep(call, top);
    if (call && leaves) {
      call.passing = undefined;
      call.leaving = await this.#values.wouldReturn(top, leaves.expression);
    }
    if (!returns || top.returnValue === undefined) return;
    if (call) this.#open.returned(call, await this.#values.returned(top.returnValue, called.isPausing));
    // The last of those that are followed.
    if (this.#left.has(called)) this.#leave(called);
  }

  async #onStep(call: OpenCall, top: CallFrame): Promise<void> {
    const steps = this.#steps;
    if (!steps) return;
    await steps.add(call, top);
    if (!steps.isEnough(call.called)) return;
    const [begin, returns] = placesOf(call.called);
    const others = steps.placesOf(call.called).filter((each) => each !== begin && !returns.includes(each));
    void this.#breakpoints.remove(others);
  }

  async #onBegin(top: CallFrame, called: OwnFunction, frames: readonly CallFrame[]): Promise<void> {
    const parent = this.#open.parentOf(frames);
    if (!parent && !this.#wanted.isRoot(called)) return;
    const calledAt = parent?.depth === frames.length - 1 ? frames[1]?.location : undefined;
    const call: OpenCall = {
      called,
      parent,
      caller: this.#callerOf(frames),
      calledAt,
      isAwaited: calledAt !== undefined && parent !== undefined && isAwait(parent.called, calledAt.lineNumber),
      atMs: this.#nowMs(),
      arguments: [],
      depth: frames.length,
      line: this.#thread.scripts.locate(top.location).line,
      durationMs: 0,
      end: undefined,
      passing: undefined,
      leaving: undefined,
    };
    this.#calls.push(call);
    this.#open.begin(call);
    const count = (this.#begun.get(called) ?? 0) + 1;
    this.#begun.set(called, count);
    if (count >= MOST_CALLS[this.#wanted.kind] || this.#calls.length >= MAX_ALL) this.#leave(called);
    call.arguments = await this.#values.variables(top, called.parameters);
  }

  /** Its further calls are not followed; those that run are seen to return. */
  #leave(called: OwnFunction): void {
    const [begin, returns] = placesOf(called);
    this.#left.add(called);
    if (begin && !returns.includes(begin)) void this.#breakpoints.remove([begin]);
    if (!this.#open.open.some((each) => each.called === called)) void this.#breakpoints.remove(returns);
  }

  async #onException({ data, callFrames }: Paused): Promise<void> {
    if (++this.#exceptions >= MAX_EXCEPTIONS && this.seesExceptions) {
      this.seesExceptions = false;
      this.#notes.push(`${MAX_EXCEPTIONS} exceptions were thrown; of what calls threw later, the text is not known.`);
      await this.#thread.readers.endExceptions();
    }
    const running = this.#open.open;
    if (running.length === 0 || !isRemote(data)) return;
    this.#open.thrown(callFrames, await this.#values.of(data));
    for (const each of running) if (each.end?.kind === 'threw') this.#open.awaitedThrew(each);
  }

  #callerOf([, frame]: readonly CallFrame[]): TracedCaller | undefined {
    const called = frame && this.#functions.of(frame);
    if (!called) return undefined;
    const { path, line } = this.#thread.scripts.locate(frame.location);
    return { name: called.name, path, line };
  }
}

/** The start of a function, and its returns: of a function without statements, one place. */
function placesOf({ places, bodyStart }: OwnFunction): [OwnPlace | undefined, readonly OwnPlace[]] {
  const inBody = places.filter(({ offset }) => offset >= bodyStart);
  return [inBody[0], inBody.filter(({ at }) => at.type === 'return')];
}

/**
 * The returns whose way out V8 does not stop at. A return with an `await` is left out: it may still wait when the frame is gone.
 */
function placesOfUnseen({ places, unseenReturns }: OwnFunction): ReadonlyMap<OwnPlace, UnseenReturn> {
  const sure = unseenReturns.filter(({ expression }) => !/\bawait\b/.test(expression));
  return new Map(
    sure.flatMap((each) => {
      const place = places.find(({ offset }) => each.start <= offset && offset < each.end);
      return place ? [[place, each] as const] : [];
    }),
  );
}

/** True if a line of a function's text awaits something. */
function isAwait({ script }: OwnFunction, lineNumber: number): boolean {
  return /\bawait\b/.test(script.text.slice(script.starts[lineNumber], script.starts[lineNumber + 1]));
}

function isRemote(data: unknown): data is Parameters<TracedValues['of']>[0] {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string';
}
