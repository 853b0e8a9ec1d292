import { EventEmitter } from 'node:events';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { BreakpointState, ExceptionBreakMode } from '../../../model/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { StopReason } from '../../../model/stop-outcome.ts';
import { type ControlRequest, takeControl } from '../../node/control/take-control.ts';
import { EntryBreakpoints, type EntryPurpose } from '../breakpoints/entry-breakpoints.ts';
import { FunctionBreakpoints } from '../breakpoints/function-breakpoints.ts';
import { LineBreakpoints } from '../breakpoints/line-breakpoints.ts';
import type { EditedPosition } from '../breakpoints/live-edits.ts';
import { LogBreakpoints } from '../breakpoints/log-breakpoints.ts';
import { UncaughtExceptions } from '../exceptions/uncaught-exceptions.ts';
import { AwaitedPause } from '../pauses/awaited-pause.ts';
import { Pause } from '../pauses/pause.ts';
import {
  type Intent,
  isBreakOnStart,
  isException,
  judgePause,
  type PauseVerdict,
  type RunningInspection,
  type StepUnderWay,
} from '../pauses/pause-verdict.ts';
import { PROCEED_METHODS, STEP_METHODS } from '../pauses/resume-methods.ts';
import type { ThreadEvents } from '../pauses/thread-events.ts';
import { ScriptTable } from '../scripts/script-table.ts';
import { Summariser } from '../summary/summariser.ts';
import type { ThreadIdentity } from './thread-identity.ts';
import { whereabouts } from './whereabouts.ts';

/** What the thread does, as far as its events have told. */
type Activity =
  | { readonly kind: 'running'; readonly intent: Intent }
  | { readonly kind: 'paused'; readonly pause: Pause }
  | { readonly kind: 'ended' };

type Paused = CdpEventParams<'Debugger.paused'>;
type StepCommand = StepUnderWay['command'];
/**
 * One thread of a Node debuggee: an inspector session with its scripts, breakpoints and what it does now.
 *
 * Owned by the NodeAdapter. Invariant: a `stopped` event is sent for every pause that somebody asked for, and each pause of
 * V8 that nobody asked for is resumed from here.
 */
export class V8Thread {
  readonly threadId: number;
  readonly name: string;
  readonly pid: number | undefined;
  readonly isWorker: boolean;
  readonly session: CdpSession;
  readonly events = new EventEmitter<ThreadEvents>();
  readonly scripts: ScriptTable;
  readonly breakpoints: LineBreakpoints;
  readonly functionBreakpoints: FunctionBreakpoints;
  readonly logs: LogBreakpoints;
  readonly summariser: Summariser;
  readonly #exceptions: UncaughtExceptions;
  readonly close: () => void;
  readonly #entries: EntryBreakpoints;
  /** V8 is paused, and the texts of scripts are changed before it goes on or the pause is told. */
  #editing: Promise<void> | undefined;
  readonly #restart = new AwaitedPause();
  /** A process that waited for a debugger was told to run. */
  #activity: Activity = { kind: 'running', intent: { kind: 'run' } };

