import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { StopOutcome, StoppedInfo } from '../../model/stop-outcome.ts';
import type { DebugSession } from '../../session/debug-session.ts';

/** How a run went on that nobody stops. */
export type EndOutcome = Exclude<StopOutcome, { kind: 'stopped' }>;

/**
 * Waits for the end of a session that has been started, and lets it go on from each stop when that was looked at.
 *
 * @param timeoutMs Of the whole wait, stops included.
 */
export async function watchToEnd(
  session: DebugSession,
  look: (stop: StoppedInfo, options: CallOptions) => Promise<void>,
  { timeoutMs, signal }: CallOptions & { readonly timeoutMs: number },
): Promise<EndOutcome> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const outcome = await session.waitForStop({ timeoutMs: Math.max(1, deadline - Date.now()), signal });
    if (outcome.kind !== 'stopped') return outcome;
    if (Date.now() >= deadline) return { kind: 'running', waitedMs: timeoutMs, where: outcome.location };
    try {
      await look(outcome, { signal });
      await session.go('continue', { signal });
    } catch (error) {
      // The thread, or the whole command, has ended while it was looked at: the next wait shows which.
      if (!isEnded(error)) throw error;
    }
  }
}

const ENDED: readonly string[] = ['connection_closed', 'already_exited', 'not_stopped', 'stale_reference'];

function isEnded(error: unknown): boolean {
  return error instanceof DebugError && ENDED.includes(error.code);
}
