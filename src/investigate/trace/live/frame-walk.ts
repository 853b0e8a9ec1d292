import type { Deadline } from '../../../adapter/deadline.ts';
import type { CallState, FollowedCall } from '../../../adapter/followed-call.ts';
import type { UnseenReturn } from '../../../adapter/return-stops.ts';
import type { StopOutcome, StoppedInfo } from '../../../model/stop-outcome.ts';
import type { FrameEvent, TracedEnd } from '../../../model/trace/trace-record.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { endOfCall } from './call-end.ts';
import { endOfSession } from './end-of-session.ts';
import { FrameRecorder } from './frame-recorder.ts';
import type { LoopLines } from './loop-lines.ts';
import { OuterNames } from './outer-names.ts';
import { isSameActivation } from './same-activation.ts';
import { stepOver } from './step-over.ts';
import { lookAt, type StopLook } from './stop-look.ts';
import type { WalkEnd } from './walk-end.ts';

/** The time for a look at a stop that came at the end of the call's time. */
const LEAST_LOOK_MS = 200;

/** Limits of following a call. */
export interface WalkBounds {
  readonly maxSteps: number;
  /** Ends the walk at a stop; asked at each. */
  readonly isUntil: (stop: StoppedInfo) => boolean;
  /** True if the breakpoints that a step has come to, in the function itself, are passed over. */
  readonly passes: (stop: StoppedInfo) => boolean;
}

/** The rest of the life of a call. */
export interface FrameWalk {
  readonly first: StopLook;
  readonly events: readonly FrameEvent[];
  readonly end: WalkEnd;
  readonly callEnd: TracedEnd;
  readonly steps: number;
  /** The loop that the call was in at the end. */
  readonly pass?: { readonly line: number; readonly pass: number };
  readonly lastLine: number;
}

/**
 * Follows the call that a session is stopped in, by steps over its lines, until it ends or something else stops the program. What
 * happened until then is the answer, whatever it is.
 *
 * @throws DebugError `not_stopped` and others of DebugSession.resume before the first step; `cancelled`
 */
export async function walkFrame(
  session: DebugSession,
  stop: StoppedInfo,
  { lines, ...bounds }: WalkBounds & { readonly lines: LoopLines },
  deadline: Deadline,
): Promise<FrameWalk> {
  const outer = new OuterNames(lines);
  const first = await lookAt(session.adapter, stop, outer, deadline.left(LEAST_LOOK_MS));
  const call = await session.adapter.followCall?.(stop.frameId, deadline.left(LEAST_LOOK_MS));
  const walk = new Walk(session, first, { lines, outer, bounds, deadline, call });
  const returns = session.adapter.returnStops?.(stop.threadId);
  if (returns) returns.isWanted = true;
  let state: CallState | undefined;
  let walked: Walked | undefined;
  try {
    walked = await walk.run();
  } finally {
    if (returns) returns.isWanted = false;
    state = await call?.leave({ timeoutMs: LEAST_LOOK_MS });
  }
  return walk.told(walked, state);
}

/** The end of a walk. `outside`: the stop after the call, where it is another one's. */
interface Walked {
  readonly end: WalkEnd;
  readonly outside?: StopLook | undefined;
}

interface WalkRequest {
  readonly lines: LoopLines;
  readonly outer: OuterNames;
  readonly bounds: WalkBounds;
  readonly deadline: Deadline;
  /** Undefined where the debuggee does not follow calls. */
  readonly call: FollowedCall | undefined;
}

class Walk {
  readonly #session: DebugSession;
  readonly #first: StopLook;
  readonly #request: WalkRequest;
  readonly #recorder: FrameRecorder;
  #look: StopLook;
  /** The unseen return as it was seen last: a `finally` behind the return does not have its value any more. */
  #unseen: UnseenReturn | undefined;
  #steps = 0;

  constructor(session: DebugSession, first: StopLook, request: WalkRequest) {
    this.#session = session;
    this.#first = first;
    this.#look = first;
    this.#unseen = first.unseenReturn;
    this.#request = request;
    this.#recorder = new FrameRecorder(first, request.lines);
  }

