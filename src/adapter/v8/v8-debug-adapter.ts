import { EventEmitter } from 'node:events';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { EvaluateOutcome } from '../../model/evaluate-outcome.ts';
import type { FrameId, ThreadId } from '../../model/ids.ts';
import type { DebuggeeProcesses } from '../../model/program/debuggee-processes.ts';
import type { ProcessIdentity } from '../../model/session-summary.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { StackFrame, Thread } from '../../model/stack-frame.ts';
import type { RelatedException } from '../../model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../../model/variable.ts';
import type {
  AdapterEvents,
  AttachRequest,
  DebugAdapter,
  EvaluateRequest,
  LaunchRequest,
  VariablesRequest,
} from '../debug-adapter.ts';
import type { DebuggeeInput } from '../debuggee-input.ts';
import type { EditedSource } from '../edited-source.ts';
import type { HangEvidence } from '../hang-evidence.ts';
import type { LiveTracing } from '../live-tracing.ts';
import type { Patches } from '../patches.ts';
import type { RestartOutcome } from '../restart-outcome.ts';
import type { ForcedReturn, ReturnStops } from '../return-stops.ts';
import type { WriteWatches } from '../write-watches.ts';
import { framesOfText } from './hang/stack-text.ts';
import { CallNames } from './inspection/call-names.ts';
import { forceReturn } from './inspection/force-return.ts';
import { relatedErrors } from './inspection/related-exceptions.ts';
import { restartFrame } from './inspection/restart-frame.ts';
import { ThreadInspection } from './inspection/thread-inspection.ts';
import { V8WriteWatches } from './inspection/v8-write-watches.ts';
import { V8Patches } from './patching/v8-patches.ts';
import { programFiles } from './scripts/program-files.ts';
import { sourceTextIn } from './scripts/source-text.ts';
import { expressionError } from './source/expressions.ts';
import type { V8Thread } from './thread/v8-thread.ts';
import { type ThreadSettings, V8Threads } from './threads/v8-threads.ts';
import { V8Tracing } from './tracing/v8-tracing.ts';

/**
 * The host of V8: it starts, finds and ends the debuggee, and adds each of its threads to {@link V8Threads}. Owned by one
 * V8DebugAdapter.
 */
export interface V8Host {
  readonly hang: HangEvidence;
  readonly processes?: DebuggeeProcesses | undefined;
  /** As {@link DebugAdapter.unadopted}. */
  readonly unadopted?: readonly ProcessIdentity[] | undefined;
  /** As {@link DebugAdapter.input}. */
  readonly input?: DebuggeeInput | undefined;
  launch(request: LaunchRequest, options: CallOptions): Promise<void>;
  attach(request: AttachRequest, options: CallOptions): Promise<void>;
  /**
   * Called when the breakpoints or other wishes for all threads have changed. Resolves when threads that it was not worth to
   * control before are under control.
   */
  wantedChanged?(): Promise<void>;
  /** The debuggee is about to run on by itself: gives up what is under way. Its threads are let go of afterwards. */
  disconnect(): void;
  /** Ends the debuggee and everything it started. The connections of its threads are closed afterwards. */
  terminate(): Promise<void>;
}

/**
 * The parts of an adapter that its host fills: the threads, and the events that only the host knows of (`output`, `exited`,
 * `lost`).
 */
export interface HostedDebuggee {
  readonly threads: V8Threads;
  readonly events: EventEmitter<AdapterEvents>;
}

/**
 * DAP's verbs over the threads of V8, whatever hosts it. Each thread runs and stops independently.
 *
 * @see CDP Debugger, Runtime
 */
