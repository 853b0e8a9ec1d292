import { isAbsolute, resolve } from 'node:path';
import type { DebugAdapter, ValueLimits } from '../adapter/debug-adapter.ts';
import type { ExceptionBreakMode } from '../model/breakpoint.ts';
import type { CallOptions } from '../model/call-options.ts';
import { DebugError, messageOf } from '../model/debug-error.ts';
import type { SessionState, SessionSummary } from '../model/session-summary.ts';
import type { StopOutcome, StoppedInfo } from '../model/stop-outcome.ts';
import type { StopReport } from '../model/stop-report.ts';
import { CollectedHits } from './collected-hits.ts';
import { Mutex } from './mutex.ts';
import { OutputBuffer } from './output-buffer.ts';
import { SessionBreakpoints } from './session-breakpoints.ts';
import { exitText, isGone, notStarted, notStopped } from './session-errors.ts';
import type { SessionIdentity } from './session-identity.ts';
import { type InspectionHost, SessionInspection } from './session-inspection.ts';
import { type NotifyEvent, notifierOf } from './session-notifier.ts';
import type { StartRequest } from './start-request.ts';
import { ShownStop } from './stops/shown-stop.ts';
import { StopWaiter } from './stops/stop-waiter.ts';

/** How long a resuming call waits for a stop unless the call says otherwise. Below every client's own limit (60 s and more). */
export const DEFAULT_WAIT_MS = 30_000;

/** Characters of output that a stop's report carries at most. */
const MAX_REPORTED_OUTPUT = 4_000;

/** How long the exit of a program may lag behind the end of its connection. */
const EXIT_GRACE_MS = 1_000;

/** How a stopped program is to go on. */
export type ResumeCommand = 'continue' | 'next' | 'stepIn' | 'stepOut';

/**
 * One debugged program, from its start to its end and over restarts.
 *
 * Commands of one session run one after another; `pause`, `state`, and the wait for a stop stay outside that order, so that
 * a program that never stops can still be asked about and stopped. Owned by the SessionRegistry, ended by `end`.
 */
export class DebugSession {
  readonly id: string;
  readonly language: string;
  readonly breakpoints: SessionBreakpoints;
  readonly inspection: SessionInspection;
  readonly output = new OutputBuffer();
  readonly collected = new CollectedHits();
  #request: StartRequest;
  exceptionMode: ExceptionBreakMode = 'uncaught';
  readonly #createAdapter: () => DebugAdapter;
  readonly #mutex = new Mutex();
  readonly #waiter = new StopWaiter();
  /** Reports an event to its observer. */
  readonly notify: NotifyEvent;
  readonly #checkFile: ((path: string) => void) | undefined;
  #adapter: DebugAdapter;
  #state: SessionState = { kind: 'created' };
  readonly createdAt = new Date();
  /** When it last entered another state. */
  changedAt = this.createdAt;
  readonly #shown = new ShownStop();
  /** Stops of other threads while the session looks at one of them: reported one after another, none is lost. */
  readonly #queued: StoppedInfo[] = [];
  /** Somebody asked for a pause and no stop has come of it yet. */
  #pauseWanted = false;
  /** Where the last report's output ended. */
  #reportedOutput = 0;

