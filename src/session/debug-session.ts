import { isAbsolute, resolve } from 'node:path';
import { Deadline, inTime } from '../adapter/deadline.ts';
import type { DebugAdapter, ValueLimits } from '../adapter/debug-adapter.ts';
import type { ExceptionBreakMode } from '../model/breakpoint.ts';
import type { CallOptions } from '../model/call-options.ts';
import { messageOf } from '../model/debug-error.ts';
import type { SessionState, SessionSummary } from '../model/session-summary.ts';
import type { StopOutcome, StoppedInfo } from '../model/stop-outcome.ts';
import type { StopReport } from '../model/stop-report.ts';
import { answerBy } from './answer-in-time.ts';
import { SessionBreakpoints } from './breakpoints/session-breakpoints.ts';
import { CollectedHits } from './collected-hits.ts';
import { EditedNews } from './edited-files.ts';
import { Mutex } from './mutex.ts';
import { OutputBuffer } from './output-buffer.ts';
import { isGone, isLate, notStarted } from './session-errors.ts';
import type { SessionIdentity } from './session-identity.ts';
import { type InspectionHost, SessionInspection } from './session-inspection.ts';
import { SessionLife } from './session-life.ts';
import { type NotifyEvent, notifierOf } from './session-notifier.ts';
import type { StartRequest } from './start-request.ts';
import { ShownStop } from './stops/shown-stop.ts';

/** How long a resuming call waits for a stop unless the call says otherwise. Below every client's own limit (60 s and more). */
export const DEFAULT_WAIT_MS = 30_000;

/** Characters of output that a stop's report carries at most. */
const MAX_REPORTED_OUTPUT = 4_000;

/** How long an adapter may take to say itself why a start was not done in time. */
const START_GRACE_MS = 100;

/** How long one that is ended because its start failed may keep the answer waiting. */
const END_GRACE_MS = 300;

/** How long a pause waits for its stop unless the call says otherwise. */
const PAUSE_WAIT_MS = 2_000;

/** How long the answer that a program still runs is held up by the question where. */
const WHERE_MS = 250;

/** The limits of a start. */
export interface StartOptions extends CallOptions {
  /** Left out, a start is waited for. Otherwise the caller is answered by then, and the session goes on starting. */
  readonly answerBy?: Deadline | undefined;
}

