import { relative } from 'node:path';
import type { Deadline } from '../../../adapter/deadline.ts';
import { inTime } from '../../../adapter/deadline.ts';
import type { BreakpointRecord, BreakpointTarget } from '../../../model/breakpoints/breakpoint-record.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { StopOutcome, StoppedInfo } from '../../../model/stop-outcome.ts';
import type { BreakpointRequest } from '../../../session/breakpoints/breakpoint-book.ts';
import type { DebugSession } from '../../../session/debug-session.ts';

/** Limit for taking away a trace's breakpoints: a debuggee that answers nothing must not hold up the answer. */
const REMOVE_MS = 300;

/** A program that was to run to a place, and whether it is there. */
export interface RunToPlace {
  readonly outcome: StopOutcome;
  readonly isThere: boolean;
  /** The reason why the program may not have come there: the doubt about the place when it was asked for. */
  readonly reason?: string;
}

/**
 * Lets a session run to a place, or to whatever stops it before that.
 *
 * @throws DebugError `invalid_argument` for a place that can never be reached, and as DebugSession.resume
 */
export async function runTo(session: DebugSession, target: BreakpointTarget, deadline: Deadline): Promise<RunToPlace> {
  const { id, state } = await setAt(session, { target, oneShot: true }, deadline);
  const outcome = await session.resume('continue', deadline.left());
  if (outcome.kind === 'running') await removeAll(session, [id]);
  const isThere = outcome.kind === 'stopped' && (outcome.reason === 'goto' || outcome.hitBreakpointIds.includes(id));
  return { outcome, isThere, ...(state.kind === 'pending' && !isThere ? { reason: state.reason } : {}) };
}

/**
 * Does something while a place stops the session, which it does not afterwards.
 *
 * @param work Given what recognises a stop at the place.
 * @throws DebugError `invalid_argument` for a place that can never be reached
 */
export async function whilePlaceStops<T>(
  session: DebugSession,
  target: BreakpointTarget | undefined,
  work: (isAt: (stop: StoppedInfo) => boolean) => Promise<T>,
  deadline: Deadline,
): Promise<T> {
  if (target === undefined) return work(() => false);
  const isOnLine = ({ location }: StoppedInfo) =>
    target.kind === 'line' && location.path === target.path && location.line === target.line;
  // A breakpoint of the user there stays as it is.
  const existing = breakpointAt(session, target);
  if (existing) return work((stop) => isOnLine(stop) || stop.hitBreakpointIds.includes(existing.id));
  const { id } = await setAt(session, { target }, deadline);
  try {
    return await work((stop) => isOnLine(stop) || stop.hitBreakpointIds.includes(id));
  } finally {
    await removeAll(session, [id]);
  }
}

/** The breakpoint of the caller's that stands at a place. */
export function breakpointAt(session: DebugSession, target: BreakpointTarget): BreakpointRecord | undefined {
  return session.breakpoints.list().find((each) => {
    const other = each.target;
    if (target.kind === 'function') return other.kind === 'function' && other.name === target.name;
    return other.kind === 'line' && other.path === target.path && other.line === target.line;
  });
}

/** @throws DebugError `invalid_argument` for a place that can never be reached */
export async function setAt(
  session: DebugSession,
  request: BreakpointRequest,
  deadline: Deadline,
): Promise<BreakpointRecord> {
  const record = await session.breakpoints.set(request, deadline.left());
  if (record.state.kind !== 'rejected') return record;
  const { target } = request;
  const place =
    target.kind === 'function' ? `${target.name}()` : `${relative(session.cwd, target.path)}:${target.line}`;
  throw new DebugError('invalid_argument', `Nothing can be traced at ${place}: ${record.state.reason}.`, {
    advice: 'Give a line that has code, or a function that the program has.',
    details: { argument: 'until' },
  });
}

/** Takes breakpoints away, also while the program runs. What cannot be taken away is gone with the program. */
export async function removeAll(session: DebugSession, ids: readonly number[]): Promise<void> {
  const removed = ids.map((id) => session.breakpoints.remove(id, { timeoutMs: REMOVE_MS }));
  await inTime(Promise.allSettled(removed), REMOVE_MS, 'Removing').catch(() => {});
}
