import { setTimeout as sleep } from 'node:timers/promises';
import { DebugError } from '../../../model/debug-error.ts';
import type { StopOutcome } from '../../../model/stop-outcome.ts';
import type { DebugSession } from '../../../session/debug-session.ts';

/** Limits of the wait for a program's end after the end of its connection. */
const MAX_WAITS = 50;
const WAIT_MS = 20;

/**
 * The outcome of a session after some call failed. No call has answered with the stop at which the session then stands.
 *
 * @throws what it is given, where the session has not ended
 */
export async function endOfSession(session: DebugSession, error: unknown): Promise<StopOutcome> {
  const isGone = error instanceof DebugError && error.code === 'connection_closed';
  // The wire closes a moment before the process is reaped, with its exit code.
  for (let waits = 0; isGone && !session.ended && waits < MAX_WAITS; waits++) await sleep(WAIT_MS);
  const { state } = session;
  if (state.kind === 'exited' || state.kind === 'lost') return state;
  if (state.kind === 'stopped') session.notShown(state);
  throw error;
}
