import { isAbsolute, resolve } from 'node:path';
import type { AttachRequest, DebugAdapter, LaunchRequest, ValueLimits } from '../adapter/debug-adapter.ts';
import type { ExceptionBreakMode } from '../model/breakpoint.ts';
import type { BreakpointRecord } from '../model/breakpoint-record.ts';
import type { CallOptions } from '../model/call-options.ts';
import { DebugError, messageOf } from '../model/debug-error.ts';
import type { EvaluateOutcome } from '../model/evaluate-outcome.ts';
import type { SessionState, SessionSummary } from '../model/session-summary.ts';
import type { StackFrame } from '../model/stack-frame.ts';
import type { ExitInfo, StopOutcome, StoppedInfo } from '../model/stop-outcome.ts';
import type { StopReport } from '../model/stop-report.ts';
import type { Scope, ValueSummary, Variable } from '../model/variable.ts';
import { BreakpointBook, type BreakpointWish } from './breakpoint-book.ts';
import { LocalsHistory } from './locals-history.ts';
import { Mutex } from './mutex.ts';
import { OutputBuffer } from './output-buffer.ts';
import { buildStopReport, watchValues } from './stop-report.ts';
import { StopWaiter } from './stop-waiter.ts';
import { WatchList } from './watch-list.ts';

/** How long a resuming call waits for a stop unless told otherwise. Below every client's own limit (60 s and more). */
export const DEFAULT_WAIT_MS = 30_000;

/** How a stopped program is to go on. */
export type ResumeCommand = 'continue' | 'next' | 'stepIn' | 'stepOut';

/** How a session's debuggee comes to be. */
export type StartRequest =
  | ({ readonly kind: 'launch' } & LaunchRequest)
  | { readonly kind: 'attach'; readonly target: AttachRequest; readonly cwd: string; readonly label: string };

/** What a session is, apart from its debuggee. */
export interface SessionIdentity {
  readonly id: string;
  /** A new debuggee for a start or a restart. */
  readonly createAdapter: () => DebugAdapter;
}

/**
 * One debugged program, from its start to its end and over restarts.
 *
 * Commands of one session run one after another; `pause`, `state`, and the wait for a stop stay outside that order, so that
 * a program that never stops can still be asked about and stopped. Owned by the SessionRegistry, ended by `end`.
 */
export class DebugSession {
  readonly id: string;
  readonly breakpoints = new BreakpointBook();
  readonly watches = new WatchList();
  readonly output = new OutputBuffer();
  #request: StartRequest;
  exceptionMode: ExceptionBreakMode = 'uncaught';
  readonly #createAdapter: () => DebugAdapter;
  readonly #mutex = new Mutex();
  readonly #waiter = new StopWaiter();
  #locals = new LocalsHistory();
  #adapter: DebugAdapter;
  #state: SessionState = { kind: 'starting' };
  /** Stops of other threads while the session looks at one of them: told one after another, none is lost. */
  readonly #queued: StoppedInfo[] = [];
  /** Where the last report's output ended. */
  #reportedOutput = 0;
  #warned = new Map<number, string>();

  constructor(identity: SessionIdentity, request: StartRequest) {
    this.id = identity.id;
    this.#request = request;
    this.#createAdapter = identity.createAdapter;
    this.#adapter = this.#newAdapter();
  }

  get state(): SessionState {
    return this.#state;
  }

  get language(): string {
    return this.#adapter.id;
  }

  /** How its debuggee was started, the last time. */
  get request(): StartRequest {
    return this.#request;
  }

  get cwd(): string {
    return this.request.cwd;
  }

  /** What was launched or attached to, as the caller wrote it. */
  get program(): string {
    return this.request.kind === 'launch' ? this.request.program : this.request.label;
  }

  get ended(): boolean {
    return this.#state.kind === 'exited' || this.#state.kind === 'lost';
  }

  summary(): SessionSummary {
    return {
      id: this.id,
      language: this.language,
      program: this.program,
      cwd: this.cwd,
      state: this.#state,
      threads: this.#adapter.threads(),
      breakpointCount: this.breakpoints.list().length,
    };
  }

