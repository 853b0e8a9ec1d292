import { isAbsolute, resolve } from 'node:path';
import type { DebugAdapter, ValueLimits } from '../adapter/debug-adapter.ts';
import type { RestartOptions, RestartOutcome } from '../adapter/restart-outcome.ts';
import { CANNOT_FORCE, type ForcedReturn } from '../adapter/return-stops.ts';
import type { ExceptionBreakMode } from '../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { PatchOutcome, PatchRequest } from '../model/program/patch-outcome.ts';
import type { SessionState, SessionSummary } from '../model/session-summary.ts';
import type { StopOutcome, StoppedInfo } from '../model/stop-outcome.ts';
import type { StopReport } from '../model/stop-report.ts';
import { answerBy } from './answer-in-time.ts';
import { SessionBreakpoints } from './breakpoints/session-breakpoints.ts';
import { CollectedHits } from './collected-hits.ts';
import { type InputWrite, writeInput } from './input/write-input.ts';
import type { InspectionHost } from './inspection-host.ts';
import { Mutex } from './mutex.ts';
import { OutputBuffer } from './output/output-buffer.ts';
import { ProcessRestarts } from './process-restarts.ts';
import { ArrivedStops } from './run/arrived-stops.ts';
import { hearDebuggee } from './run/debuggee-events.ts';
import { DEFAULT_WAIT_MS, type ResumeCommand, RunControl, type WaitOptions } from './run/run-control.ts';
import { type StartOptions, startDebuggee } from './run/start-debuggee.ts';
import { suspendedWhole, unlessSuspended } from './run/suspended-process.ts';
import { endedMeanwhile } from './session-errors.ts';
import type { SessionIdentity } from './session-identity.ts';
import { SessionInspection } from './session-inspection.ts';
import { SessionLife } from './session-life.ts';
import { type NotifyEvent, notifierOf } from './session-notifier.ts';
import { SessionProcesses } from './session-processes.ts';
import type { StartRequest } from './start-request.ts';
import { restartFrame } from './stops/restart-frame.ts';
import { SeenFailure } from './stops/seen-failure.ts';
import { SessionPatches } from './stops/session-patches.ts';
import { SessionReports } from './stops/session-reports.ts';

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
  /** Restarts of the program's processes by a watcher. */
  readonly restarts: ProcessRestarts;
  readonly processes = new SessionProcesses();
  #request: StartRequest;
  exceptionMode: ExceptionBreakMode = 'uncaught';
  readonly #createAdapter: () => DebugAdapter;
  readonly #mutex = new Mutex();
  /** Reports an event to its observer. */
  readonly notify: NotifyEvent;
  readonly #checkFile: SessionIdentity['checkFile'];
  readonly #mayShow: SessionIdentity['mayShow'];
  #adapter: DebugAdapter;
  readonly createdAt = new Date();
  readonly #life: SessionLife;
  readonly #stops: ArrivedStops;
  #isEnding = false;
  readonly #control: RunControl;
  readonly #reports: SessionReports;
  /** The failures of this run and the one before. */
  readonly failure = new SeenFailure();
  /** The other texts that functions of this run have been given. */
  readonly patches: SessionPatches;

  constructor(identity: SessionIdentity, request: StartRequest) {
    this.id = identity.id;
    this.language = identity.language;
    this.#request = request;
    this.#createAdapter = identity.createAdapter;
    this.#checkFile = identity.checkFile;
    this.#mayShow = identity.mayShow;
    this.notify = notifierOf(this.id, this.program, identity.observe);
    this.#life = new SessionLife(this.id, this.createdAt, (state) => this.notify({ kind: 'state', state }));
    const host = this.#host();
    this.breakpoints = new SessionBreakpoints(host);
    this.inspection = new SessionInspection(host);
    const files = () => this.breakpoints.list().flatMap(({ target }) => (target.kind === 'line' ? target.path : []));
    this.restarts = new ProcessRestarts({ cwd: this.cwd, output: this.output, files });
    const run = { life: this.#life, adapter: () => this.#adapter, mutex: this.#mutex };
    const { breakpoints, processes, failure } = this;
    this.#stops = new ArrivedStops({ ...run, breakpoints, processes, failure });
    this.#control = new RunControl({ ...run, stops: this.#stops });
    this.patches = new SessionPatches({ ...run, control: this.#control });
    this.#reports = new SessionReports(this);
    this.#adapter = this.#newAdapter();
    this.notify({ kind: 'created', language: this.language, program: this.program, cwd: this.cwd });
  }

  get state(): SessionState {
    return this.#life.state;
  }

  /** The time at which the session last entered another state. */
  get changedAt(): Date {
    return this.#life.changedAt;
  }

  /** The debuggee itself, for investigations that look at it from outside of the session's commands. */
  get adapter(): DebugAdapter {
    return this.#adapter;
  }

  /** The last start of the debuggee. */
  get request(): StartRequest {
    return this.#request;
  }

  get cwd(): string {
    return this.request.cwd;
  }

  /** The launched program or the target of the attach, as the caller wrote it. */
  get program(): string {
    return this.request.kind === 'launch' ? this.request.program : this.request.label;
  }

  /** The language of what it stands in, which may be another one than the program's. */
  get stopLanguage(): string {
    const { state } = this;
    const threads = state.kind === 'stopped' ? this.#adapter.threads().filter(({ id }) => id === state.threadId) : [];
    return threads[0]?.language ?? this.language;
  }

  /** The languages of its processes; as long as none is known, the one that it was started for. */
  get languages(): readonly string[] {
    const known = this.processes.languages(this.language);
    return known.length === 0 ? [this.language] : known;
  }

  get ended(): boolean {
    return this.#life.ended;
  }

  summary(): SessionSummary {
    return {
      id: this.id,
      languages: this.languages,
      program: this.program,
      cwd: this.cwd,
      state: this.state,
      threads: this.#adapter.threads(),
      processes: this.processes.list(this.#stops.all(), this.ended ? [] : this.#adapter.unadopted),
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
  start(options: StartOptions = {}, request: StartRequest = this.#request): Promise<void> {
    this.#request = request;
    return answerBy(
      this.#mutex.run(() => this.#start(options)),
      options.answerBy,
      (signal) => this.#life.whenNoticed(signal),
    );
  }

  /** Ends the debuggee and starts it again, with the same breakpoints and watches. */
  restart(request: StartRequest, options: StartOptions = {}): Promise<void> {
    const restarted = this.#mutex.run(async () => {
      await this.#adapter.terminate(options);
      if (this.#isEnding) throw endedMeanwhile();
      this.#request = request;
      this.#adapter.events.removeAllListeners();
      this.#adapter = this.#newAdapter();
      this.#stops.reset();
      this.#reports.reset();
      this.breakpoints.reset();
      this.inspection.reset();
      this.restarts.reset();
      this.processes.reset();
      this.patches.reset();
      await this.#start(options);
    });
    return answerBy(restarted, options.answerBy, (signal) => this.#life.whenNoticed(signal));
  }

  async #start(options: CallOptions): Promise<void> {
    if (this.#isEnding) throw endedMeanwhile();
    const { breakpoints, failure, exceptionMode, request } = this;
    const program = { life: this.#life, adapter: this.#adapter, breakpoints, failure, exceptionMode };
    await startDebuggee(program, request, options);
    if (!this.#isEnding) return;
    await program.adapter.terminate(options);
    throw endedMeanwhile();
  }

  /**
   * Lets the stopped program go on and waits for what comes of it; exactly one outcome, within `timeoutMs`. While the program
   * runs already, `continue` waits on. A stop that no answer has shown is the outcome itself.
   *
   * @throws DebugError `not_stopped`, `already_exited`, `cancelled`
   */
  resume(command: ResumeCommand, options: WaitOptions = {}): Promise<StopOutcome> {
    return this.#control.resume(command, options);
  }

  /**
   * Lets the stopped program go on, without waiting for what comes of it.
   *
   * @returns false where it stays at a stop that no answer has shown
   * @throws DebugError as `resume`
   */
  go(command: ResumeCommand, options: CallOptions = {}): Promise<boolean> {
    return this.#control.go(command, options);
  }

  /**
   * Restarts a frame of the stopped program; the stop at its first statement is what a wait then answers with.
   *
   * @param frameIndex In the stack; left out, the frame of the stop.
   * @throws DebugError `not_stopped`, `frame_not_found`
   */
  async restartFrame(frameIndex: number | undefined, options: RestartOptions = {}): Promise<RestartOutcome> {
    const frameId = await this.inspection.frameId(frameIndex, options);
    return this.#mutex.run(() => restartFrame(this.#life, this.#adapter, frameId, options), options);
  }

  /**
   * Prepares that the innermost call returns the value of an expression; the step out that follows takes it there.
   *
   * @throws DebugError `not_stopped`, `invalid_argument`
   */
  async forceReturn(expression: string, options: CallOptions = {}): Promise<ForcedReturn> {
    const frameId = await this.inspection.frameId(0, options);
    return (await this.#adapter.forceReturn?.(frameId, expression, options)) ?? CANNOT_FORCE;
  }

  /**
   * Gives functions of the program new texts, stopped or running. The file on disk stays as it is.
   *
   * @param path Absolute.
   * @throws DebugError `invalid_argument` where a text to be replaced is not there once
   */
  patch(path: string, request: PatchRequest, options: CallOptions = {}): Promise<PatchOutcome> {
    return this.#answered(() => this.patches.make(path, request, options));
  }

  /**
   * Waits until the program stops or ends; at the limit says that it still runs, and where. Nothing is lost by asking again.
   * A stop counts as shown from here on; a caller whose answer fails after that takes it back with `notShown`.
   */
  waitForStop(options: WaitOptions = {}): Promise<StopOutcome> {
    return this.#control.waitForStop(options);
  }

  /** Waits until the program runs no more, and keeps the outcome for the next answer. @returns false at the limit */
  whenHalted({ timeoutMs = DEFAULT_WAIT_MS, signal }: CallOptions = {}): Promise<boolean> {
    return this.#life.whenHalted(timeoutMs, signal);
  }

  /** True if the program stands at a stop that no answer has shown: one that came between two calls. */
  get hasUnshownStop(): boolean {
    return this.#control.hasUnshownStop;
  }

  /** To be called when an answer of another kind has shown a stop. @param state The session's, when the answer was made. */
  markShown(state: SessionState = this.state): void {
    if (state.kind === 'stopped') this.#control.show(state);
  }

  /** To be called when the answer that was to show a stop came to nothing: the next call that waits or steps answers with it. */
  notShown(stop: StoppedInfo): void {
    this.#control.notShown(stop);
  }

  /**
   * Writes to the program's standard input. One that is stopped reads it when it goes on.
   *
   * @throws DebugError `unsupported`, `already_exited`, `connection_closed`
   */
  writeInput(write: InputWrite): void {
    this.#life.assertAlive();
    writeInput(this.request, this.#adapter.input, write);
    this.output.noteInput();
  }

  /** Asks the running program to stop where it is. A program that is idle stops when it next runs code: `running` then. */
  pause(options: CallOptions = {}): Promise<StopOutcome> {
    return this.#control.pause(options);
  }

  /** Stops a program that was asked to pause and is idle, where it waits; see {@link DebugAdapter.pauseIdle}. */
  pauseIdle(options: CallOptions = {}): Promise<StopOutcome> {
    return this.#control.pauseIdle(options);
  }

  async setExceptionMode(mode: ExceptionBreakMode, options: CallOptions = {}): Promise<void> {
    this.exceptionMode = mode;
    if (this.ended) return;
    await this.#answered(() => this.#mutex.run(() => this.#adapter.setExceptionBreakpoints(mode, options)));
  }

  /** Everything worth knowing at the present stop. @throws DebugError `not_stopped`, `already_exited` */
  async report(limits: ValueLimits, options: CallOptions = {}): Promise<StopReport> {
    const seen = await this.inspection.report(limits, options);
    this.#control.show(seen.stop);
    return this.#reports.complete(seen);
  }

  /** The output since the last call of this or of `report`. */
  takeOutput(maxChars: number): StopReport['output'] {
    return this.#reports.takeOutput(maxChars);
  }

  /**
   * Leaves an attached debuggee running and ends a launched one, with everything it started. What is being started meanwhile is ended by
   * the call that starts it. Safe to call again.
   */
  async end(options: CallOptions = {}): Promise<void> {
    this.#isEnding = true;
    if (this.request.kind === 'attach') await this.#adapter.disconnect(options);
    else if (this.state.kind !== 'created') await this.#adapter.terminate(options);
    if (!this.ended) this.#life.enter({ kind: 'exited', exitCode: null, signal: null });
    this.notify({ kind: 'closed' });
  }

  /**
   * Gives up the name of an ended session, and ends the processes that its program has left running. Does not wait for them. Nothing is
   * started in it any more: a call that was about to is told so.
   */
  release(options: CallOptions = {}): void {
    this.#isEnding = true;
    this.notify({ kind: 'closed' });
    if (this.request.kind !== 'attach') this.#adapter.terminate(options).catch(() => {});
  }

  /** A file that a caller names, as an absolute path. @throws DebugError `invalid_argument` for one that may not be named */
  resolvePath(path: string): string {
    const file = isAbsolute(path) ? path : resolve(this.cwd, path);
    this.#checkFile?.(file);
    return file;
  }

  /** Runs what needs an answer of the debuggee. @throws DebugError `suspended` */
  #answered<T>(task: () => Promise<T>): Promise<T> {
    return unlessSuspended(this.#adapter, () => this.state, task);
  }

  #host(): InspectionHost {
    const isEnded = () => this.ended;
    return {
      adapter: () => this.#adapter,
      get ended() {
        return isEnded();
      },
      exclusive: (task, options) => this.#answered(() => this.#mutex.run(() => this.#life.whileAlive(task), options)),
      mayShow: (path) => this.#mayShow?.(path) ?? true,
      suspended: () => suspendedWhole(this.#adapter, this.state),
      leave: (leftover) => this.#mutex.leave(leftover),
      stop: () => this.#life.stopped(),
      notify: this.notify,
    };
  }

  #newAdapter(): DebugAdapter {
    const adapter = this.#createAdapter();
    const { output, breakpoints, failure, inspection, collected, restarts, processes, notify } = this;
    const parts = { output, breakpoints, failure, inspection, collected, restarts, processes, notify };
    hearDebuggee(adapter, { ...parts, life: this.#life, stops: this.#stops });
    return adapter;
  }
}
