import type { Deadline } from '../../../adapter/deadline.ts';
import type { BreakpointTarget } from '../../../model/breakpoints/breakpoint-record.ts';
import type { StopOutcome } from '../../../model/stop-outcome.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { removeAll, setAt } from './place-stops.ts';

const MAX_END_MS = 300;

/**
 * The end of a recording; left out: whatever stops the program. `return`: the return of the function in which the session is
 * stopped.
 */
export type RecordedUntil = BreakpointTarget | 'return' | undefined;

/**
 * Lets a session go on from where it is to its next stop, or to the end of the time: a program that runs then runs on.
 *
 * @param finish Ends the recording, before anything else is asked: passes that come faster than they are read would keep every answer waiting.
 * @throws DebugError `invalid_argument` for a place that can never be reached, `already_exited`, `cancelled`
 */
export async function runMeanwhile(
  session: DebugSession,
  until: RecordedUntil,
  deadline: Deadline,
  finish: () => Promise<void>,
): Promise<StopOutcome> {
  const beganMs = Date.now();
  const runTo = await goOn(session, until, deadline);
  const left = deadline.left();
  const isHalted = await session.whenHalted({ ...left, timeoutMs: left.timeoutMs - timeToEnd(left.timeoutMs) });
  const waitedMs = Date.now() - beganMs;
  await finish();
  if (!isHalted) await removeAll(session, runTo);
  return session.state.kind === 'running' ? { kind: 'running', waitedMs } : await session.waitForStop(deadline.left());
}

/** The part of the time for taking everything away: a program that is busy at a point sends faster than we read. */
function timeToEnd(leftMs: number): number {
  return Math.min(MAX_END_MS, Math.floor(leftMs / 3));
}

/** Lets the session go on, where it does not. @returns what was set for that and is still there if nothing stops it */
async function goOn(session: DebugSession, until: RecordedUntil, deadline: Deadline): Promise<number[]> {
  if (until === 'return') {
    await session.go('stepOut', deadline.left());
    return [];
  }
  const runTo = until ? [(await setAt(session, { target: until, oneShot: true }, deadline)).id] : [];
  if (session.state.kind !== 'running') await session.go('continue', deadline.left());
  return runTo;
}
