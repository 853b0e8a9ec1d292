import type { BreakpointRecord } from '../model/breakpoint-record.ts';

/**
 * What became of each breakpoint by the program's end: hit so often, loaded but never reached, or never loaded. An agent that
 * saw no stop must learn why.
 *
 * @param place How a breakpoint's place is written.
 */
export function breakpointVerdicts(
  records: readonly BreakpointRecord[],
  place: (record: BreakpointRecord) => string,
): string[] {
  return records.map((record) => `Breakpoint ${record.id} at ${place(record)}: ${verdictOf(record)}`);
}

function verdictOf({ state, hits, enabled, condition, target }: BreakpointRecord): string {
  if (hits > 0) return `hit ${hits === 1 ? 'once' : `${hits} times`}`;
  if (!enabled) return 'disabled';
  switch (state.kind) {
    case 'rejected':
      return state.reason;
    case 'pending':
      return target.kind === 'line' ? 'never hit: its file was not loaded' : `never hit: ${state.reason}`;
    case 'verified':
      return condition === undefined
        ? 'never hit: its line was not reached'
        : `never hit: its line was not reached, or ${condition} was never true`;
  }
}