export class V8DebugAdapter<Host extends V8Host = V8Host> implements DebugAdapter {
  readonly events = new EventEmitter<AdapterEvents>();
  readonly #returns: ReturnStops = {
    isWanted: false,
    value: (threadId, maxTextLength, options) => this.#inspection.returned(threadId, maxTextLength, options),
    unseen: (threadId, maxTextLength, options) => this.#inspection.unseenReturn(threadId, maxTextLength, options),
  };
  readonly tracing: LiveTracing;
  readonly patches: Patches;
  readonly writes: WriteWatches = new V8WriteWatches({
    frameOf: (frameId) => this.#inspection.frameOf(frameId),
    threads: () => this.#threads.all,
  });
  readonly #threads: V8Threads;
  readonly #inspection: ThreadInspection;
  protected readonly host: Host;
  readonly #calls = new CallNames();
  #isEnding = false;

  constructor(settings: ThreadSettings, hostOf: (debuggee: HostedDebuggee) => Host) {
    this.#threads = new V8Threads(programFiles(process.cwd(), 'sources'), settings, (thread) => this.#listen(thread));
    this.tracing = new V8Tracing(() => this.#threads.all);
    this.patches = new V8Patches(() => this.#threads.all);
    this.#inspection = new ThreadInspection((threadId) => this.#threads.get(threadId));
    this.host = hostOf({ threads: this.#threads, events: this.events });
  }

  get hang(): HangEvidence {
    return this.host.hang;
  }

  get processes(): DebuggeeProcesses | undefined {
    return this.host.processes;
  }

  get unadopted(): readonly ProcessIdentity[] | undefined {
    return this.host.unadopted;
  }

  get input(): DebuggeeInput | undefined {
    return this.host.input;
  }

  launch(request: LaunchRequest, options: CallOptions): Promise<void> {
    return this.host.launch(request, options);
  }

  attach(request: AttachRequest, options: CallOptions): Promise<void> {
    return this.host.attach(request, options);
  }

  #listen(thread: V8Thread): void {
    const { threadId } = thread;
    thread.events.on('stopped', (stop) => {
      this.#inspection.forget(threadId);
      this.#calls.stopped(threadId, stop);
      this.events.emit('stopped', this.#inspection.stoppedInfo(threadId, stop));
    });
    thread.events.on('started', () => this.events.emit('thread', { threadId, reason: 'started' }));
    thread.events.on('continued', () => this.events.emit('continued', { threadId }));
    thread.events.on('breakpoint', (id, state) => {
      const followed = this.#threads.breakpoints.followed(thread, id, state);
      if (followed) this.events.emit('breakpointFollowed', followed);
      if (!this.#threads.breakpoints.note(id, state)) return;
      this.events.emit('breakpoint', { id, state });
    });
    thread.events.on('breakpointHit', (id) => this.events.emit('breakpointHit', { id }));
    thread.events.on('counted', ({ id, part, tally }) =>
      this.events.emit('conditionTally', { id, source: `${threadId}/${part}`, tally }),
    );
    thread.events.on('written', (write) => this.events.emit('written', write));
    thread.events.on('output', (chunk) => this.events.emit('output', chunk));
    thread.events.on('collected', (hit) => this.events.emit('collected', { threadId, ...hit }));
    thread.events.on('unstopped', (exception) => this.events.emit('unstopped', exception));
    thread.events.on('ended', () => this.#onEnded(thread));
  }

  #onEnded(thread: V8Thread): void {
    const { threadId } = thread;
    if (!this.#isEnding) {
      for (const last of this.#threads.breakpoints.unboundAtExit(thread)) this.events.emit('breakpoint', last);
    }
    this.#inspection.forget(threadId);
    // A program may wait at its end until the debugger lets go.
    thread.close();
    this.events.emit('thread', { threadId, reason: 'exited' });
  }

  async setBreakpoints(
    path: string,
    wanted: readonly SourceBreakpoint[],
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    const { breakpoints } = this.#threads;
    const states = await this.#alsoInOthers(breakpoints.set(path, wanted, options));
    return breakpoints.known(wanted, states);
  }

  /** Processes that are not under control do not wait for one that is, and may be blocked by them. */
  async #alsoInOthers<T>(changed: Promise<T>): Promise<T> {
    const [result] = await Promise.all([changed, this.host.wantedChanged?.()]);
    // Where it was not known at once what is wanted.
    await this.host.wantedChanged?.();
    return result;
  }

  async setFunctionBreakpoints(
    wanted: readonly FunctionBreakpoint[],
    options?: CallOptions,
  ): Promise<BreakpointState[]> {
    return this.#alsoInOthers(this.#threads.breakpoints.setFunctions(wanted, options));
  }

  async setExceptionBreakpoints(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    await this.#alsoInOthers(this.#threads.setExceptionMode(mode, options));
  }

  async expressionError(expression: string): Promise<string | undefined> {
    return expressionError(expression);
  }

  threads(): readonly Thread[] {
    return this.#threads.all.map(({ threadId, name, pid, process, inspectorUrl }) => ({
      id: threadId,
      name,
      ...(pid === undefined ? {} : { pid }),
      ...(process === undefined ? {} : { process }),
      ...(inspectorUrl === undefined ? {} : { inspectorUrl }),
    }));
  }

  stackTrace(threadId: ThreadId, options?: CallOptions): Promise<readonly StackFrame[]> {
    return this.#inspection.stackTrace(threadId, options);
  }

  async relatedExceptions(threadId: ThreadId, options: CallOptions = {}): Promise<readonly RelatedException[]> {
    const { session, scripts } = this.#threads.get(threadId);
    const thrown = this.#inspection.thrown(threadId);
    return thrown ? relatedErrors(thrown, { session, framesOf: (stack) => framesOfText(stack, scripts), options }) : [];
  }

  callNames(threadId: ThreadId, options?: CallOptions): Promise<readonly string[]> {
    return this.#calls.of(this.#threads.get(threadId), options);
  }

  scopes(frameId: FrameId, options?: CallOptions): Promise<readonly Scope[]> {
    return this.#inspection.scopes(frameId, options);
  }

  variables(request: VariablesRequest, options?: CallOptions): Promise<readonly Variable[]> {
    return this.#inspection.variables(request, options);
  }

  evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateOutcome> {
    return this.#inspection.evaluate(request, options);
  }

  async source(path: string, options?: CallOptions): Promise<string | undefined> {
    const texts = await Promise.all(this.#threads.all.map((thread) => sourceTextIn(thread, path, options)));
    return texts.find((text) => text !== undefined);
  }

  async editedSource(path: string, frameId?: FrameId, options?: CallOptions): Promise<EditedSource | undefined> {
    if (frameId !== undefined) {
      const { thread, script } = this.#inspection.scriptOf(frameId);
      return thread.staleSources.of(path, script, options);
    }
    const asked = this.#threads.all.map(({ staleSources }) => staleSources.of(path, undefined, options));
    return (await Promise.all(asked)).find((edited) => edited !== undefined);
  }

  isOwnSource(path: string): boolean {
    return this.#threads.program.places.has(path) || this.#threads.all.some(({ scripts }) => scripts.isOwnSource(path));
  }

  setVariable(frameId: FrameId, name: string, expression: string, options?: CallOptions): Promise<ValueSummary> {
    return this.#inspection.setVariable(frameId, name, expression, options);
  }

  async continue(threadId: ThreadId, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).continue(options);
  }

  async next(threadId: ThreadId, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).step('next', options, this.#returns.isWanted);
  }

  async stepIn(threadId: ThreadId, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).step('stepIn', options);
  }

  async stepOut(threadId: ThreadId, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).step('stepOut', options);
  }

  async restartFrame(frameId: FrameId, options?: CallOptions): Promise<RestartOutcome> {
    const { thread, frame } = this.#inspection.frameOf(frameId);
    return restartFrame(thread, frame, options);
  }

  async forceReturn(frameId: FrameId, expression: string, options?: CallOptions): Promise<ForcedReturn> {
    const { thread, frame } = this.#inspection.frameOf(frameId);
    return forceReturn(thread, frame, expression, options);
  }

  async pause(threadId: ThreadId, options?: CallOptions): Promise<void> {
    await this.#threads.get(threadId).pause(options);
  }

  pauseIdle(threadId: ThreadId): void {
    this.#threads.get(threadId).pauseIdle();
  }

  whereabouts(threadId: ThreadId, options?: CallOptions): Promise<SourceLocation | undefined> {
    return this.#threads.get(threadId).whereabouts(options);
  }

  isStepping(threadId: ThreadId): boolean {
    return this.#threads.get(threadId).isStepping;
  }

  returnStops(): ReturnStops {
    return this.#returns;
  }

  async disconnect(): Promise<void> {
    this.#isEnding = true;
    this.host.disconnect();
    // V8 drops a client's breakpoints and resumes the program when the client goes.
    await Promise.all(this.#threads.all.map((thread) => thread.detach()));
  }

  async terminate(): Promise<void> {
    this.#isEnding = true;
    await this.host.terminate();
    for (const thread of this.#threads.all) thread.close();
  }

  /** A thread that is about to go on: references into its stop are stale from now on. */
  #resuming(threadId: ThreadId): V8Thread {
    const thread = this.#threads.get(threadId);
    thread.pausedNow();
    this.#inspection.release(threadId);
    return thread;
  }
}
