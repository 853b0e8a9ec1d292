import type { BreakpointState } from '../../../model/breakpoints/breakpoint.ts';

/** The state of a breakpoint in a tree of processes: the best that any of them reports. */
export function bestOf(states: readonly (BreakpointState | undefined)[], pendingReason: string): BreakpointState {
  // A process that has loaded the file knows more than one that has not.
  const rank = { verified: 2, rejected: 1, pending: 0 } as const;
  return states.reduce<BreakpointState>((best, state) => (state && rank[state.kind] > rank[best.kind] ? state : best), {
    kind: 'pending',
    reason: pendingReason,
  });
}
