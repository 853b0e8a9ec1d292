import { EventEmitter } from 'node:events';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { BreakpointState, ExceptionBreakMode } from '../../../model/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import { ConditionCounts } from '../breakpoints/condition-counts.ts';
import { EntryBreakpoints } from '../breakpoints/entry-breakpoints.ts';
import { FunctionBreakpoints } from '../breakpoints/function-breakpoints.ts';
import { LineBreakpoints } from '../breakpoints/line-breakpoints.ts';
import { LogBreakpoints } from '../breakpoints/log-breakpoints.ts';
import { UncaughtExceptions } from '../exceptions/uncaught-exceptions.ts';
import { AnchoredSession } from '../pauses/anchored-session.ts';
import type { Pause } from '../pauses/pause.ts';
import type { RunningInspection, StepUnderWay } from '../pauses/pause-verdict.ts';
import { StepOut } from '../pauses/step-out.ts';
import type { ThreadEvents } from '../pauses/thread-events.ts';
import { EditedSources } from '../scripts/edited-sources.ts';
import type { ProgramFiles } from '../scripts/program-files.ts';
import { ProgramTexts } from '../scripts/program-texts.ts';
import { type ScriptNaming, ScriptTable } from '../scripts/script-table.ts';
import { Summariser } from '../summary/summariser.ts';
import { PauseHandler } from './pause-handler.ts';
import { ThreadState } from './thread-state.ts';
import { whereabouts } from './whereabouts.ts';

/** What a thread is known by, and what is known of its program, when it is found. */
export interface ThreadIdentity {
  readonly threadId: number;
  readonly name: string;
  readonly pid?: number | undefined;
  /** The url of its inspector; a worker has none of its own. */
  readonly inspectorUrl?: string | undefined;
  /** A thread inside a process, which has a session inside that of the process. */
  readonly isWorker?: boolean | undefined;
  /** False: conditions of breakpoints are never edited into the program. */
  readonly liveEdit?: boolean | undefined;
  readonly program: ProgramFiles;
  readonly naming: ScriptNaming;
  readonly close: () => void;
}

/**
 * How a host takes a thread under control, in one batch of messages without waiting for replies one by one.
 *
 * @param send Sends what must be in place before the program's first line; to be called once the debugger is enabled.
 */
export type TakeControl = (session: CdpSession, send: () => Promise<unknown>[], options?: CallOptions) => Promise<void>;

type StepCommand = StepUnderWay['command'];

/** The CDP command of each step that a user asks for, but for the step out. */
const STEP_METHODS = { next: 'Debugger.stepOver', stepIn: 'Debugger.stepInto' } as const;

const STEPPED_OVER =
  'Stepped over instead: the V8 of this Node ends the program at a step out of an async generator. A breakpoint where its values are used stops there.\n';

/**
 * One thread of a debuggee: an inspector session with its scripts, breakpoints and what it does now.
 *
 * Owned by the V8Threads. Invariant: a `stopped` event is sent for every pause that somebody asked for, and each pause of
 * V8 that nobody asked for is resumed by its {@link PauseHandler}.
 */
export class V8Thread {
  readonly threadId: number;
  readonly name: string;
  readonly pid: number | undefined;
  readonly inspectorUrl: string | undefined;
  readonly isWorker: boolean;
  readonly session: CdpSession;
  readonly events = new EventEmitter<ThreadEvents>();
  readonly scripts: ScriptTable;
  readonly texts: ProgramTexts;
  readonly editedSources: EditedSources;
  readonly breakpoints: LineBreakpoints;
  readonly functionBreakpoints: FunctionBreakpoints;
  readonly logs: LogBreakpoints;
  readonly summariser: Summariser;
  readonly close: () => void;
  readonly #exceptions: UncaughtExceptions;
  readonly #entries: EntryBreakpoints;
  readonly #state = new ThreadState();
  readonly #stepOut: StepOut;

