import type { Deadline } from '../../adapter/deadline.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { StopOutcome, StoppedInfo } from '../../model/stop-outcome.ts';
import type { DebugSession } from '../../session/debug-session.ts';

/** The time for a look that begins at the end of the run's time. */
const LEAST_LOOK_MS = 100;

/** The course of a run that is not stopped. */
export type EndOutcome = Exclude<StopOutcome, { kind: 'stopped' }>;

/**
 * Waits for the end of a session that has been started, and lets it go on from each stop when that was looked at.
 *
 * @param deadline Of the whole wait, stops included.
 */
export async function watchToEnd(
  session: DebugSession,
  look: (stop: StoppedInfo, options: CallOptions) => Promise<void>,
  deadline: Deadline,
): Promise<EndOutcome> {
  for (;;) {
    const outcome = await session.waitForStop(deadline.left());
    if (outcome.kind !== 'stopped') return outcome;
    if (deadline.leftMs <= 0) return { kind: 'running', waitedMs: deadline.timeoutMs, where: outcome.location };
    try {
      await look(outcome, deadline.left(LEAST_LOOK_MS));
      await session.go('continue', deadline.left(LEAST_LOOK_MS));
    } catch (error) {
      // It does not answer, at the end of the time: it is left as it stands.
      if (deadline.leftMs <= 0 && isLate(error)) continue;
      // The thread, or the whole command, has ended while it was looked at: the next wait shows which.
      if (!isEndedError(error)) throw error;
    }
  }
}

function isLate(error: unknown): boolean {
  return error instanceof DebugError && error.code === 'request_timeout';
}

const ENDED: readonly string[] = ['connection_closed', 'already_exited', 'not_stopped', 'stale_reference'];

/** True if an error says that what it was asked of has ended, or gone on. */
export function isEndedError(error: unknown): boolean {
  return error instanceof DebugError && ENDED.includes(error.code);
}
