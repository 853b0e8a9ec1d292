import { EventEmitter } from 'node:events';
import type { CdpSession } from '../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../cdp/protocol.ts';
import type { BreakpointState, ExceptionBreakMode } from '../../model/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { OutputChunk } from '../../model/output-chunk.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { StopReason } from '../../model/stop-outcome.ts';
import { FunctionBreakpoints } from './function-breakpoints.ts';
import { LogBreakpoints } from './log-breakpoints.ts';
import { Pause } from './pause.ts';
import { type Intent, judgePause, type PauseVerdict, type StepUnderWay } from './pause-verdict.ts';
import { ScriptTable } from './script-table.ts';
import { scriptUrlsOf } from './script-urls.ts';
import { firstStatement, readSource } from './source-structure.ts';
import { Summariser } from './summariser.ts';
import { TargetBreakpoints } from './target-breakpoints.ts';

/** A stop that the session must hear of. */
export interface TargetStop {
  readonly pause: Pause;
  readonly reason: StopReason;
  readonly hitBreakpointIds: readonly number[];
}

interface TargetEvents {
  stopped: [TargetStop];
  continued: [];
  breakpoint: [number, BreakpointState];
  breakpointHit: [number];
  output: [OutputChunk];
  /** `finished`: the program came to its end and waited for the debugger to let go. `closed`: the connection broke. */
  ended: [{ readonly kind: 'finished' } | { readonly kind: 'closed'; readonly cause: string }];
}

/** What the thread does, as far as its events have told. */
type Activity =
  | { readonly kind: 'running'; readonly intent: Intent }
  | { readonly kind: 'paused'; readonly pause: Pause }
  | { readonly kind: 'ended' };

type StepCommand = StepUnderWay['command'];
const STEP_METHODS = {
  next: 'Debugger.stepOver',
  stepIn: 'Debugger.stepInto',
  stepOut: 'Debugger.stepOut',
} as const satisfies Record<StepCommand, string>;
const PROCEED_METHODS = {
  stepOver: 'Debugger.stepOver',
  stepInto: 'Debugger.stepInto',
  stepOut: 'Debugger.stepOut',
  resume: 'Debugger.resume',
} as const;

/**
 * One thread of a Node debuggee: an inspector session with its scripts, breakpoints and what it does now.
 *
 * Owned by the NodeAdapter. Invariant: a `stopped` event is sent for every pause that somebody asked for, and each pause of
 * V8 that nobody asked for is resumed from here.
 */
export class NodeTarget {
  readonly threadId: number;
  readonly name: string;
  readonly pid: number | undefined;
  readonly session: CdpSession;
  readonly events = new EventEmitter<TargetEvents>();
  readonly scripts = new ScriptTable();
  readonly breakpoints: TargetBreakpoints;
  readonly functionBreakpoints: FunctionBreakpoints;
  readonly logs: LogBreakpoints;
  readonly summariser: Summariser;
  readonly close: () => void;
  readonly #entryIds = new Set<string>();
  #activity: Activity = { kind: 'running', intent: { kind: 'run' } };

