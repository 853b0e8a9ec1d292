import { EventEmitter } from 'node:events';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../model/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { EvaluateOutcome } from '../../model/evaluate-outcome.ts';
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
import type { EditedSource } from '../edited-source.ts';
import type { HangEvidence } from '../hang-evidence.ts';
import { framesOfText } from './hang/stack-text.ts';
import { relatedErrors } from './inspection/related-exceptions.ts';
import { ThreadInspection } from './inspection/thread-inspection.ts';
import { programFiles } from './scripts/program-files.ts';
import { sourceTextIn } from './scripts/source-text.ts';
import { expressionError } from './source/expressions.ts';
import type { V8Thread } from './thread/v8-thread.ts';
import { type ThreadSettings, V8Threads } from './threads/v8-threads.ts';

/**
 * What runs V8: it starts, finds and ends the debuggee, and adds each of its threads to {@link V8Threads}. Owned by one
 * V8DebugAdapter.
 */
export interface V8Host {
  readonly hang: HangEvidence;
  launch(request: LaunchRequest, options: CallOptions): Promise<void>;
  attach(request: AttachRequest, options: CallOptions): Promise<void>;
  /** The debuggee is about to run on by itself: gives up what is under way. Its threads are let go of afterwards. */
  disconnect(): void;
  /** Ends the debuggee and everything it started. The connections of its threads are closed afterwards. */
  terminate(): Promise<void>;
}

/** What a host is made for: the threads that it adds to, and the events that only it knows of (`output`, `exited`, `lost`). */
export interface HostedDebuggee {
  readonly threads: V8Threads;
  readonly events: EventEmitter<AdapterEvents>;
}

/**
 * DAP's verbs over the threads of V8, whatever hosts it. Each thread runs and stops independently.
 *
 * @see CDP Debugger, Runtime
 */
export class V8DebugAdapter implements DebugAdapter {
  readonly events = new EventEmitter<AdapterEvents>();
  readonly #threads: V8Threads;
  readonly #inspection: ThreadInspection;
  readonly #host: V8Host;
  #isEnding = false;

  constructor(settings: ThreadSettings, hostOf: (debuggee: HostedDebuggee) => V8Host) {
    this.#threads = new V8Threads(programFiles(process.cwd(), 'sources'), settings, (thread) => this.#listen(thread));
    this.#inspection = new ThreadInspection((threadId) => this.#threads.get(threadId));
    this.#host = hostOf({ threads: this.#threads, events: this.events });
  }

  get hang(): HangEvidence {
    return this.#host.hang;
  }

  launch(request: LaunchRequest, options: CallOptions): Promise<void> {
    return this.#host.launch(request, options);
  }

  attach(request: AttachRequest, options: CallOptions): Promise<void> {
    return this.#host.attach(request, options);
  }

  #listen(thread: V8Thread): void {
    const { threadId } = thread;
    thread.events.on('stopped', (stop) => {
      this.#inspection.forget(threadId);
      this.events.emit('stopped', this.#inspection.stoppedInfo(threadId, stop));
    });
    thread.events.on('started', () => this.events.emit('thread', { threadId, reason: 'started' }));
    thread.events.on('continued', () => this.events.emit('continued', { threadId }));
    thread.events.on('breakpoint', (id, state) => {
      if (!this.#threads.breakpoints.note(id, state)) return;
      this.events.emit('breakpoint', { id, state });
    });
    thread.events.on('breakpointHit', (id) => this.events.emit('breakpointHit', { id }));
    thread.events.on('counted', ({ id, part, tally }) =>
      this.events.emit('conditionTally', { id, source: `${threadId}/${part}`, tally }),
    );
    thread.events.on('output', (chunk) => this.events.emit('output', chunk));
    thread.events.on('collected', (hit) => this.events.emit('collected', { threadId, ...hit }));
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

  setBreakpoints(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    return this.#threads.breakpoints.set(path, wanted, options);
  }

  setFunctionBreakpoints(wanted: readonly FunctionBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    return this.#threads.breakpoints.setFunctions(wanted, options);
  }

  setExceptionBreakpoints(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    return this.#threads.setExceptionMode(mode, options);
  }

  async expressionError(expression: string): Promise<string | undefined> {
    return expressionError(expression);
  }

  threads(): readonly Thread[] {
    return this.#threads.all.map(({ threadId, name, pid, inspectorUrl }) => ({
      id: threadId,
      name,
      ...(pid === undefined ? {} : { pid }),
      ...(inspectorUrl === undefined ? {} : { inspectorUrl }),
    }));
  }

  stackTrace(threadId: number, options?: CallOptions): Promise<readonly StackFrame[]> {
    return this.#inspection.stackTrace(threadId, options);
  }

  async relatedExceptions(threadId: number, options: CallOptions = {}): Promise<readonly RelatedException[]> {
    const { session, scripts } = this.#threads.get(threadId);
    const thrown = this.#inspection.thrown(threadId);
    return thrown ? relatedErrors(thrown, { session, framesOf: (stack) => framesOfText(stack, scripts), options }) : [];
  }

  async scopes(frameId: number): Promise<readonly Scope[]> {
    return this.#inspection.scopes(frameId);
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

  async editedSource(path: string, frameId?: number, options?: CallOptions): Promise<EditedSource | undefined> {
    if (frameId !== undefined) {
      const { thread, script } = this.#inspection.scriptOf(frameId);
      return thread.editedSources.of(path, script, options);
    }
    const asked = this.#threads.all.map(({ editedSources }) => editedSources.of(path, undefined, options));
    return (await Promise.all(asked)).find((edited) => edited !== undefined);
  }

  isOwnSource(path: string): boolean {
    return this.#threads.program.places.has(path) || this.#threads.all.some(({ scripts }) => scripts.isOwnSource(path));
  }

  setVariable(frameId: number, name: string, expression: string, options?: CallOptions): Promise<ValueSummary> {
    return this.#inspection.setVariable(frameId, name, expression, options);
  }

  async continue(threadId: number, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).continue(options);
  }

  async next(threadId: number, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).step('next', options);
  }

  async stepIn(threadId: number, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).step('stepIn', options);
  }

  async stepOut(threadId: number, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).step('stepOut', options);
  }

  async pause(threadId: number, options?: CallOptions): Promise<void> {
    await this.#threads.get(threadId).pause(options);
  }

  whereabouts(threadId: number, options?: CallOptions): Promise<SourceLocation | undefined> {
    return this.#threads.get(threadId).whereabouts(options);
  }

  async disconnect(): Promise<void> {
    this.#isEnding = true;
    this.#host.disconnect();
    // V8 drops a client's breakpoints and resumes the program when the client goes.
    await Promise.all(this.#threads.all.map((thread) => thread.detach()));
  }

  async terminate(): Promise<void> {
    this.#isEnding = true;
    await this.#host.terminate();
    for (const thread of this.#threads.all) thread.close();
  }

  /** A thread that is about to go on: references into its stop are stale from now on. */
  #resuming(threadId: number): V8Thread {
    const thread = this.#threads.get(threadId);
    thread.pausedNow();
    this.#inspection.release(threadId);
    return thread;
  }
}
