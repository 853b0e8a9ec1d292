import { setTimeout as sleep } from 'node:timers/promises';
import type { BreakpointState } from '../../../model/breakpoint.ts';

/** What is known of a breakpoint in a tree of processes: the best that any of them says. */
export function bestOf(states: readonly (BreakpointState | undefined)[], pendingReason: string): BreakpointState {
  // A process that has loaded the file knows more than one that has not.
  const rank = { verified: 2, rejected: 1, pending: 0 } as const;
  return states.reduce<BreakpointState>((best, state) => (state && rank[state.kind] > rank[best.kind] ? state : best), {
    kind: 'pending',
    reason: pendingReason,
  });
}

/** How long the other threads wait for a worker, which may be blocked in a native call and answer nothing. */
const WORKER_PATIENCE_MS = 1_000;

/** The result, or undefined when it fails or takes too long: what a worker does not answer must not hold up the others. */
export function withinPatience<T>(result: Promise<T>): Promise<T | undefined> {
  return Promise.race([result.catch(() => undefined), sleep(WORKER_PATIENCE_MS, undefined, { ref: false })]);
}
