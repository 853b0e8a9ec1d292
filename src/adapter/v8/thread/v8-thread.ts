import { EventEmitter } from 'node:events';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CallFrameId, ScriptId } from '../../../cdp/ids.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { ExceptionBreakMode } from '../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { ThreadId } from '../../../model/ids.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { Thread } from '../../../model/stack-frame.ts';
import type { FunctionBreakpoints } from '../breakpoints/function-breakpoints.ts';
import type { LineBreakpoints } from '../breakpoints/line-breakpoints.ts';
import type { LogBreakpoints } from '../breakpoints/recorded/log-breakpoints.ts';
import { AnchoredSession } from '../pauses/anchored-session.ts';
import { ConditionedSession } from '../pauses/conditioned-session.ts';
import { OwnCodeSteps } from '../pauses/own-code-steps.ts';
import { IDLE, type Pause } from '../pauses/pause.ts';
import type { RunningInspection } from '../pauses/pause-verdict.ts';
import { SettledSession } from '../pauses/settled-session.ts';
import { StepOut } from '../pauses/step-out.ts';
import type { ThreadEvents } from '../pauses/thread-events.ts';
import { OwnRealms } from '../realms/own-realm.ts';
import { ReturnGuard } from '../returns/return-guard.ts';
import { type PatchResult, ProgramTexts, type TextPatch } from '../scripts/program-texts.ts';
import { ScriptTable } from '../scripts/script-table.ts';
import { StaleSources } from '../scripts/stale-sources.ts';
import type { ExactPosition } from '../source/source-lines.ts';
import { Summariser } from '../summary/summariser.ts';
import { ThreadWrites } from '../writes/thread-writes.ts';
import { FirstRun } from './first-run.ts';
import { PauseHandler } from './pause-handler.ts';
import { PauseReaders } from './pause-readers.ts';
import { PauseRequest } from './pause-request.ts';
import type { PausingThread } from './pausing-thread.ts';
import { type StepCommand, ThreadDeparture } from './thread-departure.ts';
import type { ThreadIdentity } from './thread-identity.ts';
import { ThreadState } from './thread-state.ts';
import { ThreadStops } from './thread-stops.ts';
import { unstoppedException } from './unstopped-exception.ts';
import { whereabouts } from './whereabouts.ts';

/**
 * Takes a thread under control for its host, in one batch of messages without waiting for replies one by one.
 *
 * @param send Sends the messages that must be in place before the program's first line; to be called once the debugger is
 * enabled.
 */
export type TakeControl = (session: CdpSession, send: () => Promise<unknown>[], options?: CallOptions) => Promise<void>;

/** Another text for a script, and where the places of the one that it has are in it. */
interface MovingPatch extends Pick<TextPatch, 'text' | 'steps'> {
  readonly move: (place: ExactPosition) => ExactPosition;
  /** The paused top frame stands at its first statement, and may be restarted. */
  readonly restartsTopFrame: boolean;
}

const STEPPED_OVER =
  'Stepped over instead: the V8 of this Node ends the program at a step out of an async generator. A breakpoint where its values are used stops there.\n';

const QUIET =
  'A statement around writes of a watched variable has run often: it is not stopped at any more for exceptions that it throws itself.\n';

/**
 * One thread of a debuggee: an inspector session with its scripts, breakpoints and what it does now.
 *
 * Owned by the V8Threads. Invariant: a `stopped` event is sent for every wanted pause, and each pause of
 * V8 that no call asked for is resumed by its {@link PauseHandler}.
 */
export class V8Thread {
  readonly threadId: ThreadId;
  readonly name: string;
  readonly pid: number | undefined;
  readonly process: Thread['process'] | undefined;
  readonly inspectorUrl: string | undefined;
  readonly isWorker: boolean;
  readonly session: CdpSession;
  readonly events = new EventEmitter<ThreadEvents>();
  readonly scripts: ScriptTable;
  readonly texts: ProgramTexts;
  readonly staleSources: StaleSources;
  readonly breakpoints: LineBreakpoints;
  readonly functionBreakpoints: FunctionBreakpoints;
  readonly logs: LogBreakpoints;
  readonly realms: OwnRealms;
  readonly summariser: Summariser;
  readonly writes: ThreadWrites;
  readonly close: () => void;
  readonly returnGuard: ReturnGuard;
  readonly readers: PauseReaders;
  readonly #conditioned: ConditionedSession;
  readonly #stops: ThreadStops;
  readonly #state = new ThreadState();
  readonly #firstRun = new FirstRun();
  readonly #pauses: PauseHandler;
  readonly #request: PauseRequest;
  readonly #departure: ThreadDeparture;