  constructor(identity: SessionIdentity, request: StartRequest) {
    this.id = identity.id;
    this.language = identity.language;
    this.#request = request;
    this.#createAdapter = identity.createAdapter;
    this.#checkFile = identity.checkFile;
    this.notify = notifierOf(this.id, this.program, identity.observe);
    const host = this.#host();
    this.breakpoints = new SessionBreakpoints(host);
    this.inspection = new SessionInspection(host);
    this.#adapter = this.#newAdapter();
    this.notify({ kind: 'created', language: this.language, program: this.program, cwd: this.cwd });
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The debuggee itself, for investigations that look at it from outside of the session's commands. */
  get adapter(): DebugAdapter {
    return this.#adapter;
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
   * @param request Where the session was created without one.
   * @throws DebugError `launch_failed`, `source_not_found`, `attach_refused`, `not_debuggable`
   */
  start(options: CallOptions = {}, request: StartRequest = this.#request): Promise<void> {
    this.#request = request;
    return this.#mutex.run(() => this.#start(options));
  }

  /** Ends the debuggee and starts it anew, with the same breakpoints and watches. */
  restart(request: StartRequest, options: CallOptions = {}): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#adapter.terminate(options);
      this.#request = request;
      this.#adapter.events.removeAllListeners();
      this.#adapter = this.#newAdapter();
      this.#queued.length = 0;
      this.#pauseWanted = false;
      // What the earlier run wrote, shown beside what this one writes, would look like the work of one.
      this.#reportedOutput = this.output.clear();
      this.breakpoints.reset();
      this.inspection.reset();
      await this.#start(options);
    });
  }

  async #start(options: CallOptions): Promise<void> {
    const { request } = this;
    if (request.kind === 'none') throw notStarted();
    this.#enter({ kind: 'starting' });
    try {
      await this.#adapter.setExceptionBreakpoints(this.exceptionMode, options);
      await this.breakpoints.sendAll(options);
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
   * runs already, `continue` waits on. A stop that nobody has been shown is the outcome itself.
   *
   * @throws DebugError `not_stopped`, `already_exited`, `cancelled`
   */
  async resume(command: ResumeCommand, options: CallOptions = {}): Promise<StopOutcome> {
    this.#assertAlive();
    if (this.#state.kind === 'stopped') await this.go(command, options);
    else if (command !== 'continue') this.#stopped();
    return this.waitForStop(options);
  }

  /**
   * Lets the stopped program go on, without waiting for what comes of it.
   *
   * @returns false where it stays at a stop that nobody has been shown
   * @throws DebugError as `resume`
   */
  async go(command: ResumeCommand, options: CallOptions = {}): Promise<boolean> {
    this.#stopped();
    return this.#mutex.run(() => this.#send(command), options);
  }

  async #send(command: ResumeCommand): Promise<boolean> {
    // Another call, before this one's turn came, has let the program go on already.
    if (command === 'continue' && this.#state.kind === 'running') return true;
    const { threadId } = this.#stopped();
    // It came between two calls: the caller means the stop before it, or none.
    if (this.hasUnshownStop) return false;
    // The state changes before the command is sent: a stop that arrives before the reply is then not lost.
    const next = this.#queued.shift();
    this.#note(next ? { kind: 'stopped', ...next } : { kind: 'running', sinceMs: Date.now() });
    // The reply says only that the command arrived. The outcome comes as an event, in which a lost connection shows, too.
    // Not cancellable: a command that is given up half-way would leave it open whether the program runs.
    const sent = this.#adapter[command](threadId);
    if (next) await sent;
    else sent.catch((error: unknown) => this.#onCommandFailed(error));
    return true;
  }

  #onCommandFailed(error: unknown): void {
    if (isGone(error)) return;
    if (this.#state.kind === 'running') this.#enter({ kind: 'lost', cause: messageOf(error) });
  }

  /**
   * Waits until the program stops or ends; at the limit says that it still runs, and where. Nothing is lost by asking again.
   * A stop counts as shown from here on; a caller whose answer fails after that takes it back with `notShown`.
   */
  async waitForStop({ timeoutMs = DEFAULT_WAIT_MS, signal }: CallOptions = {}): Promise<StopOutcome> {
    const began = Date.now();
    if (await this.whenHalted({ timeoutMs, signal })) return this.#outcome();
    return this.#stillRunning(Date.now() - began, signal);
  }

  /** Waits until the program runs no more, and shows nobody what it came to. @returns false at the limit */
  async whenHalted({ timeoutMs = DEFAULT_WAIT_MS, signal }: CallOptions = {}): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    while (this.#state.kind === 'running' || this.#state.kind === 'starting') {
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) return false;
      await this.#waiter.wait({ timeoutMs: leftMs, signal });
    }
    return true;
  }

  /** Whether the program stands at a stop that no answer has shown: one that came between two calls. */
  get hasUnshownStop(): boolean {
    return this.#state.kind === 'stopped' && !this.#shown.is(this.#state);
  }

  /** To be called by whoever has shown a stop in an answer of another kind. @param state The session's, when the answer was made. */
  markShown(state: SessionState = this.#state): void {
    if (state.kind === 'stopped') this.#shown.show(state);
  }

  /** To be called when the answer that was to show a stop came to nothing: the next call that waits or steps answers with it. */
  notShown(stop: StoppedInfo): void {
    this.#shown.takeBack(stop);
  }

  async #stillRunning(waitedMs: number, signal: AbortSignal | undefined): Promise<StopOutcome> {
    const adapter = this.#adapter;
    const places = await Promise.all(
      adapter.threads().map(({ id }) => adapter.whereabouts(id, { timeoutMs: 500, signal }).catch(() => undefined)),
    );
    // The threads that run no code at the moment say nothing.
    const where = places.find((place) => place !== undefined);
    if (this.#state.kind !== 'running') return this.#outcome();
    return { kind: 'running', waitedMs, ...(where ? { where } : {}) };
  }

  #outcome(): StopOutcome {
    const state = this.#state;
    if (state.kind === 'created') throw notStarted();
    if (state.kind === 'starting' || state.kind === 'running') return { kind: 'running', waitedMs: 0 };
    if (state.kind === 'stopped') this.#shown.show(state);
    return state;
  }

  /** Asks the running program to stop where it is. A program that is idle stops when it next runs code: `running` then. */
  async pause(options: CallOptions = {}): Promise<StopOutcome> {
    this.#assertAlive();
    if (this.#state.kind !== 'running') return this.#outcome();
    this.#pauseWanted = true;
    const asked = await Promise.allSettled(
      this.#adapter.threads().map((thread) => this.#adapter.pause(thread.id, options)),
    );
    // A thread that cannot be asked is one that ends now, which the wait below finds out.
    const failed = asked.find((each) => each.status === 'rejected' && !isGone(each.reason));
    if (failed?.status === 'rejected') throw failed.reason;
    return this.waitForStop({ timeoutMs: options.timeoutMs ?? 2_000, signal: options.signal });
  }

  async setExceptionMode(mode: ExceptionBreakMode, options: CallOptions = {}): Promise<void> {
    this.exceptionMode = mode;
    if (!this.ended) await this.#mutex.run(() => this.#adapter.setExceptionBreakpoints(mode, options));
  }

  /** Everything worth knowing at the present stop. @throws DebugError `not_stopped`, `already_exited` */
  async report(limits: ValueLimits, options: CallOptions = {}): Promise<StopReport> {
    const seen = await this.inspection.report(limits, options);
    this.#shown.show(seen.stop);
    return { ...seen, output: this.takeOutput(MAX_REPORTED_OUTPUT), warnings: this.breakpoints.takeNews() };
  }

  /** The output since the last call of this or of `report`. */
  takeOutput(maxChars: number): StopReport['output'] {
    const excerpt = this.output.since(this.#reportedOutput, maxChars);
    this.#reportedOutput = this.output.end;
    return excerpt;
  }

  /** Leaves an attached debuggee running and ends a launched one, with everything it started. Safe to call again. */
  async end(options: CallOptions = {}): Promise<void> {
    if (this.request.kind === 'attach') await this.#adapter.disconnect(options);
    else if (this.#state.kind !== 'created') await this.#adapter.terminate(options);
    if (!this.ended) this.#enter({ kind: 'exited', exitCode: null, signal: null });
    this.notify({ kind: 'closed' });
  }

  /** A file that a caller names, as an absolute path. @throws DebugError `invalid_argument` for one that may not be named */
  resolvePath(path: string): string {
    const file = isAbsolute(path) ? path : resolve(this.cwd, path);
    this.#checkFile?.(file);
    return file;
  }

  #stopped(): StoppedInfo {
    this.#assertAlive();
    if (this.#state.kind === 'stopped') return this.#state;
    throw notStopped(this.id);
  }

  #assertAlive(): void {
    const state = this.#state;
    if (state.kind === 'created') throw notStarted();
    if (state.kind === 'lost')
      throw new DebugError('connection_closed', `The connection to the program was lost: ${state.cause}.`, {
        advice: [{ action: 'start' }, ' starts anew; ', { action: 'stop' }, ' clears this session away.'],
      });
    if (state.kind !== 'exited') return;
    throw new DebugError('already_exited', `The program has ended (${exitText(state)}).`, {
      advice: ['Start it again with ', { action: 'launch' }, ': its breakpoints are kept.'],
      details: { exitCode: state.exitCode, signal: state.signal },
    });
  }

  #enter(state: SessionState): void {
    if (this.#state.kind === 'starting' && state.kind === 'stopped')
      this.#note({ kind: 'running', sinceMs: Date.now() });
    this.#note(state);
    this.#waiter.wake();
  }

  #note(state: SessionState): void {
    this.#state = state;
    this.changedAt = new Date();
    this.notify({ kind: 'state', state });
  }

  #host(): InspectionHost {
    const isEnded = () => this.ended;
    return {
      adapter: () => this.#adapter,
      get ended() {
        return isEnded();
      },
      exclusive: (task, options) => this.#mutex.run(() => this.#whileAlive(task), options),
      stop: () => this.#stopped(),
      notify: this.notify,
    };
  }

  /** Runs a task; when the program ends under it, that is the error. */
  async #whileAlive<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (!isGone(error)) throw error;
      // The wire closes a moment before the process is reaped, with its exit code.
      const deadline = Date.now() + EXIT_GRACE_MS;
      while (!this.ended && Date.now() < deadline)
        await this.#waiter.wait({ timeoutMs: Math.max(1, deadline - Date.now()) });
      this.#assertAlive();
      throw error;
    }
  }

  #newAdapter(): DebugAdapter {
    const adapter = this.#createAdapter();
    adapter.events.on('stopped', (stop) => this.#onStopped(stop));
    adapter.events.on('continued', ({ threadId }) => this.#onContinued(threadId));
    adapter.events.on('output', (chunk) => this.output.add(chunk));
    adapter.events.on('output', (chunk) => this.notify({ kind: 'output', chunk }));
    adapter.events.on('collected', (hit) => this.collected.add(hit));
    adapter.events.on('breakpoint', ({ id, state }) => this.breakpoints.learn(id, state));
    adapter.events.on('breakpointHit', ({ id }) => this.breakpoints.countHit(id));
    adapter.events.on('conditionTally', (reported) => this.breakpoints.tally(reported));
    adapter.events.on('thread', ({ threadId, reason }) => reason === 'exited' && this.#onThreadExited(threadId));
    adapter.events.on('exited', (exit) => this.#enter({ kind: 'exited', ...exit }));
    adapter.events.on('lost', ({ cause }) => this.#enter({ kind: 'lost', cause }));
    return adapter;
  }

  #onStopped(stop: StoppedInfo): void {
    if (this.ended) return;
    if (stop.reason === 'pause' && !this.#pauseWanted) {
      // All threads are asked to pause because any of them may be the one that runs; one that has stopped is enough.
      this.#adapter.continue(stop.threadId).catch(() => {});
      return;
    }
    this.#pauseWanted = false;
    const hits = stop.hitBreakpointIds.filter((id) => !this.breakpoints.isOneShot(id));
    const isRunTo = hits.length === 0 && stop.hitBreakpointIds.length > 0;
    for (const id of hits) this.breakpoints.countHit(id);
    this.breakpoints.dropOneShots();
    if (this.#state.kind !== 'stopped') {
      this.#enter({ kind: 'stopped', ...stop, hitBreakpointIds: hits, ...(isRunTo ? { reason: 'goto' } : {}) });
    } else {
      this.#queued.push({ ...stop, hitBreakpointIds: hits });
    }
  }

  #onContinued(threadId: number): void {
    if (this.#state.kind !== 'stopped' || this.#state.threadId !== threadId) return;
    const next = this.#queued.shift();
    this.#enter(next ? { kind: 'stopped', ...next } : { kind: 'running', sinceMs: Date.now() });
  }

  #onThreadExited(threadId: number): void {
    const left = this.#queued.filter((stop) => stop.threadId !== threadId);
    this.#queued.splice(0, this.#queued.length, ...left);
    this.#onContinued(threadId);
  }
}
