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

/** Asks a running program to pause. What it does while it does not is what the system saw, not what a missing stop suggests. */
export async function pauseWatching(session: DebugSession, options: CallOptions): Promise<PauseAttempt> {
  const before = reading(session);
  const outcome = await session.pause(options);
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
