import type { Deadline } from '../../../adapter/deadline.ts';
import type { BreakpointTarget } from '../../../model/breakpoints/breakpoint-record.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { StopOutcome, StoppedInfo } from '../../../model/stop-outcome.ts';
import type { TracedCaller, TraceRecord } from '../../../model/trace/trace-record.ts';
import type { TracedCall } from '../../../model/trace/trace-report.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { putTogether } from '../put-together.ts';
import { type FrameWalk, walkFrame } from './frame-walk.ts';
import { LoopLines } from './loop-lines.ts';
import { PassedBreakpoints } from './passed-breakpoints.ts';
import { runTo, whilePlaceStops } from './place-stops.ts';
import { returnToFrame } from './return-to-frame.ts';

/** More lines than a file has. */
const WHOLE_FILE = 1_000_000;

/** The call of a live session to follow. */
export interface LiveFrameRequest {
  /** The start of the call that is followed; left out: the place at which the session is stopped. */
  readonly from?: BreakpointTarget | undefined;
  /** The followed call, by its index in the stack that the session is stopped in, from when the program is back in it. */
  readonly frame?: number | undefined;
  /** The place at which following ends; left out: the end of the call. */
  readonly until?: BreakpointTarget | undefined;
  readonly maxSteps: number;
}

/** The result of following a call. */
export type LiveFrame =
  | {
      readonly kind: 'walked';
      readonly call: TracedCall;
      readonly walk: FrameWalk;
      /** The lines of the call's file, as in a finding. */
      readonly source: readonly string[];
      readonly notes: readonly string[];
    }
  /** The program did not come to the place that the call begins at. */
  | { readonly kind: 'missed'; readonly outcome: StopOutcome; readonly reason?: string };

/**
 * Follows the call that a session is stopped in, or the next one of a function, until it ends.
 *
 * @throws DebugError `not_stopped`, `already_exited`, `invalid_argument` for a place that can never be reached, `cancelled`
 */
export async function liveFrame(
  session: DebugSession,
  { from, frame, until, maxSteps }: LiveFrameRequest,
  deadline: Deadline,
): Promise<LiveFrame> {
  if (from) {
    const { isThere, ...missed } = await runTo(session, from, deadline);
    if (!isThere) return { kind: 'missed', ...missed };
  }
  if (frame !== undefined && frame > 0) {
    const { isThere, outcome } = await returnToFrame(session, frame, deadline);
    if (!isThere) return { kind: 'missed', outcome };
  }
  // Says why, where it is not stopped.
  await session.inspection.stack(deadline.left());
  const { state } = session;
  if (state.kind !== 'stopped') return { kind: 'missed', outcome: await session.waitForStop({ timeoutMs: 1 }) };
  const beganMs = Date.now();
  const { lines, note } = await sourceOf(session, state, deadline.left());
  const passed = new PassedBreakpoints(session.breakpoints);
  const walk = await whilePlaceStops(
    session,
    until,
    (isUntil) => {
      const bounds = {
        lines: new LoopLines(lines),
        maxSteps,
        isUntil,
        passes: (stop: StoppedInfo) => passed.take(stop),
      };
      return walkFrame(session, state, bounds, deadline);
    },
    deadline,
  );
  const call = callOf(walk, beganMs);
  return { kind: 'walked', call, walk, source: lines, notes: [...(note ? [note] : []), ...passed.notes()] };
}

/** The text that runs, and what is to be said of it. */
async function sourceOf(session: DebugSession, { location }: StoppedInfo, options: CallOptions) {
  const source = await session.inspection.source(location, WHOLE_FILE, options).catch(() => undefined);
  return { lines: source?.lines ?? [], note: source?.edited };
}

/** The same record that a tracer in the program would have written, put together as those are. */
function callOf(walk: FrameWalk, beganMs: number): TracedCall {
  const { first, events, callEnd } = walk;
  const { location, functionName } = first.stop;
  const lastLine = Math.max(location.line, walk.lastLine);
  const caller = callerOf(walk);
  const records: TraceRecord[] = [
    { kind: 'process', pid: 0, thread: 0, argv: [], startedAtMs: beganMs },
    { kind: 'function', id: 1, name: functionName, path: location.path, line: location.line, endLine: lastLine },
    {
      kind: 'call',
      function: 1,
      number: 1,
      isWanted: true,
      atMs: 0,
      durationMs: Date.now() - beganMs,
      arguments: [],
      events,
      end: callEnd,
      ...(caller ? { caller } : {}),
    },
  ];
  const [call] = putTogether([records], []).calls;
  if (call === undefined) throw new Error('A call that was recorded is not in its report.');
  return call;
}

function callerOf({ first }: FrameWalk): TracedCaller | undefined {
  const caller = first.callers.find(({ presentation }) => presentation === 'normal');
  return caller && { name: caller.name, path: caller.location.path, line: caller.location.line };
}