  constructor(session: CdpSession, thread: ThreadIdentity) {
    this.scripts = new ScriptTable(thread.program.root, thread.naming);
    this.threadId = thread.threadId;
    this.name = thread.name;
    this.pid = thread.pid;
    this.isWorker = thread.isWorker ?? false;
    this.session = session;
    this.close = thread.close;
    const report = (id: number, state: BreakpointState) => this.events.emit('breakpoint', id, state);
    this.summariser = new Summariser(session);
    this.#exceptions = new UncaughtExceptions(session, this.scripts, this.summariser);
    this.logs = new LogBreakpoints(session, this.events);
    this.#entries = new EntryBreakpoints(session, thread.naming);
    const prepareLog = (options?: CallOptions, contextId?: number) => this.logs.install(options, contextId);
    this.breakpoints = new LineBreakpoints({
      session,
      scripts: this.scripts,
      entries: this.#entries,
      liveEdit: thread.liveEdit ?? true,
      isTransformed: (path) => thread.program.isTransformed(path),
      generatedFrom: (path) => thread.program.generatedFrom(path),
      report,
      isPaused: () => this.#activity.kind === 'paused' || this.#editing !== undefined,
      nextPause: () => this.#restart.expect(),
      prepareLog,
      hasTold: (id) => this.logs.told.has(id),
      functions: () => this.functionBreakpoints,
    });
    this.functionBreakpoints = new FunctionBreakpoints(session, this.scripts, {
      report,
      prepareLog,
      programPlace: (location) => this.breakpoints.edits.programPlace(location),
    });
    session.on('Debugger.scriptParsed', (params) => this.#onScript(params));
    session.on('Debugger.paused', (params) => this.#onPausedEvent(params));
    session.on('Debugger.resumed', () => this.#onResumed());
    session.on('NodeRuntime.waitingForDisconnect', () => this.#end({ kind: 'finished' }));
    session.onClose((cause) => this.#end({ kind: 'closed', cause }));
  }

  get ended(): boolean {
    return this.#activity.kind === 'ended';
  }

  /**
   * Takes the thread under control; see {@link takeControl}.
   *
   * @param prepare Sends what must be in place before the program's first line.
   */
  start(
    prepare: () => Promise<unknown>,
    { exceptionMode, ...how }: { exceptionMode: ExceptionBreakMode } & Omit<ControlRequest, 'send'>,
    options?: CallOptions,
  ): Promise<void> {
    const first = () => [this.setExceptionMode(exceptionMode, options), this.summariser.install(options)];
    const send = () => [...first(), prepare()];
    return takeControl(this.session, { ...how, send }, options);
  }

  setExceptionMode(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    return this.#exceptions.setMode(mode, options);
  }

  /** @throws DebugError `not_stopped` */
  pausedNow(): Pause {
    if (this.#activity.kind === 'paused') return this.#activity.pause;
    throw new DebugError('not_stopped', `${this.name} is running.`, {
      advice: 'Pause it with debug_pause, or wait for a stop with debug_continue.',
    });
  }

  async continue(options?: CallOptions): Promise<void> {
    const pause = this.pausedNow();
    this.#activity = { kind: 'running', intent: { kind: 'run' } };
    this.#exceptions.beforeResume('continue');
    this.#entries.restore();
    const edited = this.#editBeforeLeaving(pause, true);
    if (edited) await edited;
    await this.session.send('Debugger.resume', {}, options);
  }

  async step(command: StepCommand, options?: CallOptions): Promise<void> {
    const pause = this.pausedNow();
    const { params } = pause;
    const top = params.callFrames[0]?.location;
    const from = {
      scriptId: top?.scriptId ?? '',
      lineNumber: top?.lineNumber ?? -1,
      depth: params.callFrames.length,
      place: pause.frames[0]?.location ?? { path: '', line: 0, column: 0 },
    };
    this.#activity = { kind: 'running', intent: { kind: 'step', command, from, ownSteps: 0 } };
    this.#exceptions.beforeResume('step');
    this.#entries.suspend();
    const edited = this.#editBeforeLeaving(pause, false);
    if (edited) await edited;
    await this.session.send(STEP_METHODS[command], {}, options);
  }

  /**
   * Asks V8 to stop at the next line that runs. An unanswered request stays armed inside V8 and would stop the next
   * evaluation instead, which is why nothing is evaluated in a running thread without `disableBreaks`.
   */
  async pause(options?: CallOptions): Promise<void> {
    await this.#editing;
    // A landing ends in a stop by itself.
    if (this.#activity.kind !== 'running' || this.#activity.intent.kind === 'landing') return;
    this.#activity = { kind: 'running', intent: { kind: 'pause' } };
    await this.session.send('Debugger.pause', undefined, options);
  }

  /** Where the thread is now. It is stopped for the moment of asking; one that runs no JavaScript does not answer. */
  whereabouts(options?: CallOptions): Promise<SourceLocation | undefined> {
    return this.#activity.kind === 'paused'
      ? Promise.resolve(this.#activity.pause.focus?.location)
      : whereabouts(this, options);
  }

  /**
   * Gives the pauses to come to somebody who only looks at them, until a command of the user comes between. A pause that was
   * asked for and not answered stays armed; the one that it causes later goes there, too.
   *
   * @returns false when the thread is stopped, or on its way to a stop
   */
  inspectWhileRunning(inspection: RunningInspection): boolean {
    const activity = this.#activity;
    if (activity.kind !== 'running' || !/^(run|inspect)$/.test(activity.intent.kind) || this.#editing) return false;
    this.#activity = { kind: 'running', intent: inspection };
    if (inspection.isAwaited) this.session.send('Debugger.pause', undefined).catch(() => {});
    return true;
  }

  /** Stops at the first statement of a script that is about to run, once. */
  async stopAtEntry(path: string, options?: CallOptions): Promise<void> {
    await this.#entries.set(path, 'stop', options);
  }

  /** Lets the thread run on without this debugger: not paused, and without its breakpoints. */
  async detach(): Promise<void> {
    // It may fail because the program is ending, which is as good. One that runs no JavaScript (a native call) does not answer;
    // the end of the connection has the same effect as soon as it does.
    const options = { timeoutMs: 1_000 };
    const paused = this.#activity.kind === 'paused' ? this.#activity.pause.params : undefined;
    await this.breakpoints.restoreTexts(paused, options).catch(() => {});
    await this.session.send('Debugger.disable', undefined, options).catch(() => {});
    this.close();
  }

  /**
   * An event is heard at once, the reply to the command that made its breakpoint some microtasks later, and both may come in
   * one read: a pause at a breakpoint that is not known yet waits for its reply.
   */
  #onPausedEvent(params: Paused): void {
    if (this.#restart.take(params)) return;
    const isKnown = (id: string) =>
      this.#entries.isOne(id) ||
      this.breakpoints.hitIds([id]).length > 0 ||
      this.functionBreakpoints.hitIds([id]).length > 0;
    const isConditions = isException(params) && this.breakpoints.edits.sight(params).kind !== 'none';
    if (isConditions) this.#exceptions.passInVain();
    if (isException(params) && !isConditions) void this.#onException(params);
    else if (!this.breakpoints.isArming && (params.hitBreakpoints?.every(isKnown) ?? true)) this.#onPaused(params);
    else setImmediate(() => this.#onPaused(params));
  }

  async #onException(params: Paused): Promise<void> {
    const judged = await this.#exceptions.judge(params);
    if (judged) return this.#onPaused(judged);
    // Asked for meanwhile, so this place is as good as the next one.
    const intent: Intent = this.#activity.kind === 'running' ? this.#activity.intent : { kind: 'run' };
    if (intent.kind === 'pause') this.#report(params, 'pause', []);
    else this.#proceed('resume', intent);
  }

  /** The net under what was set before: a script whose map shows only now what it was compiled from. */
  #onScript(params: CdpEventParams<'Debugger.scriptParsed'>): void {
    this.scripts.add(params);
    const script = this.scripts.get(params.scriptId);
    if (script.origin !== 'program') return;
    // Fails only with the connection.
    this.breakpoints.bindIn(script).catch(() => {});
  }

  #onPaused(params: Paused): void {
    if (this.isWorker && isBreakOnStart(params) && !params.hitBreakpoints?.length) {
      // V8 stops each worker where it starts, which nobody asked for.
      this.#proceed('resume', { kind: 'run' });
      return;
    }
    const purposes = this.#entries.take(params.hitBreakpoints);
    if (purposes.has('bind')) this.#bindAtEntry(params, purposes);
    else this.#editAtEntry(params, purposes);
  }

  /** Before the first line of a script that is compiled as it is loaded. */
  #bindAtEntry(params: Paused, purposes: ReadonlySet<EntryPurpose>): void {
    const top = params.callFrames[0];
    const bound = top ? this.breakpoints.bindIn(this.scripts.get(top.location.scriptId), top) : Promise.resolve([]);
    this.#editing = bound
      .catch(() => [])
      .then((ids) => {
        this.#editing = undefined;
        const hitHere = this.breakpoints.cdpIdsOf(ids);
        this.#editAtEntry({ ...params, hitBreakpoints: [...(params.hitBreakpoints ?? []), ...hitHere] }, purposes);
      });
  }

  #editAtEntry(params: Paused, purposes: ReadonlySet<EntryPurpose>): void {
    if (!purposes.has('edit')) {
      this.#decide(params, purposes);
      return;
    }
    // The replies that say where breakpoints stand may have come in the same read, and are heard some microtasks later.
    this.#editing = new Promise((resolve) => setImmediate(resolve))
      .then(() => this.breakpoints.edits.makeAtPause(params, false))
      // Only without the connection, whose end is reported by itself.
      .catch(() => params)
      .then((now) => {
        this.#editing = undefined;
        // The pause after an edit is another one, which knows nothing of the first one's reason.
        const isEntry = isBreakOnStart(params) && !this.isWorker;
        this.#decide(now, isEntry ? new Set([...purposes, 'stop'] as const) : purposes);
      });
  }

  #decide(params: Paused, entry: ReadonlySet<EntryPurpose>): void {
    const wanted: Intent = this.#activity.kind === 'running' ? this.#activity.intent : { kind: 'run' };
    const sight = this.breakpoints.edits.sight(params);
    const { ids, hit } = this.#hits(params, sight);
    const begins = entry.has('stop') && !hit;
    const scriptId = params.callFrames[0]?.location.scriptId ?? '';
    const intent: Intent = begins ? { kind: 'entering', scriptId, ownSteps: 0 } : wanted;
    const verdict: PauseVerdict = judgePause(params, {
      intent,
      hit,
      sight: begins ? 'none' : sight.kind,
      isWorker: this.isWorker,
      isOwnStop: !hit && (params.hitBreakpoints?.length ?? 0) > 0,
      scriptOf: (id) => this.scripts.get(id),
      isModuleLoader: (url) => this.scripts.naming.isModuleLoader(url),
      locate: (location) => this.scripts.locate(location),
    });
    const landed = intent.kind === 'landing' ? intent.hitBreakpointIds : [];
    const hitBreakpointIds = [...new Set([...landed, ...ids])];
    const isInspected = intent.kind === 'inspect' && verdict.kind === 'proceed';
    if (wanted.kind === 'inspect' && !isInspected) void wanted.inspect(undefined, undefined);
    if (isInspected) void this.#inspectPause(params, intent, this.#programLocation(params, sight));
    else if (verdict.kind === 'report') this.#report(params, verdict.reason, hitBreakpointIds);
    else if (verdict.kind === 'land')
      this.#proceed('stepOver', { kind: 'landing', reason: verdict.reason, hitBreakpointIds });
    else this.#proceed(verdict.command, intent, verdict.isInterrupted);
  }

  async #inspectPause(params: Paused, inspection: RunningInspection, place: SourceLocation | undefined): Promise<void> {
    this.#activity = { kind: 'running', intent: { ...inspection, isAwaited: false } };
    const { command, next } = await inspection.inspect(params, place);
    const intent: Intent = this.#activity.kind === 'running' ? this.#activity.intent : { kind: 'run' };
    // Asked for meanwhile, so this place is as good as the next one.
    if (intent.kind === 'pause') this.#report(params, 'pause', []);
    else this.#proceed(command, next ?? { kind: 'run' });
    if (next && this.#activity.kind === 'running') this.#activity = { kind: 'running', intent: next };
  }

  /** The user's breakpoints that a pause is due to. */
  #hits(
    { hitBreakpoints, callFrames }: Paused,
    sight: EditedPosition,
  ): { ids: number[]; hit: 'line' | 'function' | undefined } {
    const edited = sight.kind === 'inserted' && sight.hitNumber !== undefined && this.breakpoints.idOf(sight.hitNumber);
    const at = sight.kind === 'none' ? callFrames[0]?.location : undefined;
    const lines = [...(edited ? [edited] : []), ...this.breakpoints.hitIds(hitBreakpoints, at)];
    const functions = this.functionBreakpoints.hitIds(hitBreakpoints);
    const hit = lines.length > 0 ? 'line' : functions.length > 0 ? 'function' : undefined;
    return { ids: [...lines, ...functions], hit };
  }

  #programLocation(params: Paused, sight: EditedPosition): SourceLocation | undefined {
    if (sight.kind !== 'none') return this.scripts.locate(sight.target);
    return new Pause(params, this.scripts).frames.find(({ script }) => script.origin !== 'internal')?.location;
  }

  /**
   * Changes the texts of scripts, where breakpoints have changed, before the thread leaves a stop: nothing runs and nothing
   * of the stop is needed any more then, so that a frame may begin anew.
   */
  #editBeforeLeaving({ params }: Pause, retry: boolean): Promise<void> | undefined {
    const { edits } = this.breakpoints;
    if (!edits.isWaiting(retry)) return undefined;
    const done = () => {
      this.#editing = undefined;
    };
    // What fails leaves CDP conditions in force; without the connection the resuming command tells.
    this.#editing = edits.makeAtPause(params, retry).then(done, done);
    return this.#editing;
  }

  #report(params: Paused, reason: StopReason, hitBreakpointIds: readonly number[]): void {
    if (this.ended) return;
    const pause = new Pause(params, this.scripts);
    this.#activity = { kind: 'paused', pause };
    this.events.emit('stopped', { pause, reason, hitBreakpointIds });
  }

