import type { EventEmitter } from 'node:events';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { StopReason } from '../../../model/stop-outcome.ts';
import type { EntryBreakpoints, EntryPurpose } from '../breakpoints/entry-breakpoints.ts';
import type { FunctionBreakpoints } from '../breakpoints/function-breakpoints.ts';
import type { LineBreakpoints } from '../breakpoints/line-breakpoints.ts';
import type { EditedPosition } from '../breakpoints/live-edits.ts';
import type { UncaughtExceptions } from '../exceptions/uncaught-exceptions.ts';
import { LingeringStep } from '../pauses/lingering-step.ts';
import { Pause } from '../pauses/pause.ts';
import {
  type Intent,
  isBreakOnStart,
  isException,
  judgePause,
  type PauseVerdict,
  type RunningInspection,
} from '../pauses/pause-verdict.ts';
import type { StepOut } from '../pauses/step-out.ts';
import type { ThreadEvents } from '../pauses/thread-events.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import type { ThreadState } from './thread-state.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** The CDP command of each way in which the adapter goes on by itself, but for the step out. */
const PROCEED_METHODS = {
  stepOver: 'Debugger.stepOver',
  stepInto: 'Debugger.stepInto',
  resume: 'Debugger.resume',
} as const;

type Proceeding = keyof typeof PROCEED_METHODS | 'stepOut';

/** What decides about the pauses of a thread. */
interface PausingThread {
  readonly session: CdpSession;
  readonly isWorker: boolean;
  readonly events: EventEmitter<ThreadEvents>;
  readonly scripts: ScriptTable;
  readonly state: ThreadState;
  readonly breakpoints: LineBreakpoints;
  readonly functionBreakpoints: FunctionBreakpoints;
  readonly entries: EntryBreakpoints;
  readonly exceptions: UncaughtExceptions;
  readonly stepOut: StepOut;
}

/**
 * What becomes of each pause of a thread: a stop that is reported, or nothing that anybody hears of.
 *
 * Invariant: each pause that nobody asked for is resumed from here.
 */
export class PauseHandler {
  readonly #thread: PausingThread;
  readonly #lingering: LingeringStep;

  constructor(thread: PausingThread) {
    this.#thread = thread;
    this.#lingering = new LingeringStep(thread.session);
  }

  /**
   * An event is heard at once, the reply to the command that made its breakpoint some microtasks later, and both may come in
   * one read: a pause at a breakpoint that is not known yet waits for its reply.
   */
  onPaused(params: Paused): void {
    const { state, entries, breakpoints, functionBreakpoints, exceptions } = this.#thread;
    if (state.takeRestart(params)) return;
    const isKnown = (id: string) =>
      entries.isOne(id) || breakpoints.hitIds([id]).length > 0 || functionBreakpoints.hitIds([id]).length > 0;
    const isConditions = isException(params) && breakpoints.edits.editedPosition(params).kind !== 'none';
    if (isConditions) exceptions.passInVain();
    if (this.#lingering.mayEndAt(params, state.intent)) void this.#onStepsEnd(params);
    else if (isException(params) && !isConditions) this.#onException(params).catch(() => {});
    else if (!breakpoints.isArming && (params.hitBreakpoints?.every(isKnown) ?? true)) this.#prepareSettled(params);
    else setImmediate(() => this.#prepareSettled(params));
  }

  /** Where it is not known yet whether a breakpoint may stand where V8 put it, that comes first: a stop there may be nobody's. */
  #prepareSettled(params: Paused): void {
    const { settled } = this.#thread.breakpoints;
    if (settled === undefined) this.#prepare(params);
    else void settled.catch(() => {}).then(() => this.#prepare(params));
  }

  async #onException(params: Paused): Promise<void> {
    const { state, exceptions } = this.#thread;
    const judged = await exceptions.judge(params);
    if (judged) return this.#prepare(judged);
    const { intent } = state;
    // Asked for meanwhile, so this place is as good as the next one.
    if (intent.kind === 'pause') this.#report(params, 'pause', []);
    else this.#proceed('resume', params, intent);
  }

  /** The end of a step that was given up at an exception: nobody's stop, unless a `debugger` statement stands there. */
  async #onStepsEnd(params: Paused): Promise<void> {
    const isOwn = await this.#lingering.isDebuggerStatement(params).catch(() => true);
    const { intent } = this.#thread.state;
    if (isOwn || intent.kind !== 'run') this.#prepareSettled(params);
    else this.#proceed('resume', params, intent);
  }

  /** Does what must be done where a script begins, before it is decided about the pause. */
  #prepare(params: Paused): void {
    const { state, entries, isWorker } = this.#thread;
    if (isWorker && isBreakOnStart(params) && !params.hitBreakpoints?.length) {
      // V8 stops each worker where it starts, which nobody asked for.
      this.#proceed('resume', params, { kind: 'run' });
      return;
    }
    const isOutput = entries.takeOutput(params.hitBreakpoints, params.callFrames[0]?.location.scriptId ?? '');
    const purposes = entries.take(params.hitBreakpoints);
    if (isOutput || purposes.has('bind'))
      void state.edit(this.#bindAtEntry(params), (now) => this.#editAtEntry(now, purposes));
    else this.#editAtEntry(params, purposes);
  }