  constructor(connected: CdpSession, identity: ThreadIdentity) {
    this.#conditioned = new ConditionedSession(connected);
    const session = new AnchoredSession(new SettledSession(this.#conditioned, identity.naming));
    this.scripts = new ScriptTable(identity.program.root, identity.naming);
    this.texts = new ProgramTexts(session);
    this.staleSources = new StaleSources(this.scripts, this.texts);
    this.threadId = identity.threadId;
    this.name = identity.name;
    this.pid = identity.pid;
    this.process = identity.process;
    this.inspectorUrl = identity.inspectorUrl;
    this.isWorker = identity.isWorker ?? false;
    this.session = session;
    this.#request = new PauseRequest(session, () => this.#conditioned.places, identity.naming.ownUrl(IDLE));
    this.close = identity.close;
    this.realms = new OwnRealms(session);
    this.summariser = new Summariser(session, this.realms);
    this.writes = new ThreadWrites(session, this.summariser, () =>
      this.events.emit('output', { category: 'log', isNote: true, text: QUIET }),
    );
    const { scripts, texts, events, realms, summariser, writes } = this;
    const { isWorker } = this;
    const parts = { session, isWorker, scripts, texts, events, realms, summariser, writes, state: this.#state };
    const { program, naming, countWritten } = identity;
    const edits = identity.edits(this);
    this.#stops = new ThreadStops({ ...parts, program, naming, countWritten, edits });
    this.breakpoints = this.#stops.lines;
    this.functionBreakpoints = this.#stops.functions;
    this.logs = this.#stops.logs;
    this.readers = new PauseReaders(this.#stops.exceptions);
    this.returnGuard = new ReturnGuard({
      session,
      scripts,
      summariser,
      isEdited: (scriptId) => texts.isPatched(scriptId),
    });
    const thread = this.#pausing();
    this.#pauses = new PauseHandler(thread);
    this.#departure = new ThreadDeparture(thread, this.#pauses);
    this.#listen();
  }

  #pausing(): PausingThread {
    const { session, isWorker, events, scripts, breakpoints, functionBreakpoints, logs, writes, returnGuard } = this;
    const [state, { entries, exceptions, met }] = [this.#state, this.#stops];
    const stepOut = new StepOut(session, () => {
      if (state.intent.kind === 'step') events.emit('output', { category: 'log', isNote: true, text: STEPPED_OVER });
    });
    const ownCode = new OwnCodeSteps(session, scripts.naming.dependencyUrls);
    const own = { session, isWorker, events, scripts, state, ownCode, readers: this.readers };
    return { ...own, breakpoints, functionBreakpoints, logs, met, entries, exceptions, stepOut, returnGuard, writes };
  }

  #listen(): void {
    const { session } = this;
    session.on('Debugger.scriptParsed', (params) => this.#onScript(params));
    session.on('Debugger.paused', (params) => this.#pauses.onPaused(this.#stops.met.settle(params)));
    session.on('Debugger.resumed', () => this.#onResumed());
    session.onClose((cause) => this.#end({ kind: 'closed', cause }));
  }

  get ended(): boolean {
    return this.#state.ended;
  }

  /**
   * Takes the thread under control.
   *
   * @param prepare Sends what must be in place before the program's first line.
   */
  async start(
    prepare: () => Promise<unknown>,
    { exceptionMode, control }: { readonly exceptionMode: ExceptionBreakMode; readonly control: TakeControl },
    options?: CallOptions,
  ): Promise<void> {
    // It is answered after the scripts that were there before us have been reported.
    const exceptions = () => this.setExceptionMode(exceptionMode, options).then(() => this.scripts.becomeCurrent());
    const first = () => [exceptions(), this.summariser.install(options)];
    const send = () => [...first(), prepare()];
    await control(this.session, send, options);
    this.#firstRun.begin();
    if (!this.ended) this.events.emit('started');
  }

  setExceptionMode(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    const set = this.#stops.exceptions.setMode(mode, options);
    this.#stops.met.update();
    return set;
  }

  /** @throws DebugError `not_stopped` */
  pausedNow(): Pause {
    const { pause } = this.#state;
    if (pause) return pause;
    throw new DebugError('not_stopped', `${this.name} is running.`, {
      advice: ['Pause it with ', { action: 'pause' }, ', or wait for a stop with ', { action: 'continue' }, '.'],
    });
  }

  /** The stop that the thread stands at; undefined while it runs. */
  get currentPause(): Pause | undefined {
    return this.#state.pause;
  }

  /** V8 evaluates a condition, or a log message, at some place in the thread. */
  get hasConditions(): boolean {
    return this.#conditioned.places.length > 0;
  }

  /** True if the thread is on its way to the end of a step. */
  get isStepping(): boolean {
    return this.#state.intent.kind === 'step';
  }

  /** V8's place in the script that a stop is in; undefined while the thread runs. */
  get standsAt(): CdpEventParams<'Debugger.paused'>['callFrames'][number]['location'] | undefined {
    return this.#state.pause?.params.callFrames[0]?.location;
  }

  async continue(options?: CallOptions): Promise<void> {
    await this.#departure.continue(this.pausedNow(), options);
  }

  /** @param stopsAtReturn Whether a step over ends once more on the line of a `return`, where the value is known. */
  async step(command: StepCommand, options?: CallOptions, stopsAtReturn = false): Promise<void> {
    await this.#departure.step(this.pausedNow(), command, stopsAtReturn, options);
  }

  /**
   * Restarts a call frame. The pause that follows is reported as a stop of its own.
   *
   * @returns false when V8 refused, and everything is as it was
   * @see CDP Debugger.restartFrame
   */
  async restartFrame(callFrameId: CallFrameId, options?: CallOptions): Promise<boolean> {
    return this.#departure.restartFrame(this.pausedNow(), callFrameId, options);
  }

  /**
   * Asks V8 to stop at the next line that runs. An unanswered request stays armed inside V8 and would stop the next
   * evaluation instead, which is why nothing is evaluated in a running thread without `disableBreaks`.
   */
  async pause(options?: CallOptions): Promise<void> {
    await this.#firstRun.wait(options);
    await this.#state.prepared();
    if (this.#state.now.kind !== 'running') return;
    this.#state.run({ kind: 'pause', ownSteps: 0 });
    this.writes.variables.pauseSoon();
    await this.#request.send(options);
  }

  /** As `DebugAdapter.pauseIdle`. */
  pauseIdle(): void {
    if (this.#state.now.kind === 'running' && this.#state.intent.kind === 'pause') this.#request.breakIdle();
  }

  /** The thread's present place. The thread is stopped for the moment of asking; one that runs no JavaScript does not answer. */
  whereabouts(options?: CallOptions): Promise<SourceLocation | undefined> {
    const { pause } = this.#state;
    return pause ? Promise.resolve(pause.focus?.location) : whereabouts(this, options);
  }

  /**
   * Gives the pauses to come to an inspection, until a command of the user comes between. A pause that was
   * asked for and not answered stays armed; the one that it causes later goes there, too.
   *
   * @returns false when the thread is stopped, or on its way to a stop, and when it has not begun and would have to be paused
   */
  inspectWhileRunning(inspection: RunningInspection): boolean {
    const { now } = this.#state;
    if (inspection.isAwaited && !this.#firstRun.isBegun) return false;
    if (now.kind !== 'running' || !/^(run|inspect)$/.test(now.intent.kind)) return false;
    this.#state.run(inspection);
    if (inspection.isAwaited) {
      this.writes.variables.pauseSoon();
      this.#request.send().catch(() => {});
    }
    return true;
  }

  /** Stops at the first statement of a script that is about to run, once. */
  async stopAtEntry(path: string, options?: CallOptions): Promise<void> {
    await this.#stops.entries.stop(path, options);
  }

  /** Gives a script another text; its breakpoints move with their lines, and are set again. */
  replaceText(
    scriptId: ScriptId,
    { text, steps, move, restartsTopFrame }: MovingPatch,
    options?: CallOptions,
  ): Promise<PatchResult> {
    const nextPause = restartsTopFrame ? () => this.#state.expectRestart() : undefined;
    const renew = () => this.#stops.renew(scriptId, move, options);
    return this.texts.replace(scriptId, { text, steps, nextPause, renew }, options);
  }

  /** Lets the thread run on without this debugger: not paused, and without its breakpoints. */
  async detach(): Promise<void> {
    // It may fail because the program is ending, which is as good. One that runs no JavaScript (a native call) does not answer;
    // the end of the connection has the same effect as soon as it does.
    const options = { timeoutMs: 1_000 };
    await this.writes.end(options).catch(() => {});
    await this.session.send('Debugger.disable', undefined, options).catch(() => {});
    this.close();
  }

  /** To be called by the host when the program has come to its end and waits for the debugger to let go. */
  finish(): void {
    if (this.#stops.exceptions.areStopping) void this.#finishAfterLook();
    else this.#end({ kind: 'finished' });
  }

  async #finishAfterLook(): Promise<void> {
    // A thread that does not answer any more is closed, too.
    const { session, scripts, texts, breakpoints, functionBreakpoints } = this;
    const thread = { session, scripts, texts, breakpoints, functionBreakpoints, exceptions: this.#stops.exceptions };
    const exception = await unstoppedException(thread).catch(() => undefined);
    if (exception && !this.ended) this.events.emit('unstopped', exception);
    this.#end({ kind: 'finished' });
  }

  /** The net under what was set before: a script whose map shows only now what it was compiled from. */
  #onScript(params: CdpEventParams<'Debugger.scriptParsed'>): void {
    this.scripts.add(params);
    const script = this.scripts.get(params.scriptId);
    if (script.origin !== 'program') return;
    this.breakpoints.followIn(script);
    // Fails only with the connection.
    this.breakpoints.bindIn(script).catch(() => {});
    this.functionBreakpoints.bindIn(script).catch(() => {});
  }

  #onResumed(): void {
    const { intent } = this.#state;
    if (intent.kind === 'pause' || (intent.kind === 'inspect' && intent.isAwaited)) {
      // V8 takes no notice of a pause that arrives before it has left the pause before.
      this.#request.send().catch(() => {});
    }
    if (this.#state.resumed()) this.events.emit('continued');
  }

  #end(how: ThreadEvents['ended'][0]): void {
    if (!this.#state.end()) return;
    this.#firstRun.begin();
    this.#stops.met.flush();
    this.logs.end();
    this.events.emit('ended', how);
    this.scripts.clear();
    this.texts.clear();
  }
}
