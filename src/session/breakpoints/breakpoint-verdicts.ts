import type { BreakpointRecord } from '../../model/breakpoint-record.ts';
import { type ConditionTally, MAX_EXACT_PASSES, sumOf } from '../../model/condition-tally.ts';

/** How a verdict is written. */
interface VerdictWords {
  /** The breakpoint's place. */
  readonly place: (record: BreakpointRecord) => string;
  /** The line of source that it stands on, where that is to be shown. */
  readonly source?: (record: BreakpointRecord) => string | undefined;
}

/** Names in scope that are listed at most. */
const MAX_NAMES = 12;

/**
 * What became of each breakpoint by the program's end: hit so often, loaded but never reached, or never loaded. An agent that
 * saw no stop must learn why.
 */
export function breakpointVerdicts(records: readonly BreakpointRecord[], { place, source }: VerdictWords): string[] {
  return records.map((record) => {
    const text = record.hits === 0 && record.state.kind === 'verified' ? source?.(record) : undefined;
    const line = text === undefined ? 'its line' : `its line "${text}"`;
    return `Breakpoint ${record.id} at ${place(record)}: ${verdictOf(record, line)}`;
  });
}

function verdictOf(record: BreakpointRecord, line: string): string {
  const { state, hits, enabled, target } = record;
  const tally = sumOf(Object.values(record.tallies ?? {}));
  const isCounted = record.tallies !== undefined && Object.keys(record.tallies).length > 0;
  if (hits > 0) return `hit ${times(hits)}${tally.failures > 0 ? `; its condition ${failureText(tally)}` : ''}`;
  if (!enabled) return 'disabled';
  switch (state.kind) {
    case 'rejected':
      return state.reason;
    case 'pending':
      return `never hit: ${target.kind === 'line' && !state.final ? 'its file was not loaded' : state.reason}`;
    case 'verified':
      return `never hit: ${line} ${missText(record, tally, isCounted)}${state.warning === undefined ? '' : ` (${state.warning})`}`;
  }
}

/** Why the program has passed a place without a hit, if it came there. */
function missText({ condition, hitCondition }: BreakpointRecord, tally: ConditionTally, isCounted: boolean): string {
  const { passes, trues, failures } = tally;
  if (passes === 0)
    return `was not reached${condition === undefined || isCounted ? '' : `, or ${condition} was never true`}`;
  const reached = `was reached ${count(passes)}`;
  const missed = `the hit condition ${hitCondition} was never met`;
  if (condition === undefined) return `${reached}, ${missed}`;
  const truth = trues === 0 ? 'was never true' : `was true ${count(trues)}, ${missed}`;
  return `${reached}, ${condition} ${truth}${failures > 0 ? ` and ${failureText(tally)}` : ''}`;
}

function failureText({ failures, error, names = [] }: ConditionTally): string {
  const more = names.length > MAX_NAMES ? ', …' : '';
  const scope = names.length === 0 ? '' : ` (in scope there: ${names.slice(0, MAX_NAMES).join(', ')}${more})`;
  return `failed ${count(failures)}${error === undefined ? '' : `: ${error}`}${scope}`;
}

/** Larger numbers are reported now and then only. */
function count(number: number): string {
  return `${number > MAX_EXACT_PASSES ? 'at least ' : ''}${times(number)}`;
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number.toLocaleString('en')} times`;
}