  /** Before the first line of a script that is compiled as it is loaded. */
  async #bindAtEntry(params: Paused): Promise<Paused> {
    const { breakpoints, scripts } = this.#thread;
    const top = params.callFrames[0];
    if (!top) return params;
    await repliesBefore();
    const ids = await breakpoints.bindIn(scripts.get(top.location.scriptId), top).catch(() => []);
    return { ...params, hitBreakpoints: [...(params.hitBreakpoints ?? []), ...breakpoints.cdpIdsOf(ids)] };
  }

  #editAtEntry(params: Paused, purposes: ReadonlySet<EntryPurpose>): void {
    const { state, breakpoints, isWorker } = this.#thread;
    if (!purposes.has('edit')) {
      this.#decide(params, purposes);
      return;
    }
    // The replies that say where breakpoints stand may have come in the same read, and are heard some microtasks later.
    const edited = new Promise((resolve) => setImmediate(resolve))
      .then(() => breakpoints.edits.makeAtPause(params, false))
      // Only without the connection, whose end is reported by itself.
      .catch(() => params);
    // The pause after an edit is another one, which knows nothing of the first one's reason.
    const isEntry = isBreakOnStart(params) && !isWorker;
    const entry = isEntry ? new Set([...purposes, 'stop'] as const) : purposes;
    void state.edit(edited, (now) => this.#decide(now, entry));
  }

  #decide(params: Paused, entry: ReadonlySet<EntryPurpose>): void {
    const { state, breakpoints, scripts, isWorker } = this.#thread;
    const wanted = state.intent;
    const position = breakpoints.edits.editedPosition(params);
    const { ids, hit } = this.#hits(params, position);
    const begins = entry.has('stop') && !hit;
    const scriptId = params.callFrames[0]?.location.scriptId ?? '';
    const intent: Intent = begins ? { kind: 'entering', scriptId, ownSteps: 0 } : wanted;
    const verdict: PauseVerdict = judgePause(params, {
      intent,
      hit,
      editedPosition: begins ? 'none' : position.kind,
      isWorker,
      isOwnStop: !hit && (params.hitBreakpoints?.length ?? 0) > 0,
      scriptOf: (id) => scripts.get(id),
      isModuleLoader: (url) => scripts.naming.isModuleLoader(url),
      locate: (location) => scripts.locate(location),
    });
    const landed = intent.kind === 'landing' ? intent.hitBreakpointIds : [];
    const hitBreakpointIds = [...new Set([...landed, ...ids])];
    const isInspected = intent.kind === 'inspect' && verdict.kind === 'proceed';
    if (wanted.kind === 'inspect' && !isInspected) void wanted.inspect(undefined, undefined);
    if (isInspected) this.#inspect(params, intent, this.#programLocation(params, position)).catch(() => {});
    else if (verdict.kind === 'report') this.#report(params, verdict.reason, hitBreakpointIds);
    else if (verdict.kind === 'land')
      this.#proceed('stepOver', params, { kind: 'landing', reason: verdict.reason, hitBreakpointIds });
    else this.#proceed(verdict.command, params, intent, verdict.isInterrupted);
  }

  async #inspect(params: Paused, inspection: RunningInspection, place: SourceLocation | undefined): Promise<void> {
    const { state } = this.#thread;
    state.run({ ...inspection, isAwaited: false });
    const { command, next } = await inspection.inspect(params, place);
    // Asked for meanwhile, so this place is as good as the next one.
    if (state.intent.kind === 'pause') this.#report(params, 'pause', []);
    else this.#proceed(command, params, next ?? { kind: 'run' });
    if (next && state.now.kind === 'running') state.run(next);
  }

  /** The user's breakpoints that a pause is due to. */
  #hits(
    { hitBreakpoints, callFrames }: Paused,
    position: EditedPosition,
  ): { ids: number[]; hit: 'line' | 'function' | undefined } {
    const { breakpoints, functionBreakpoints } = this.#thread;
    const number = position.kind === 'inserted' ? position.hitNumber : undefined;
    const edited = number !== undefined && breakpoints.idOf(number);
    const at = position.kind === 'none' ? callFrames[0]?.location : undefined;
    const lines = [...(edited ? [edited] : []), ...breakpoints.hitIds(hitBreakpoints, at)];
    const functions = functionBreakpoints.hitIds(hitBreakpoints);
    const hit = lines.length > 0 ? 'line' : functions.length > 0 ? 'function' : undefined;
    return { ids: [...lines, ...functions], hit };
  }

  #programLocation(params: Paused, position: EditedPosition): SourceLocation | undefined {
    const { scripts } = this.#thread;
    if (position.kind !== 'none') return scripts.locate(position.target);
    return new Pause(params, scripts).frames.find(({ script }) => script.origin !== 'internal')?.location;
  }

  #report(params: Paused, reason: StopReason, hitBreakpointIds: readonly number[]): void {
    const { state, events, scripts } = this.#thread;
    if (state.ended) return;
    const pause = new Pause(params, scripts);
    state.stop(pause);
    events.emit('stopped', { pause, reason, hitBreakpointIds });
  }

  #proceed(command: Proceeding, { callFrames }: Paused, intent: Intent, isInterrupted?: boolean): void {
    const { state, session, stepOut } = this.#thread;
    const counted: Intent = 'ownSteps' in intent ? { ...intent, ownSteps: intent.ownSteps + 1 } : intent;
    const next: Intent =
      counted.kind === 'step'
        ? { ...counted, isInterrupted: isInterrupted ?? counted.isInterrupted ?? false }
        : counted;
    if (state.ended) return;
    state.run(command === 'resume' ? { kind: 'run' } : next);
    const sent = command === 'stepOut' ? stepOut.send(callFrames[0]) : session.send(PROCEED_METHODS[command], {});
    // A failure means that the connection is gone, which is reported once, by its close.
    sent.catch(() => {});
  }
}

/**
 * Resolves when the replies that came before an event in one read have been heard, and none that V8 gave after it: what it did
 * before a pause has had its effect there.
 */
function repliesBefore(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}