/** What a path has in it below the folder of a package manager. */
const INSTALLED = /[\\/](node_modules|site-packages)[\\/]/;

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
  /** Reports an event to its observer. */
  readonly notify: NotifyEvent;
  readonly #checkFile: ((path: string) => void) | undefined;
  #adapter: DebugAdapter;
  readonly createdAt = new Date();
  readonly #life: SessionLife;
  readonly #shown = new ShownStop();
  readonly #editedNews = new EditedNews();
  /** Stops of other threads while the session looks at one of them: reported one after another, none is lost. */
  readonly #queued: StoppedInfo[] = [];
  /** Somebody asked for a pause and no stop has come of it yet. */
  #pauseWanted = false;
  /** Whether this run has stopped at an exception. */
  hasStoppedAtException = false;
  /** Where the last report's output ended. */
  #reportedOutput = 0;

  constructor(identity: SessionIdentity, request: StartRequest) {
    this.id = identity.id;
    this.language = identity.language;
    this.#request = request;
    this.#createAdapter = identity.createAdapter;
    this.#checkFile = identity.checkFile;
    this.notify = notifierOf(this.id, this.program, identity.observe);
    this.#life = new SessionLife(this.id, this.createdAt, (state) => this.notify({ kind: 'state', state }));
    const host = this.#host();
    this.breakpoints = new SessionBreakpoints(host);
    this.inspection = new SessionInspection(host);
    this.#adapter = this.#newAdapter();
    this.notify({ kind: 'created', language: this.language, program: this.program, cwd: this.cwd });
  }

  get state(): SessionState {
    return this.#life.state;
  }

  /** When it last entered another state. */
  get changedAt(): Date {
    return this.#life.changedAt;
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
    return this.#life.ended;
  }

  summary(): SessionSummary {
    return {
      id: this.id,
      language: this.language,
      program: this.program,
      cwd: this.cwd,
      state: this.state,
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
  start(options: StartOptions = {}, request: StartRequest = this.#request): Promise<void> {
    this.#request = request;
    return answerBy(
      this.#mutex.run(() => this.#start(options)),
      options.answerBy,
    );
  }

  /** Ends the debuggee and starts it anew, with the same breakpoints and watches. */
  restart(request: StartRequest, options: StartOptions = {}): Promise<void> {
    const restarted = this.#mutex.run(async () => {
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
      this.#editedNews.clear();
      await this.#start(options);
    });
    return answerBy(restarted, options.answerBy);
  }

  async #start({ timeoutMs: limitMs = DEFAULT_WAIT_MS, signal }: CallOptions): Promise<void> {
    const { request } = this;
    if (request.kind === 'none') throw notStarted();
    const options = { timeoutMs: limitMs, signal };
    this.#life.enter({ kind: 'starting' });
    this.hasStoppedAtException = false;
    try {
      await this.#adapter.setExceptionBreakpoints(this.exceptionMode, options);
      await this.breakpoints.sendAll(options);
      await inTime(this.#open(request, options), limitMs + START_GRACE_MS, 'Starting');
    } catch (error) {
      this.#life.enter({ kind: 'lost', cause: messageOf(error) });
      await inTime(this.#adapter.terminate(), END_GRACE_MS, 'Ending').catch(() => {});
      throw error;
    }
    if (this.state.kind === 'starting') this.#life.enter({ kind: 'running', sinceMs: Date.now() });
  }

  #open(request: Exclude<StartRequest, { kind: 'none' }>, options: CallOptions): Promise<void> {
    if (request.kind === 'launch') return this.#adapter.launch(request, options);
    return this.#adapter.attach(request.target, options);
  }

  /**
   * Lets the stopped program go on and waits for what comes of it; exactly one outcome, within `timeoutMs`. While the program
   * runs already, `continue` waits on. A stop that nobody has been shown is the outcome itself.
   *
   * @throws DebugError `not_stopped`, `already_exited`, `cancelled`
   */
  async resume(command: ResumeCommand, options: CallOptions = {}): Promise<StopOutcome> {
    this.#life.assertAlive();
    const deadline = new Deadline(options.timeoutMs ?? DEFAULT_WAIT_MS, options.signal);
    if (this.state.kind === 'stopped') await this.go(command, options);
    else if (command !== 'continue') this.#life.stopped();
    return this.waitForStop(deadline.left());
  }

  /**
   * Lets the stopped program go on, without waiting for what comes of it.
   *
   * @returns false where it stays at a stop that nobody has been shown
   * @throws DebugError as `resume`
   */
  async go(command: ResumeCommand, options: CallOptions = {}): Promise<boolean> {
    this.#life.stopped();
    return this.#mutex.run(() => this.#send(command), options);
  }

  async #send(command: ResumeCommand): Promise<boolean> {
    // Another call, before this one's turn came, has let the program go on already.
    if (command === 'continue' && this.state.kind === 'running') return true;
    const { threadId } = this.#life.stopped();
    // It came between two calls: the caller means the stop before it, or none.
    if (this.hasUnshownStop) return false;
    // The state changes before the command is sent: a stop that arrives before the reply is then not lost.
    const next = this.#queued.shift();
    this.#life.note(next ? { kind: 'stopped', ...next } : { kind: 'running', sinceMs: Date.now() });
    // The reply says only that the command arrived. The outcome comes as an event, in which a lost connection shows, too.
    // Not cancellable: a command that is given up half-way would leave it open whether the program runs.
    const sent = this.#adapter[command](threadId);
    if (next) await sent;
    else sent.catch((error: unknown) => this.#onCommandFailed(error));
    return true;
  }

  #onCommandFailed(error: unknown): void {
    if (isGone(error)) return;
    if (this.state.kind === 'running') this.#life.enter({ kind: 'lost', cause: messageOf(error) });
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
  whenHalted({ timeoutMs = DEFAULT_WAIT_MS, signal }: CallOptions = {}): Promise<boolean> {
    return this.#life.whenHalted(timeoutMs, signal);
  }

  /** Whether the program stands at a stop that no answer has shown: one that came between two calls. */
  get hasUnshownStop(): boolean {
    return this.state.kind === 'stopped' && !this.#shown.is(this.state);
  }

  /** To be called by whoever has shown a stop in an answer of another kind. @param state The session's, when the answer was made. */
  markShown(state: SessionState = this.state): void {
    if (state.kind === 'stopped') this.#shown.show(state);
  }

  /** To be called when the answer that was to show a stop came to nothing: the next call that waits or steps answers with it. */
  notShown(stop: StoppedInfo): void {
    this.#shown.takeBack(stop);
  }

  async #stillRunning(waitedMs: number, signal: AbortSignal | undefined): Promise<StopOutcome> {
    const adapter = this.#adapter;
    const places = await Promise.all(
      adapter
        .threads()
        .map(({ id }) => adapter.whereabouts(id, { timeoutMs: WHERE_MS, signal }).catch(() => undefined)),
    );
    // The threads that run no code at the moment say nothing, and one in a package mostly waits for another one.
    const known = places.filter((place) => place !== undefined);
    const where = known.find(({ path }) => !INSTALLED.test(path)) ?? known[0];
    if (this.state.kind === 'starting') return { kind: 'running', waitedMs, isStarting: true };
    if (this.state.kind !== 'running') return this.#outcome();
    return { kind: 'running', waitedMs, ...(where ? { where } : {}) };
  }

  #outcome(): StopOutcome {
    const state = this.state;
    if (state.kind === 'created') throw notStarted();
    if (state.kind === 'starting' || state.kind === 'running') return { kind: 'running', waitedMs: 0 };
    if (state.kind === 'stopped') this.#shown.show(state);
    return state;
  }

  /** Asks the running program to stop where it is. A program that is idle stops when it next runs code: `running` then. */
  async pause(options: CallOptions = {}): Promise<StopOutcome> {
    this.#life.assertAlive();
    if (this.state.kind !== 'running') return this.#outcome();
    this.#pauseWanted = true;
    const deadline = new Deadline(options.timeoutMs ?? PAUSE_WAIT_MS, options.signal);
    const asked = await Promise.allSettled(
      this.#adapter.threads().map((thread) => this.#adapter.pause(thread.id, deadline.left())),
    );
    // A thread that cannot be asked is one that ends now, which the wait below finds out; one that is inside a native call takes the
    // request up when it comes out of it.
    const failed = asked.find((each) => each.status === 'rejected' && !isGone(each.reason) && !isLate(each.reason));
    if (failed?.status === 'rejected') throw failed.reason;
    return this.waitForStop(deadline.left());
  }

  async setExceptionMode(mode: ExceptionBreakMode, options: CallOptions = {}): Promise<void> {
    this.exceptionMode = mode;
    if (!this.ended) await this.#mutex.run(() => this.#adapter.setExceptionBreakpoints(mode, options));
  }

  /** Everything worth knowing at the present stop. @throws DebugError `not_stopped`, `already_exited` */
  async report(limits: ValueLimits, options: CallOptions = {}): Promise<StopReport> {
    const seen = await this.inspection.report(limits, options);
    this.#shown.show(seen.stop);
    const edited = this.breakpoints.warnsOf(seen.stop.location.path) ? undefined : seen.source?.edited;
    const warnings = [...this.#editedNews.take(edited), ...this.breakpoints.takeNews()];
    return { ...seen, output: this.takeOutput(MAX_REPORTED_OUTPUT), warnings };
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
    else if (this.state.kind !== 'created') await this.#adapter.terminate(options);
    if (!this.ended) this.#life.enter({ kind: 'exited', exitCode: null, signal: null });
    this.notify({ kind: 'closed' });
  }

  /** A file that a caller names, as an absolute path. @throws DebugError `invalid_argument` for one that may not be named */
  resolvePath(path: string): string {
    const file = isAbsolute(path) ? path : resolve(this.cwd, path);
    this.#checkFile?.(file);
    return file;
  }

  #host(): InspectionHost {
    const isEnded = () => this.ended;
    return {
      adapter: () => this.#adapter,
      get ended() {
        return isEnded();
      },
      exclusive: (task, options) => this.#mutex.run(() => this.#life.whileAlive(task), options),
      stop: () => this.#life.stopped(),
      notify: this.notify,
    };
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
    adapter.events.on('exited', (exit) => this.#life.enter({ kind: 'exited', ...exit }));
    adapter.events.on('lost', ({ cause }) => this.#life.enter({ kind: 'lost', cause }));
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
    if (stop.reason === 'exception') this.hasStoppedAtException = true;
    const hits = stop.hitBreakpointIds.filter((id) => !this.breakpoints.isOneShot(id));
    const isRunTo = hits.length === 0 && stop.hitBreakpointIds.length > 0;
    for (const id of hits) this.breakpoints.countHit(id);
    this.breakpoints.dropOneShots();
    if (this.state.kind !== 'stopped') {
      this.#life.enter({ kind: 'stopped', ...stop, hitBreakpointIds: hits, ...(isRunTo ? { reason: 'goto' } : {}) });
    } else {
      this.#queued.push({ ...stop, hitBreakpointIds: hits });
    }
  }

  #onContinued(threadId: number): void {
    if (this.state.kind !== 'stopped' || this.state.threadId !== threadId) return;
    const next = this.#queued.shift();
    this.#life.enter(next ? { kind: 'stopped', ...next } : { kind: 'running', sinceMs: Date.now() });
  }

  #onThreadExited(threadId: number): void {
    const left = this.#queued.filter((stop) => stop.threadId !== threadId);
    this.#queued.splice(0, this.#queued.length, ...left);
    this.#onContinued(threadId);
  }
}
