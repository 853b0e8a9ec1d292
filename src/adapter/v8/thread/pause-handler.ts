import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { StopReason } from '../../../model/stop-outcome.ts';
import type { EntryPurpose } from '../breakpoints/entries/entry-breakpoints.ts';
import { LingeringStep } from '../pauses/lingering-step.ts';
import { IDLE, Pause } from '../pauses/pause.ts';
import {
  type Intent,
  isBreakOnStart,
  isException,
  judgePause,
  type PauseVerdict,
  type RunningInspection,
} from '../pauses/pause-verdict.ts';
import { isSameCall, noteLeaving, type SameCall } from '../pauses/same-call.ts';
import type { WrittenHere } from '../writes/written-here.ts';
import { EntryPauses } from './entry-pauses.ts';
import { HitBreakpoints } from './hit-breakpoints.ts';
import type { PausingThread } from './pausing-thread.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** The CDP command of each way in which the adapter goes on by itself, but for the step out. */
const PROCEED_METHODS = {
  stepOver: 'Debugger.stepOver',
  stepInto: 'Debugger.stepInto',
  resume: 'Debugger.resume',
  takeUp: 'Debugger.resume',
} as const;

const RAN_ON = 'The step ran on: no code of the program came soon after it had left it.\n';

type Proceeding = keyof typeof PROCEED_METHODS | 'stepOut';

/**
 * Handles each pause of a thread: reports it as a stop, or resumes.
 *
 * Invariant: each unwanted pause is resumed from here.
 */
export class PauseHandler {
  readonly #thread: PausingThread;
  readonly #lingering: LingeringStep;
  readonly #entries: EntryPauses;
  readonly #hits: HitBreakpoints;

  constructor(thread: PausingThread) {
    this.#thread = thread;
    this.#lingering = new LingeringStep(thread.session);
    this.#entries = new EntryPauses(thread, (params, purposes) => this.#decide(params, purposes));
    this.#hits = new HitBreakpoints(thread);
  }

  /**
   * An event is heard at once, the reply to the command that made its breakpoint some microtasks later, and both may come in
   * one read: a pause at a breakpoint that is not known yet waits for its reply.
   */
  onPaused(params: Paused): void {
    const { state, scripts, writes } = this.#thread;
    if (state.takeRestart(params)) return;
    const isHelper = () => scripts.get(params.callFrames[0]?.location.scriptId ?? '').url === '';
    if (!writes.isWaitingAt(params, isHelper)) this.#onForeign(params);
    else void state.prepare(writes.read(params), (read) => (read ? this.#onWrite(read) : this.#onForeign(params)));
  }

  /** A pause that is not that of a watched place. */
  #onForeign(params: Paused): void {
    const { state, readers } = this.#thread;
    const patcher = readers.patcherOf(params);
    if (patcher) void state.prepare(patcher.patch(params), (now) => this.#read(now));
    else this.#read(params);
  }

  #read(params: Paused): void {
    const { state, readers } = this.#thread;
    const reader = readers.readerOf(params);
    if (reader) void state.prepare(reader.read(params), () => this.#onRead(params));
    else this.#onRead(params);
  }

  #onWrite(written: WrittenHere): void {
    const { write, paused } = written;
    const { state, events, scripts } = this.#thread;
    const { intent } = state;
    if (!written.isLogged) {
      if (intent.kind === 'inspect') void intent.inspect(undefined, undefined);
      this.#report(paused, 'data breakpoint', [], isSameCall(paused, intent), written);
      return;
    }
    const { focus } = new Pause(paused, scripts);
    if (focus) events.emit('written', { ...write, location: focus.location, functionName: focus.name });
    if (written.kind === 'behind') this.onPaused(written.rest);
    else if (intent.kind === 'pause') this.#report(paused, 'pause', [], 'unknown', written);
    else if (intent.kind === 'run' || intent.kind === 'inspect') this.#proceed('resume', paused, intent);
    else this.#proceed('stepOut', paused, intent, true);
  }

  #onRead(params: Paused): void {
    const { state } = this.#thread;
    if (this.#lingering.recordPause(params, state.intent)) void this.#onStepsEnd(params);
    else if (isException(params)) this.#onException(params).catch(() => {});
    else if (this.#hits.areKnown(params)) this.#prepareSettled(params);
    else setImmediate(() => this.#prepareSettled(params));
  }

  /** Waits until V8's place of each breakpoint is judged: a stop there may belong to no breakpoint. */
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
    else this.#proceed(/^(step|entering)$/.test(intent.kind) ? 'takeUp' : 'resume', params, intent);
  }

  /** The end of a step that was given up at an exception: no stop, unless a `debugger` statement stands there. */
  async #onStepsEnd(params: Paused): Promise<void> {
    const isOwn = await this.#lingering.isDebuggerStatement(params).catch(() => true);
    const { intent } = this.#thread.state;
    if (isOwn || intent.kind !== 'run') this.#prepareSettled(params);
    else this.#proceed('resume', params, intent);
  }

  #prepare(params: Paused): void {
    const isWorkerStart = this.#thread.isWorker && isBreakOnStart(params) && !params.hitBreakpoints?.length;
    if (isWorkerStart) this.#passWorkerStart(params);
    else this.#entries.prepare(params);
  }