  constructor(connected: CdpSession, identity: ThreadIdentity) {
    const session = new AnchoredSession(connected);
    this.scripts = new ScriptTable(identity.program.root, identity.naming);
    this.texts = new ProgramTexts(session, (scriptId) => this.breakpoints.edits.originalOf(scriptId));
    this.editedSources = new EditedSources(this.scripts, this.texts);
    this.threadId = identity.threadId;
    this.name = identity.name;
    this.pid = identity.pid;
    this.inspectorUrl = identity.inspectorUrl;
    this.isWorker = identity.isWorker ?? false;
    this.session = session;
    this.close = identity.close;
    const report = (id: number, state: BreakpointState) => this.events.emit('breakpoint', id, state);
    this.summariser = new Summariser(session);
    this.#exceptions = new UncaughtExceptions(session, this.scripts, this.summariser);
    this.logs = new LogBreakpoints(session, this.events, (id) => this.breakpoints.counts(id));
    this.#entries = new EntryBreakpoints(session, identity.naming);
    const counts = new ConditionCounts(session, this.scripts, {
      idOf: (number) => this.breakpoints.idOf(number) ?? this.functionBreakpoints.idOf(number),
      sourceOf: (number) => this.breakpoints.sourceOf(number),
      placeOf: (number) => this.breakpoints.placeOf(number),
      report: (counted) => this.events.emit('counted', counted),
    });
    const prepareCounts = (options?: CallOptions, contextId?: number) => counts.install(options, contextId);
    const prepareLog = (options?: CallOptions, contextId?: number) => this.logs.install(options, contextId);
    this.breakpoints = new LineBreakpoints({
      session,
      scripts: this.scripts,
      texts: this.texts,
      entries: this.#entries,
      liveEdit: identity.liveEdit ?? true,
      isTransformed: (path) => identity.program.isTransformed(path),
      generatedFrom: (path) => identity.program.generatedFrom(path),
      outputFoldersOf: (path) => identity.program.outputFoldersOf(path),
      report,
      isPaused: () => this.#state.isHalted,
      nextPause: () => this.#state.expectRestart(),
      prepareLog,
      prepareCounts,
      beginCount: (number) => counts.begin(number),
      hasRecorded: (id) => this.logs.recorded.has(id),
      functions: () => this.functionBreakpoints,
    });
    this.functionBreakpoints = new FunctionBreakpoints(session, this.scripts, {
      report,
      prepareLog,
      prepareCounts,
      programPlace: (location) => this.breakpoints.edits.programPlace(location),
    });
    this.#stepOut = new StepOut(session, () => {
      if (this.#state.intent.kind === 'step') this.events.emit('output', { category: 'log', text: STEPPED_OVER });
    });
    this.#listen();
  }

  #listen(): void {
    const { session, isWorker, events, scripts, breakpoints, functionBreakpoints } = this;
    const [state, entries, exceptions] = [this.#state, this.#entries, this.#exceptions];
    const own = { session, isWorker, events, scripts, breakpoints, functionBreakpoints };
    const pauses = new PauseHandler({ ...own, state, entries, exceptions, stepOut: this.#stepOut });
    session.on('Debugger.scriptParsed', (params) => this.#onScript(params));
    session.on('Debugger.paused', (params) => pauses.onPaused(params));
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
    if (!this.ended) this.events.emit('started');
  }

  setExceptionMode(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    return this.#exceptions.setMode(mode, options);
  }

  /** @throws DebugError `not_stopped` */
  pausedNow(): Pause {
    const { pause } = this.#state;
    if (pause) return pause;
    throw new DebugError('not_stopped', `${this.name} is running.`, {
      advice: ['Pause it with ', { action: 'pause' }, ', or wait for a stop with ', { action: 'continue' }, '.'],
    });
  }

  async continue(options?: CallOptions): Promise<void> {
    const pause = this.pausedNow();
    this.#state.run({ kind: 'run' });
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
    this.#state.run({ kind: 'step', command, from, ownSteps: 0 });
    this.#exceptions.beforeResume('step');
    this.#entries.suspend();
    const edited = this.#editBeforeLeaving(pause, false);
    if (edited) await edited;
    if (command === 'stepOut') await this.#stepOut.send(params.callFrames[0], options);
    else await this.session.send(STEP_METHODS[command], {}, options);
  }

  /**
   * Asks V8 to stop at the next line that runs. An unanswered request stays armed inside V8 and would stop the next
   * evaluation instead, which is why nothing is evaluated in a running thread without `disableBreaks`.
   */
  async pause(options?: CallOptions): Promise<void> {
    await this.#state.edited();
    const { now } = this.#state;
    // A landing ends in a stop by itself.
    if (now.kind !== 'running' || now.intent.kind === 'landing') return;
    this.#state.run({ kind: 'pause' });
    await this.session.send('Debugger.pause', undefined, options);
  }

  /** Where the thread is now. It is stopped for the moment of asking; one that runs no JavaScript does not answer. */
  whereabouts(options?: CallOptions): Promise<SourceLocation | undefined> {
    const { pause } = this.#state;
    return pause ? Promise.resolve(pause.focus?.location) : whereabouts(this, options);
  }

  /**
   * Gives the pauses to come to somebody who only inspects them, until a command of the user comes between. A pause that was
   * asked for and not answered stays armed; the one that it causes later goes there, too.
   *
   * @returns false when the thread is stopped, or on its way to a stop
   */
  inspectWhileRunning(inspection: RunningInspection): boolean {
    const { now } = this.#state;
    if (now.kind !== 'running' || !/^(run|inspect)$/.test(now.intent.kind)) return false;
    this.#state.run(inspection);
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
    const paused = this.#state.pause?.params;
    await this.breakpoints.restoreTexts(paused, options).catch(() => {});
    await this.session.send('Debugger.disable', undefined, options).catch(() => {});
    this.close();
  }

  /** To be called by the host when the program has come to its end and waits for the debugger to let go. */
  finish(): void {
    this.#end({ kind: 'finished' });
  }

  /** The net under what was set before: a script whose map shows only now what it was compiled from. */
  #onScript(params: CdpEventParams<'Debugger.scriptParsed'>): void {
    this.scripts.add(params);
    const script = this.scripts.get(params.scriptId);
    if (script.origin !== 'program') return;
    // Fails only with the connection.
    this.breakpoints.bindIn(script).catch(() => {});
  }

  /**
   * Changes the texts of scripts, where breakpoints have changed, before the thread leaves a stop: nothing runs and nothing
   * of the stop is needed any more then, so that a frame may begin anew.
   */
  #editBeforeLeaving({ params }: Pause, retry: boolean): Promise<void> | undefined {
    const { edits } = this.breakpoints;
    if (!edits.isWaiting(retry)) return undefined;
    // What fails leaves CDP conditions in force; without the connection the resuming command reports that.
    const made = edits.makeAtPause(params, retry).catch(() => {});
    return this.#state.edit(made, () => {});
  }

  #onResumed(): void {
    const { intent } = this.#state;
    if (intent.kind === 'pause' || (intent.kind === 'inspect' && intent.isAwaited)) {
      // V8 takes no notice of a pause that arrives before it has left the pause before.
      this.session.send('Debugger.pause', undefined).catch(() => {});
    }
    if (this.#state.resumed()) this.events.emit('continued');
  }

  #end(how: ThreadEvents['ended'][0]): void {
    if (!this.#state.end()) return;
    this.events.emit('ended', how);
    this.scripts.clear();
    this.texts.clear();
  }
}