  constructor(
    session: CdpSession,
    thread: { threadId: number; name: string; pid?: number | undefined; close: () => void },
  ) {
    this.threadId = thread.threadId;
    this.name = thread.name;
    this.pid = thread.pid;
    this.session = session;
    this.close = thread.close;
    const report = (id: number, state: BreakpointState) => this.events.emit('breakpoint', id, state);
    this.summariser = new Summariser(session);
    this.logs = new LogBreakpoints(session, this.summariser, (id, chunk) => {
      this.events.emit('breakpointHit', id);
      this.events.emit('output', chunk);
    });
    this.breakpoints = new TargetBreakpoints(session, this.scripts, report);
    this.functionBreakpoints = new FunctionBreakpoints(session, this.scripts, report);
    session.on('Debugger.scriptParsed', (params) => this.scripts.add(params));
    session.on('Debugger.paused', (params) => void this.#onPaused(params));
    session.on('Debugger.resumed', () => this.#onResumed());
    session.on('NodeRuntime.waitingForDisconnect', () => this.#end({ kind: 'finished' }));
    session.onClose((cause) => this.#end({ kind: 'closed', cause }));
  }

  get ended(): boolean {
    return this.#activity.kind === 'ended';
  }

  /**
   * Takes the thread under control in one batch of messages, without waiting for replies one by one.
   *
   * A process that waits for a debugger runs on only by `runIfWaitingForDebugger`, sent when `waitingForDebugger` arrives:
   * sent earlier, it may be handled before Node begins to wait, and is lost.
   *
   * @param prepare Sends what must be in place before the program's first line.
   * @param expectWait Whether the process was started to wait for a debugger.
   */
  async start(
    prepare: () => Promise<unknown>,
    { exceptionMode, expectWait }: { exceptionMode: ExceptionBreakMode; expectWait: boolean },
    options?: CallOptions,
  ): Promise<void> {
    const released = expectWait ? this.#releaseWhenWaiting(options) : undefined;
    await Promise.all([
      this.session.send('NodeRuntime.enable', undefined, options),
      this.session.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }, options),
      this.session.send('Debugger.enable', {}, options),
      this.setExceptionMode(exceptionMode, options),
      this.summariser.install(options),
      prepare(),
    ]);
    await released;
  }

  #releaseWhenWaiting(options?: CallOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const unsubscribe = this.session.on('NodeRuntime.waitingForDebugger', () => {
        unsubscribe();
        this.session.send('Runtime.runIfWaitingForDebugger', undefined, options).then(() => resolve(), reject);
      });
      this.session.onClose((cause) =>
        reject(new DebugError('connection_closed', `The program ended before it ran: ${cause}`)),
      );
    });
  }

  async setExceptionMode(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    await this.session.send('Debugger.setPauseOnExceptions', { state: mode }, options);
  }

  /** @throws DebugError `not_stopped` */
  pausedNow(): Pause {
    if (this.#activity.kind === 'paused') return this.#activity.pause;
    throw new DebugError('not_stopped', `${this.name} is running.`, {
      advice: 'Pause it with debug_pause, or wait for a stop with debug_continue.',
    });
  }

  async continue(options?: CallOptions): Promise<void> {
    this.pausedNow();
    this.#activity = { kind: 'running', intent: { kind: 'run' } };
    await this.session.send('Debugger.resume', {}, options);
  }

  async step(command: StepCommand, options?: CallOptions): Promise<void> {
    const { params } = this.pausedNow();
    const top = params.callFrames[0]?.location;
    const from = { scriptId: top?.scriptId ?? '', lineNumber: top?.lineNumber ?? -1, depth: params.callFrames.length };
    this.#activity = { kind: 'running', intent: { kind: 'step', command, from, ownSteps: 0 } };
    await this.session.send(STEP_METHODS[command], {}, options);
  }

  /**
   * Asks V8 to stop at the next line that runs. An unanswered request stays armed inside V8 and would stop the next
   * evaluation instead, which is why nothing is evaluated in a running thread without `disableBreaks`.
   */
  async pause(options?: CallOptions): Promise<void> {
    if (this.#activity.kind !== 'running') return;
    this.#activity = { kind: 'running', intent: { kind: 'pause' } };
    await this.session.send('Debugger.pause', undefined, options);
  }

  /**
   * Where the thread is now. It is stopped for the moment of asking. A thread that runs no JavaScript does not answer; the
   * request stays armed then, and the pause that it causes later is passed over.
   */
  async whereabouts({ timeoutMs = 300 }: CallOptions = {}): Promise<SourceLocation | undefined> {
    if (this.#activity.kind === 'paused') return this.#activity.pause.focus?.location;
    if (this.#activity.kind !== 'running' || this.#activity.intent.kind !== 'run') return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), timeoutMs);
      const sampled = (location: SourceLocation | undefined) => {
        clearTimeout(timer);
        resolve(location);
      };
      this.#activity = { kind: 'running', intent: { kind: 'sample', sampled } };
      this.session.send('Debugger.pause', undefined).catch(() => sampled(undefined));
    });
  }

  /** Stops at the first statement of a script that is about to run, once. */
  async stopAtEntry(path: string, options?: CallOptions): Promise<void> {
    const { line, column } = firstStatement(readSource(path) ?? '') ?? { line: 1, column: 0 };
    await Promise.all(
      scriptUrlsOf(path).map(async (url) => {
        // A pattern instead of the url: V8 refuses a second breakpoint at a place, and the user may have one there.
        const urlRegex = `^${url.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
        const params = { urlRegex, lineNumber: line - 1, columnNumber: column };
        const { breakpointId } = await this.session.send('Debugger.setBreakpointByUrl', params, options);
        this.#entryIds.add(breakpointId);
      }),
    );
  }

  /** Lets the thread run on without this debugger: not paused, and without its breakpoints. */
  async detach(): Promise<void> {
    // Either may fail because the program is ending, which is as good.
    await this.session.send('Debugger.disable').catch(() => {});
    this.close();
  }

  #onPaused(params: CdpEventParams<'Debugger.paused'>): void {
    const intent: Intent = this.#activity.kind === 'running' ? this.#activity.intent : { kind: 'run' };
    const lineHits = this.breakpoints.hitIds(params.hitBreakpoints);
    const functionHits = this.functionBreakpoints.hitIds(params.hitBreakpoints);
    const hit = lineHits.length > 0 ? 'line' : functionHits.length > 0 ? 'function' : undefined;
    const verdict = this.#verdict(params, intent, hit);
    if (verdict.kind === 'proceed') this.#proceed(verdict.command, intent);
    else this.#report(params, verdict.reason, [...lineHits, ...functionHits]);
  }

  #verdict(
    params: CdpEventParams<'Debugger.paused'>,
    intent: Intent,
    hit: 'line' | 'function' | undefined,
  ): PauseVerdict {
    if (intent.kind === 'sample') {
      const top = hit
        ? undefined
        : new Pause(params, this.scripts).frames.find(({ script }) => script.origin !== 'internal');
      intent.sampled(top?.location);
    }
    if (this.#leaveEntry(params.hitBreakpoints) && !hit) return { kind: 'report', reason: 'entry' };
    return judgePause(params, intent, hit, (scriptId) => this.scripts.get(scriptId));
  }

  #report(params: CdpEventParams<'Debugger.paused'>, reason: StopReason, hitBreakpointIds: readonly number[]): void {
    const pause = new Pause(params, this.scripts);
    this.#activity = { kind: 'paused', pause };
    this.events.emit('stopped', { pause, reason, hitBreakpointIds });
  }

  #leaveEntry(hitBreakpoints: readonly string[] | undefined): boolean {
    if (!hitBreakpoints?.some((id) => this.#entryIds.has(id))) return false;
    for (const breakpointId of this.#entryIds)
      this.session.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
    this.#entryIds.clear();
    return true;
  }

  #proceed(command: keyof typeof PROCEED_METHODS, intent: Intent): void {
    const next: Intent = intent.kind === 'step' ? { ...intent, ownSteps: intent.ownSteps + 1 } : intent;
    this.#activity = { kind: 'running', intent: command === 'resume' ? { kind: 'run' } : next };
    // A failure means that the connection is gone, which is reported once, by its close.
    this.session.send(PROCEED_METHODS[command], {}).catch(() => {});
  }

  #onResumed(): void {
    if (this.#activity.kind !== 'paused') return;
    this.#activity = { kind: 'running', intent: { kind: 'run' } };
    this.events.emit('continued');
  }

  #end(how: TargetEvents['ended'][0]): void {
    if (this.#activity.kind === 'ended') return;
    this.#activity = { kind: 'ended' };
    this.events.emit('ended', how);
  }
}
