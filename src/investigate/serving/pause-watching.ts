import { Deadline } from '../../adapter/deadline.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { StopOutcome } from '../../model/stop-outcome.ts';
import { readActivity } from '../../process/program-activity.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { MAX_IDLE_SHARE } from './idle-verdict.ts';

/** In less time the system counts too coarsely to say anything. */
const LEAST_MS = 50;

/**
 * The activity of a program that was asked to pause and has not: it `waits`, and used no processor; it is `busy` where it cannot
 * be stopped; or its activity is `unknown`, because its processes cannot be seen.
 */
export type UnpausedProgram = 'waits' | 'busy' | 'unknown';

/** The outcome of asking a program to pause. */
export interface PauseAttempt {
  readonly outcome: StopOutcome;
  /** The activity of a program that runs on. */
  readonly unpaused?: UnpausedProgram | undefined;
}

/** The time over which a program that does not pause is looked at, before it is taken for idle. */
const LOOK_MS = 300;
/** Default limit of {@link pauseNow}. */
const PAUSE_WAIT_MS = 2_000;

/** Asks a running program to pause. What it does while it does not is what the system saw, not what a missing stop suggests. */
export function pauseWatching(session: DebugSession, options: CallOptions): Promise<PauseAttempt> {
  return watched(session, () => session.pause(options));
}

/** The same for a program that is to pause even if it waits in its event loop: there, then. */
export async function pauseNow(session: DebugSession, options: CallOptions): Promise<PauseAttempt> {
  const deadline = new Deadline(options.timeoutMs ?? PAUSE_WAIT_MS, options.signal);
  const look = () => ({ ...deadline.left(), timeoutMs: Math.min(LOOK_MS, deadline.left().timeoutMs) });
  let attempt = await pauseWatching(session, look());
  // The way through the runtime's own code, at whose end the thread is idle again, takes time of the processor.
  while (attempt.unpaused !== undefined && attempt.unpaused !== 'waits' && deadline.leftMs > 0)
    attempt = await watched(session, () => session.waitForStop(look()));
  if (attempt.unpaused !== 'waits') return attempt;
  const outcome = await session.pauseIdle(deadline.left());
  return outcome.kind === 'running' ? { outcome, unpaused: 'waits' } : { outcome };
}

async function watched(session: DebugSession, wait: () => Promise<StopOutcome>): Promise<PauseAttempt> {
  const before = reading(session);
  const outcome = await wait();
  // One that a signal has stopped runs nothing, and says so itself.
  if (outcome.kind !== 'running' || outcome.suspended) return { outcome };
  return { outcome, unpaused: doing(await before, await reading(session)) };
}

interface Reading {
  readonly atMs: number;
  readonly busyMs: number | undefined;
}

async function reading({ adapter: { processes } }: DebugSession): Promise<Reading | undefined> {
  return processes && readActivity(processes).catch(() => undefined);
}

function doing(before: Reading | undefined, after: Reading | undefined): UnpausedProgram {
  if (before?.busyMs === undefined || after?.busyMs === undefined) return 'unknown';
  const [tookMs, busyMs] = [after.atMs - before.atMs, after.busyMs - before.busyMs];
  // A process that has ended takes its time with it.
  if (tookMs < LEAST_MS || busyMs < 0) return 'unknown';
  return busyMs <= tookMs * MAX_IDLE_SHARE ? 'waits' : 'busy';
}