  async run(): Promise<Walked> {
    if (this.#first.returning) return { end: { kind: 'returning', stop: this.#first.stop } };
    for (;;) {
      const bound = this.#bound();
      if (bound) return { end: bound };
      const outcome = await this.#step();
      if (outcome === 'gone') return { end: { kind: 'gone' } };
      if (outcome.kind !== 'stopped') return { end: { kind: 'outcome', outcome } };
      const end = await this.#arrive(outcome);
      if (end) return end;
    }
  }

  #bound(): WalkEnd | undefined {
    const { bounds, deadline } = this.#request;
    const { stop } = this.#look;
    if (this.#steps >= bounds.maxSteps) return { kind: 'bound', what: 'steps', stop };
    return deadline.leftMs <= 0 ? { kind: 'bound', what: 'time', stop } : undefined;
  }

  /** A session that is closed or lost meanwhile is an outcome, too: what was recorded is not lost with it. */
  async #step(): Promise<StopOutcome | 'gone'> {
    const { deadline, lines, call } = this.#request;
    try {
      const outcome = await stepOver(this.#session, this.#look, { lines, call }, deadline);
      this.#steps++;
      return outcome;
    } catch (error) {
      return await endOfSession(this.#session, error);
    }
  }

  /** @returns undefined where the call goes on */
  async #arrive(stop: Extract<StopOutcome, { kind: 'stopped' }>): Promise<Walked | undefined> {
    const { bounds, deadline, lines, outer, call } = this.#request;
    let look: StopLook;
    try {
      look = await lookAt(this.#session.adapter, stop, outer, deadline.left(LEAST_LOOK_MS));
    } catch (error) {
      this.#session.notShown(stop);
      return { end: { kind: 'outcome', outcome: await endOfSession(this.#session, error) } };
    }
    const before = this.#look;
    const isKnown = call !== undefined && !call.isUnseen;
    const isSame = isKnown ? look.calls.includes(call.name) : isSameActivation(before, look, lines);
    if (isSame) {
      this.#look = look;
      this.#unseen = look.unseenReturn && { value: look.unseenReturn.value ?? this.#unseen?.value };
      this.#recorder.arrive(look);
    }
    const outside = isSame ? undefined : look;
    if (bounds.isUntil(stop)) return { end: { kind: 'until', stop }, outside };
    const isStep = stop.reason === 'step' || (isSame && bounds.passes(stop));
    if (!isStep) return { end: { kind: 'outcome', outcome: stop }, outside };
    if (!isSame) return { end: { kind: 'left', stop }, outside };
    return look.returning ? { end: { kind: 'returning', stop } } : undefined;
  }

  /** The walk as it ended. @param state Of the call, by the debuggee. */
  told({ end, outside }: Walked, state: CallState | undefined): FrameWalk {
    const { lines } = this.#request;
    const { pass, lastLine } = this.#recorder;
    const isBefore = outside === undefined && this.#standsBefore(end);
    const events = isBefore ? this.#recorder.endBefore() : this.#recorder.end(outside);
    const { adapter, ended } = this.#session;
    const { stop } = this.#look;
    const threadEnded = !ended && !adapter.threads().some(({ id }) => id === stop.threadId);
    const stopsAtReturns = adapter.returnStops?.(stop.threadId) !== undefined;
    const callEnd = endOfCall(end, {
      last: this.#look,
      lastLine,
      outside,
      lines,
      stopsAtReturns,
      threadEnded,
      unseen: this.#unseen,
      state,
    });
    return { first: this.#first, events, end, callEnd, steps: this.#steps, lastLine, ...(pass ? { pass } : {}) };
  }

  /** True if the last line has been reached, and has not run. */
  #standsBefore(end: WalkEnd): boolean {
    if (end.kind === 'until' || end.kind === 'bound') return true;
    return end.kind === 'outcome' && end.outcome === this.#look.stop && this.#look.stop.reason !== 'exception';
  }
}
