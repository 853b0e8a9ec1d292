import type { IdleProgram } from '../../model/program/idle-program.ts';
import type { StopOutcome } from '../../model/stop-outcome.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { IdleWatch } from './idle-watch.ts';

/** The outcome of a wait: a stop or an end, the time limit, or that nothing will come before its client or user does something. */
export type ProgramOutcome = StopOutcome | IdleProgram;

/**
 * Waits for a stop, but not when the program waits for others itself: for a request, for input. That is reported once; a later wait is for
 * a stop again.
 *
 * @param wait Is to end when the signal is aborted.
 */
export async function waitWatching(
  session: DebugSession,
  wait: (until: AbortSignal) => Promise<StopOutcome>,
): Promise<ProgramOutcome> {
  const watch = new IdleWatch(session);
  try {
    const outcome = await wait(watch.found);
    return outcome.kind === 'running' ? (watch.take() ?? outcome) : outcome;
  } finally {
    watch.stop();
  }
}
