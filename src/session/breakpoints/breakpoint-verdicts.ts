import type { BreakpointRecord } from '../../model/breakpoints/breakpoint-record.ts';
import { type ConditionTally, MAX_EXACT_PASSES, sumOf } from '../../model/breakpoints/condition-tally.ts';

interface VerdictWords {
  /** The breakpoint's place. */
  readonly place: (record: BreakpointRecord) => string;
  /** The line of source at which the breakpoint stands, if verdicts show it. */
  readonly source?: (record: BreakpointRecord) => string | undefined;
  /** Functions that are written, whose names are like one at which nothing stopped: `total mod.py:9`. */
  readonly near?: (name: string) => readonly string[];
}

/** Names in scope that are listed at most. */
const MAX_NAMES = 12;
/** From this number of passes on, what they cost is said. */
const MANY_PASSES = 20_000;
const ENDED = 'a process of the program was ended before it had reported all';

/**
 * The outcome for each breakpoint by the program's end: hit so often, loaded but never reached, or never loaded. An agent that
 * saw no stop must learn why.
 */
export function breakpointVerdicts(records: readonly BreakpointRecord[], words: VerdictWords): string[] {
  const { place, source, near } = words;
  return records.map((record) => {
    const text = record.hits === 0 && record.state.kind === 'verified' ? source?.(record) : undefined;
    const line = text === undefined ? 'its line' : `its line "${text}"`;
    const verdict = `Breakpoint ${record.id} at ${place(record)}: ${verdictOf(record, line)}`;
    const isUnknown = record.hits === 0 && record.enabled && record.state.kind === 'pending' && !record.state.final;
    const like = isUnknown && record.target.kind === 'function' ? (near?.(record.target.name) ?? []) : [];
    return like.length === 0 ? verdict : `${verdict}; names like it: ${like.join(', ')}`;
  });
}

function verdictOf(record: BreakpointRecord, line: string): string {
  const { state, hits, enabled, target } = record;
  const tally = sumOf(Object.values(record.tallies ?? {}));
  if (hits > 0) return hitText(record, tally);
  if (!enabled) return 'disabled';
  switch (state.kind) {
    case 'rejected':
      return state.reason;
    case 'pending': {
      const why = target.kind === 'line' && !state.final ? 'its file was not loaded' : state.reason;
      return state.final ? `never hit: ${why}` : missed(record, why);
    }
    case 'verified': {
      if (record.cutShort?.kind === 'unseen' && tally.passes === 0) return missed(record, `${line} was not reached`);
      const warning = state.warning === undefined ? '' : ` (${state.warning})`;
      return `never hit: ${line} ${missText(record, tally)}${doubtText(record)}${warning}`;
    }
  }
}

function missed({ cutShort }: BreakpointRecord, why: string): string {
  return cutShort?.kind === 'unseen' ? `not seen: ${why}, as far as was seen: ${cutShort.what}` : `never hit: ${why}`;
}

function doubtText({ cutShort }: BreakpointRecord): string {
  if (cutShort === undefined) return '';
  return ` (${cutShort.kind === 'unseen' ? cutShort.what : ENDED})`;
}

function hitText(record: BreakpointRecord, tally: ConditionTally): string {
  const { hits, cutShort, logMessage, collect } = record;
  const failed = tally.failures > 0 ? `; its condition ${failureText(tally, cutShort)}` : '';
  // A stop that has happened is known of.
  const isStop = (logMessage ?? collect) === undefined && cutShort?.kind !== 'unseen';
  const doubt = isStop && failed === '' ? '' : doubtText(record);
  return `hit ${cutShort && !isStop ? 'at least ' : ''}${times(hits)}${failed}${costText(tally)}${doubt}`;
}

/** The reason why the program, if it came to a place, has passed without a hit. */
function missText(
  { condition, hitCondition, tallies = {}, cutShort }: BreakpointRecord,
  tally: ConditionTally,
): string {
  const { passes, trues, failures } = tally;
  const isCounted = Object.keys(tallies).length > 0;
  if (passes === 0)
    return `was not reached${condition === undefined || isCounted ? '' : `, or ${condition} was never true`}`;
  const count = (number: number) => countText(number, tally, cutShort);
  const reached = `was reached ${count(passes)}`;
  const missed =
    hitCondition === undefined
      ? 'and the debugger could not stop there'
      : `the hit condition ${hitCondition} was never met`;
  if (condition === undefined) return `${reached}, ${missed}${costText(tally)}`;
  const truth = trues === 0 ? 'was never true' : `was true ${count(trues)}, ${missed}`;
  const failed = failures > 0 ? ` and ${failureText(tally, cutShort)}` : '';
  return `${reached}, ${condition} ${truth}${failed}${costText(tally)}`;
}

/** A program that is slow because of its breakpoint must not be taken for a slow one. */
function costText({ passes, passMs }: ConditionTally): string {
  if (passMs === undefined || passes <= MANY_PASSES) return '';
  const seconds = Math.round((passes * passMs) / 1_000);
  return `; its ${passes.toLocaleString('en')} passes took the debugger some ${seconds} s: a trace of the line, or a line that is passed less often, is faster`;
}

function failureText(tally: ConditionTally, cutShort: BreakpointRecord['cutShort']): string {
  const { failures, error, names = [] } = tally;
  const more = names.length > MAX_NAMES ? ', …' : '';
  const scope = names.length === 0 ? '' : ` (in scope there: ${names.slice(0, MAX_NAMES).join(', ')}${more})`;
  return `failed ${countText(failures, tally, cutShort)}${error === undefined ? '' : `: ${error}`}${scope}`;
}

/** Words a count; if it is not the last word, larger numbers are rounded down to `at least`. */
function countText(number: number, { isTotal }: ConditionTally, cutShort: BreakpointRecord['cutShort']): string {
  const isLeast = cutShort !== undefined || (!isTotal && number > MAX_EXACT_PASSES);
  return `${isLeast ? 'at least ' : ''}${times(number)}`;
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number.toLocaleString('en')} times`;
}