  /** V8 stops each worker where it starts, unasked. A pause that was asked for before is still to come. */
  #passWorkerStart(params: Paused): void {
    const { state } = this.#thread;
    const { intent } = state;
    this.#proceed('resume', params, { kind: 'run' });
    if (intent.kind === 'pause' && !state.ended) state.run(intent);
  }

  #decide(params: Paused, entry: ReadonlySet<EntryPurpose>): void {
    const { state, scripts, logs, isWorker } = this.#thread;
    const [top] = params.callFrames;
    const recordings = this.#hits.unrecorded(params);
    if (top && recordings.length > 0) {
      const { contextId } = scripts.get(top.location.scriptId);
      void state.prepare(logs.recordIn(contextId, top, recordings), () => this.#decide(params, entry));
      return;
    }
    if (top && logs.isWaiting) {
      void state.prepare(logs.readKept(top), () => this.#decide(params, entry));
      return;
    }
    const wanted = state.intent;
    const { ids: hitBreakpointIds, hit } = this.#hits.of(params);
    const begins = entry.has('stop') && !hit;
    const scriptId = params.callFrames[0]?.location.scriptId ?? '';
    const intent: Intent = begins ? { kind: 'entering', scriptId, ownSteps: 0 } : wanted;
    const verdict: PauseVerdict = judgePause(params, {
      intent,
      hit,
      isWorker,
      isOwnStop: !hit && (params.hitBreakpoints?.length ?? 0) > 0,
      scriptOf: (id) => scripts.get(id),
      isModuleLoader: (url) => scripts.naming.isModuleLoader(url),
      isIdle: (url) => url === scripts.naming.ownUrl(IDLE),
      locate: (location) => scripts.locate(location),
    });
    const isInspected = intent.kind === 'inspect' && verdict.kind === 'proceed';
    if (wanted.kind === 'inspect' && !isInspected) void wanted.inspect(undefined, undefined);
    if (isInspected) this.#inspect(params, intent, this.#programLocation(params)).catch(() => {});
    else if (verdict.kind === 'report')
      this.#report(params, verdict.reason, hitBreakpointIds, isSameCall(params, wanted));
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

  #programLocation(params: Paused): SourceLocation | undefined {
    const { scripts } = this.#thread;
    return new Pause(params, scripts).frames.find(({ script }) => script.origin !== 'internal')?.location;
  }

  #report(
    params: Paused,
    reason: StopReason,
    hitBreakpointIds: readonly number[],
    sameCall: SameCall = 'unknown',
    written?: WrittenHere,
  ): void {
    const { state, events, scripts, writes, returnGuard, met } = this.#thread;
    if (state.ended) return;
    returnGuard.release();
    met.run(false);
    const rest = written?.kind === 'behind' ? written.rest : undefined;
    const pause = new Pause(params, scripts, { isInHelper: written?.kind === 'trapped', rest });
    state.stop(pause);
    writes.lift(params);
    const shown = reason === 'data breakpoint' ? { write: written?.write } : {};
    events.emit('stopped', { pause, reason, hitBreakpointIds, sameCall, ...shown });
  }

  #proceed(command: Proceeding, params: Paused, intent: Intent, isInterrupted?: boolean): void {
    const { state, session, events, stepOut, ownCode, returnGuard } = this.#thread;
    const { callFrames } = params;
    const isTakenUp = command === 'takeUp';
    const counted: Intent = 'ownSteps' in intent ? { ...intent, ownSteps: intent.ownSteps + 1 } : intent;
    const next: Intent =
      counted.kind === 'step' && !isTakenUp
        ? noteLeaving({ ...counted, isInterrupted: isInterrupted ?? counted.isInterrupted ?? false }, callFrames)
        : counted;
    if (state.ended) return;
    state.run(command === 'resume' ? { kind: 'run' } : next);
    if (command === 'resume') ownCode.pass(false);
    if (command === 'resume' && intent.kind === 'step')
      events.emit('output', { category: 'log', isNote: true, isOfRun: true, text: RAN_ON });
    const send = () => {
      const sent = command === 'stepOut' ? stepOut.send(callFrames[0]) : session.send(PROCEED_METHODS[command], {});
      // A failure means that the connection is gone, which is reported once, by its close.
      sent.catch(() => {});
    };
    if (next.kind === 'step' && command !== 'resume' && !isTakenUp)
      void state.prepare(returnGuard.before(params, command), send);
    else send();
  }
}