  /**
   * Starts the debuggee with the breakpoints of the book already in place. Resolves when it is under control; then wait for
   * its first stop.
   *
   * @throws DebugError `launch_failed`, `source_not_found`, `attach_refused`, `not_debuggable`
   */
  start(options: CallOptions = {}): Promise<void> {
    return this.#mutex.run(() => this.#start(options));
  }

  /** Ends the debuggee and starts it anew, with the same breakpoints, watches and output history. */
  restart(request: StartRequest, options: CallOptions = {}): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#adapter.terminate(options);
      this.#request = request;
      this.#adapter.events.removeAllListeners();
      this.#adapter = this.#newAdapter();
      this.#queued.length = 0;
      this.#locals = new LocalsHistory();
      this.#warned.clear();
      this.#state = { kind: 'starting' };
      this.breakpoints.reset();
      await this.#start(options);
    });
  }

  async #start(options: CallOptions): Promise<void> {
    const { request } = this;
    try {
      await this.#adapter.setExceptionBreakpoints(this.exceptionMode, options);
      await this.#syncAll(options);
      if (request.kind === 'launch') await this.#adapter.launch(request, options);
      else await this.#adapter.attach(request.target, options);
    } catch (error) {
      this.#enter({ kind: 'lost', cause: messageOf(error) });
      await this.#adapter.terminate().catch(() => {});
      throw error;
    }
    if (this.#state.kind === 'starting') this.#enter({ kind: 'running', sinceMs: Date.now() });
  }

  /**
   * Lets the stopped program go on and waits for what comes of it; exactly one outcome, within `timeoutMs`. While the program
   * runs already, `continue` waits on.
   *
   * @throws DebugError `not_stopped`, `already_exited`, `cancelled`
   */
  async resume(command: ResumeCommand, options: CallOptions = {}): Promise<StopOutcome> {
    this.#assertAlive();
    if (this.#state.kind === 'stopped') await this.#mutex.run(() => this.#send(command, options));
    else if (command !== 'continue') this.#stopped();
    return this.waitForStop(options);
  }

  async #send(command: ResumeCommand, options: CallOptions): Promise<void> {
    const { threadId } = this.#stopped();
    // The state changes before the command is sent: a stop that arrives before the reply is then not lost.
    const next = this.#queued.shift();
    this.#state = next ? { kind: 'stopped', ...next } : { kind: 'running', sinceMs: Date.now() };
    // The reply says only that the command arrived. The outcome comes as an event, in which a lost connection shows, too.
    const sent = this.#adapter[command](threadId, { signal: options.signal });
    if (next) await sent;
    else sent.catch((error: unknown) => this.#onCommandFailed(error));
  }

  #onCommandFailed(error: unknown): void {
    if (error instanceof DebugError && error.code === 'connection_closed') return;
    if (this.#state.kind === 'running') this.#enter({ kind: 'lost', cause: messageOf(error) });
  }

  /** Waits until the program stops or ends; at the limit says that it still runs, and where. Nothing is lost by asking again. */
  async waitForStop({ timeoutMs = DEFAULT_WAIT_MS, signal }: CallOptions = {}): Promise<StopOutcome> {
    const began = Date.now();
    const deadline = began + timeoutMs;
    while (this.#state.kind === 'running' || this.#state.kind === 'starting') {
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) return this.#stillRunning(Date.now() - began, signal);
      await this.#waiter.wait({ timeoutMs: leftMs, signal });
    }
    return this.#outcome();
  }

  async #stillRunning(waitedMs: number, signal: AbortSignal | undefined): Promise<StopOutcome> {
    const thread = this.#adapter.threads()[0];
    const where =
      thread && (await this.#adapter.whereabouts(thread.id, { timeoutMs: 500, signal }).catch(() => undefined));
    if (this.#state.kind !== 'running') return this.#outcome();
    return { kind: 'running', waitedMs, ...(where ? { where } : {}) };
  }

  #outcome(): StopOutcome {
    const state = this.#state;
    if (state.kind === 'starting' || state.kind === 'running') return { kind: 'running', waitedMs: 0 };
    return state;
  }

  /** Asks the running program to stop where it is. A program that is idle stops when it next runs code: `running` then. */
  async pause(options: CallOptions = {}): Promise<StopOutcome> {
    this.#assertAlive();
    if (this.#state.kind !== 'running') return this.#outcome();
    await Promise.all(this.#adapter.threads().map((thread) => this.#adapter.pause(thread.id, options)));
    return this.waitForStop({ timeoutMs: options.timeoutMs ?? 2_000, signal: options.signal });
  }

  /**
   * Takes note of a breakpoint for the coming start.
   *
   * @throws DebugError `invalid_argument` when its condition does not parse
   */
  plan(wish: BreakpointWish): BreakpointRecord {
    const error = wish.condition === undefined ? undefined : this.#adapter.expressionError(wish.condition);
    if (error === undefined) return this.breakpoints.put(wish);
    throw new DebugError('invalid_argument', `The condition "${wish.condition}" does not parse: ${error}`, {
      advice: "Write an expression of the program's language, for example: i > 10.",
      details: { argument: 'condition' },
    });
  }

  /**
   * Sets a breakpoint, or changes the one at the same place, also while the program runs.
   *
   * @throws DebugError `invalid_argument` when its condition does not parse
   */
  setBreakpoint(wish: BreakpointWish, options: CallOptions = {}): Promise<BreakpointRecord> {
    return this.#mutex.run(async () => {
      const record = this.plan(wish);
      await this.#sync(record, options);
      return this.breakpoints.get(record.id);
    });
  }

  /** @throws DebugError `breakpoint_not_found` */
  removeBreakpoint(id: number, options: CallOptions = {}): Promise<BreakpointRecord> {
    return this.#mutex.run(async () => {
      const record = this.breakpoints.remove(id);
      await this.#sync(record, options);
      return record;
    });
  }

  /** Switches a breakpoint on or off; it keeps its number and place. @throws DebugError `breakpoint_not_found` */
  enableBreakpoint(id: number, enabled: boolean, options: CallOptions = {}): Promise<BreakpointRecord> {
    return this.#mutex.run(async () => {
      const record = this.breakpoints.setEnabled(id, enabled);
      await this.#sync(record, options);
      return this.breakpoints.get(id);
    });
  }

  async setExceptionMode(mode: ExceptionBreakMode, options: CallOptions = {}): Promise<void> {
    this.exceptionMode = mode;
    if (!this.ended) await this.#mutex.run(() => this.#adapter.setExceptionBreakpoints(mode, options));
  }

  async #syncAll(options: CallOptions): Promise<void> {
    await Promise.all([
      ...this.breakpoints.paths().map((path) => this.#syncPath(path, options)),
      ...(this.breakpoints.wantedFunctions().length > 0 ? [this.#syncFunctions(options)] : []),
    ]);
  }

  async #sync(record: BreakpointRecord, options: CallOptions): Promise<void> {
    if (this.ended) return;
    if (record.target.kind === 'line') await this.#syncPath(record.target.path, options);
    else await this.#syncFunctions(options);
  }

  async #syncPath(path: string, options: CallOptions): Promise<void> {
    const wanted = this.breakpoints.wantedIn(path);
    const states = await this.#adapter.setBreakpoints(path, wanted, options);
    for (const [index, { id }] of wanted.entries()) this.#learn(id, states[index]);
  }

  async #syncFunctions(options: CallOptions): Promise<void> {
    const wanted = this.breakpoints.wantedFunctions();
    const states = await this.#adapter.setFunctionBreakpoints(wanted, options);
    for (const [index, { id }] of wanted.entries()) this.#learn(id, states[index]);
  }

  #learn(id: number, state: BreakpointRecord['state'] | undefined): void {
    if (state) this.breakpoints.setState(id, state);
  }

  /** Everything worth knowing at the present stop. @throws DebugError `not_stopped`, `already_exited` */
  report(limits: ValueLimits, options: CallOptions = {}): Promise<StopReport> {
    return this.#mutex.run(async () => {
      const stop = this.#stopped();
      const parts = await buildStopReport(this.#adapter, stop, this.watches, limits, options);
      const output = this.takeOutput(4_000);
      return {
        ...parts,
        stop,
        locals: this.#locals.mark(stop, parts.frames.length, parts.locals),
        output,
        warnings: this.#news(),
      };
    });
  }

  /** Watches an expression from now on. @throws DebugError `invalid_argument` when it does not parse */
  addWatch(expression: string): number {
    const error = this.#adapter.expressionError(expression);
    if (error === undefined) return this.watches.add(expression);
    throw new DebugError('invalid_argument', `"${expression}" does not parse: ${error}`, {
      details: { argument: 'expression' },
    });
  }

  /** The watches, with their values if the program is stopped. */
  watchValues(
    options: CallOptions = {},
  ): Promise<readonly { id: number; expression: string; outcome?: EvaluateOutcome }[]> {
    const state = this.#state;
    if (state.kind !== 'stopped') return Promise.resolve(this.watches.list());
    return this.#mutex.run(() => watchValues(this.#adapter, state, this.watches, options));
  }

  /** The output since the last call of this or of `report`. */
  takeOutput(maxChars: number): StopReport['output'] {
    const excerpt = this.output.since(this.#reportedOutput, maxChars);
    this.#reportedOutput = this.output.end;
    return excerpt;
  }

  /** What the caller must know about breakpoints and was not told yet. */
  #news(): string[] {
    const news: string[] = [];
    for (const { id, state } of this.breakpoints.list()) {
      const text = state.kind === 'rejected' ? state.reason : state.kind === 'verified' ? movedText(state) : undefined;
      if (!text || this.#warned.get(id) === text) continue;
      this.#warned.set(id, text);
      news.push(`breakpoint ${id}: ${text}`);
    }
    return news;
  }

  /** Marks a breakpoint's state as told, so that the next stop does not repeat it. */
  told({ id, state }: BreakpointRecord): void {
    const text = state.kind === 'rejected' ? state.reason : state.kind === 'verified' ? movedText(state) : undefined;
    if (text) this.#warned.set(id, text);
  }

  /** Frames of the stopped thread, innermost first. @throws DebugError `not_stopped` */
  stack(options: CallOptions = {}): Promise<readonly StackFrame[]> {
    return this.#mutex.run(() => this.#adapter.stackTrace(this.#stopped().threadId, options));
  }

  /** The scopes of a frame, by its index in the stack; left out, the frame of the stop. */
  scopes(frameIndex?: number, options: CallOptions = {}): Promise<readonly Scope[]> {
    return this.#mutex.run(async () => this.#adapter.scopes(await this.#frameId(frameIndex, options)));
  }

  variables(
    reference: number,
    limits: ValueLimits,
    options: CallOptions & { start?: number } = {},
  ): Promise<readonly Variable[]> {
    const { start = 0, ...call } = options;
    return this.#mutex.run(async () => {
      this.#stopped();
      return this.#adapter.variables({ variablesReference: reference, start, ...limits }, call);
    });
  }

  evaluate(
    request: ValueLimits & { expression: string; frameIndex?: number | undefined; readOnly: boolean },
    options: CallOptions = {},
  ): Promise<EvaluateOutcome> {
    const { frameIndex, ...rest } = request;
    return this.#mutex.run(async () => {
      const frameId = await this.#frameId(frameIndex, options);
      return this.#adapter.evaluate({ ...rest, frameId }, options);
    });
  }

  /** Assigns the value of an expression to a variable of a frame. */
  setVariable(name: string, expression: string, frameIndex?: number, options: CallOptions = {}): Promise<ValueSummary> {
    return this.#mutex.run(async () => {
      const frameId = await this.#frameId(frameIndex, options);
      return this.#adapter.setVariable(frameId, name, expression, options);
    });
  }

  async #frameId(frameIndex: number | undefined, options: CallOptions): Promise<number> {
    const stop = this.#stopped();
    if (frameIndex === undefined) return stop.frameId;
    const frames = await this.#adapter.stackTrace(stop.threadId, options);
    const frame = frames[frameIndex];
    if (frame && frame.presentation !== 'async') return frame.id;
    const live = frames.filter((each) => each.presentation !== 'async').length;
    const what = frame
      ? `Frame ${frameIndex} (${frame.name}) is an asynchronous caller: it is gone.`
      : `There is no frame ${frameIndex}.`;
    throw new DebugError('frame_not_found', what, {
      advice: `Frames 0 to ${live - 1} can be looked into; debug_stack lists them.`,
      details: { frames: live },
    });
  }

  /** Leaves an attached debuggee running and ends a launched one, with everything it started. Safe to call again. */
  async end(options: CallOptions = {}): Promise<void> {
    if (this.request.kind === 'attach') await this.#adapter.disconnect(options);
    else await this.#adapter.terminate(options);
    if (!this.ended) this.#enter({ kind: 'exited', exitCode: null, signal: null });
  }

  /** The file that a caller names, as an absolute path. */
  resolvePath(path: string): string {
    return isAbsolute(path) ? path : resolve(this.cwd, path);
  }

  #stopped(): StoppedInfo {
    this.#assertAlive();
    if (this.#state.kind === 'stopped') return this.#state;
    throw new DebugError('not_stopped', `The program is running; this needs it stopped.`, {
      advice: 'Wait for a stop with debug_continue, or stop it where it is with debug_pause.',
      details: { session: this.id },
    });
  }

  #assertAlive(): void {
    const state = this.#state;
    if (state.kind === 'lost')
      throw new DebugError('connection_closed', `The connection to the program was lost: ${state.cause}`);
    if (state.kind !== 'exited') return;
    throw new DebugError('already_exited', `The program has ended (${exitText(state)}).`, {
      advice: 'Start it again with debug_launch: its breakpoints are kept.',
      details: { exitCode: state.exitCode, signal: state.signal },
    });
  }

  #enter(state: SessionState): void {
    this.#state = state;
    this.#waiter.wake();
  }

  #newAdapter(): DebugAdapter {
    const adapter = this.#createAdapter();
    adapter.events.on('stopped', (stop) => this.#onStopped(stop));
    adapter.events.on('continued', ({ threadId }) => this.#onContinued(threadId));
    adapter.events.on('output', (chunk) => this.output.add(chunk));
    adapter.events.on('breakpoint', ({ id, state }) => this.breakpoints.setState(id, state));
    adapter.events.on('breakpointHit', ({ id }) => this.breakpoints.countHit(id));
    adapter.events.on('exited', (exit) => this.#enter({ kind: 'exited', ...exit }));
    adapter.events.on('lost', ({ cause }) => this.#enter({ kind: 'lost', cause }));
    return adapter;
  }

  #onStopped(stop: StoppedInfo): void {
    for (const id of stop.hitBreakpointIds) this.breakpoints.countHit(id);
    this.#dropOneShots();
    if (this.#state.kind === 'stopped') this.#queued.push(stop);
    else this.#enter({ kind: 'stopped', ...stop });
  }

  /** A run-to is over with the first stop, whichever it is: left behind, it would surprise a later call. */
  #dropOneShots(): void {
    for (const { id } of this.breakpoints.oneShots()) {
      this.removeBreakpoint(id).catch(() => {});
    }
  }

  #onContinued(threadId: number): void {
    if (this.#state.kind === 'stopped' && this.#state.threadId === threadId) {
      const next = this.#queued.shift();
      this.#enter(next ? { kind: 'stopped', ...next } : { kind: 'running', sinceMs: Date.now() });
    }
  }
}

function movedText(state: Extract<BreakpointRecord['state'], { kind: 'verified' }>): string | undefined {
  if (state.movedFromLine === undefined) return undefined;
  const moved = `no code on line ${state.movedFromLine}; it stands on line ${state.location.line}`;
  return state.warning ? `${moved}: ${state.warning}` : moved;
}

function exitText({ exitCode, signal }: ExitInfo): string {
  if (signal) return `killed by ${signal}`;
  return exitCode === null ? 'exit code unknown' : `exit code ${exitCode}`;
}
