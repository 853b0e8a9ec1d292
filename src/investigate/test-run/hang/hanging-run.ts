import type { Deadline } from '../../../adapter/deadline.ts';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import type { HangReport } from '../../../model/hang-report.ts';
import type { StopOutcome } from '../../../model/stop-outcome.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { detectHang, type HangTarget } from '../../hang/detect-hang.ts';
import { isEndedError } from '../watch-to-end.ts';
import type { HangingProcess } from './hanging-process.ts';

/** The part of a run's time for finding out why it does not end. */
const HANG_MS = 5_000;
const HANG_SHARE = 0.3;
/** The same for a process that no debugger has: it has to be attached to first. */
const UNSEEN_HANG_MS = 15_000;
/** The watch's part of that: the test has been under way for a while. */
const UNSEEN_WATCH_MS = 3_000;
/** In less time nothing can be found out. */
const LEAST_FOR_HANG_MS = 5_000;
/** The part of that for ending the program. */
const HANG_END_MS = 300;
/** The part of the time for pausing a run that is to stay. */
const PAUSE_SHARE = 0.15;
const MAX_PAUSE_MS = 1_000;
const LEAST_PAUSE_MS = 50;

/** The parts of a run's time for a run that does not end: to find out why, nothing in a short run, and to pause it. */
export function hangTimes(timeoutMs: number, stays: boolean): { readonly hangMs: number; readonly pauseMs: number } {
  return {
    hangMs: shareOf(timeoutMs, HANG_MS),
    pauseMs: stays ? Math.min(MAX_PAUSE_MS, timeoutMs * PAUSE_SHARE) : 0,
  };
}

/** The part of a run's time for a process without a debugger. */
export function unseenHangMs(timeoutMs: number): number {
  return shareOf(timeoutMs, UNSEEN_HANG_MS);
}

function shareOf(timeoutMs: number, mostMs: number): number {
  return timeoutMs < LEAST_FOR_HANG_MS ? 0 : Math.min(mostMs, timeoutMs * HANG_SHARE);
}

/** The reason why a run does not end. Undefined if the search finds none: the fact that the run did not end is an answer, too. */
export async function hangOf(
  engine: DebugEngine,
  session: DebugSession,
  deadline: Deadline,
): Promise<HangReport | undefined> {
  // What runs are processes that no debugger has: of them, it would only be said that nothing is there.
  if (session.summary().threads.length === 0) return undefined;
  return found(engine, { kind: 'session', session }, deadline);
}

/**
 * The reason why a test does not end in a process without a debugger, to which this attaches. Undefined if it cannot attach, or
 * finds none.
 */
export async function unseenHangOf(
  engine: DebugEngine,
  { pid, language }: HangingProcess,
  deadline: Deadline,
): Promise<HangReport | undefined> {
  const target = { kind: 'attach', target: { kind: 'pid', pid }, language } as const;
  const report = await found(engine, target, deadline, UNSEEN_WATCH_MS);
  // One that does not answer in this time may be busy all the same: where it is, it says itself.
  return report && 'location' in report && report.location ? report : undefined;
}

async function found(
  engine: DebugEngine,
  target: HangTarget,
  deadline: Deadline,
  timeoutMs?: number,
): Promise<HangReport | undefined> {
  const { signal, timeoutMs: leftMs } = deadline.left();
  try {
    const report = await detectHang(engine, target, { timeoutMs, withinMs: leftMs - HANG_END_MS, signal });
    return report.kind === 'stopped' || report.kind === 'undecided' ? undefined : report;
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

/** Pauses a run that did not end, and is to stay. Undefined when it ended at the last moment. */
export async function pausedToStay(session: DebugSession, deadline: Deadline): Promise<StopOutcome | undefined> {
  try {
    await session.setExceptionMode('uncaught', deadline.left(LEAST_PAUSE_MS));
    return await session.pause(deadline.left(LEAST_PAUSE_MS));
  } catch (error) {
    if (!isEndedError(error)) throw error;
    return undefined;
  }
}