  #proceed(command: keyof typeof PROCEED_METHODS, intent: Intent, isInterrupted?: boolean): void {
    const counted: Intent = 'ownSteps' in intent ? { ...intent, ownSteps: intent.ownSteps + 1 } : intent;
    const next: Intent =
      counted.kind === 'step'
        ? { ...counted, isInterrupted: isInterrupted ?? counted.isInterrupted ?? false }
        : counted;
    if (this.ended) return;
    this.#activity = { kind: 'running', intent: command === 'resume' ? { kind: 'run' } : next };
    // A failure means that the connection is gone, which is reported once, by its close.
    this.session.send(PROCEED_METHODS[command], {}).catch(() => {});
  }

  #onResumed(): void {
    const intent = this.#activity.kind === 'running' ? this.#activity.intent : undefined;
    if (intent?.kind === 'pause' || (intent?.kind === 'inspect' && intent.isAwaited)) {
      // V8 takes no notice of a pause that arrives before it has left the pause before.
      this.session.send('Debugger.pause', undefined).catch(() => {});
    }
    if (this.#activity.kind !== 'paused') return;
    this.#activity = { kind: 'running', intent: { kind: 'run' } };
    this.events.emit('continued');
  }

  #end(how: ThreadEvents['ended'][0]): void {
    if (this.#activity.kind === 'ended') return;
    this.#activity = { kind: 'ended' };
    this.events.emit('ended', how);
  }
}
