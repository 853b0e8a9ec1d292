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
      return `never hit: ${target.kind === 'line' && !state.final ? 'its file was not loaded' : state.reason}`;
    case 'verified':
      return `never hit: its line was not reached${condition === undefined ? '' : `, or ${condition} was never true`}${state.warning === undefined ? '' : ` (${state.warning})`}`;
  }
}
