import type { Deadline } from '../../../adapter/deadline.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { StackFrame } from '../../../model/stack-frame.ts';
import type { StopOutcome } from '../../../model/stop-outcome.ts';
import type { DebugSession } from '../../../session/debug-session.ts';

/** A program that was to come back to a call, and whether it is there. */
export interface ReturnToFrame {
  readonly outcome: StopOutcome;
  readonly isThere: boolean;
}

/**
 * Steps out of the functions above a frame, until the program is back in the call that the frame is of.
 *
 * @param index In the stack, as it is listed.
 * @throws DebugError `frame_not_found`, `not_stopped`, and as DebugSession.resume
 */
export async function returnToFrame(session: DebugSession, index: number, deadline: Deadline): Promise<ReturnToFrame> {
  const frames = await session.inspection.stack(deadline.left());
  const live = liveFrames(frames);
  const wanted = live[index];
  if (!wanted) throw notThere(index, live.length);
  const depth = live.length - index;
  // Each step leaves one frame at least.
  for (let steps = 0; steps < index; steps++) {
    const outcome = await session.resume('stepOut', deadline.left());
    if (outcome.kind !== 'stopped' || outcome.reason !== 'step') return { outcome, isThere: false };
    const now = liveFrames(await session.inspection.stack(deadline.left()));
    const isSame = now[0]?.name === wanted.name && now[0].location.path === wanted.location.path;
    if (now.length <= depth) return { outcome, isThere: now.length === depth && isSame };
  }
  return { outcome: await session.waitForStop(deadline.left()), isThere: index === 0 };
}

function liveFrames(frames: readonly StackFrame[]): StackFrame[] {
  return frames.filter(({ presentation }) => presentation !== 'async');
}

function notThere(index: number, live: number): DebugError {
  return new DebugError('frame_not_found', `There is no frame ${index} whose call still runs.`, {
    advice: [`Frames 0 to ${live - 1} can be followed; `, { action: 'stack' }, ' lists them.'],
    details: { argument: 'frame' },
  });
}
