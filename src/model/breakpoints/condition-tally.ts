import type { BreakpointId } from '../ids.ts';
/** The number of times the place of a breakpoint with a condition was passed, and what came of the condition. */
export interface ConditionTally {
  readonly passes: number;
  /** The number of times it was true; a hit condition may have let only some of these count. */
  readonly trues: number;
  /** The number of times it threw. */
  readonly failures: number;
  /** The last error that the condition threw. */
  readonly error?: string;
  /** Variables in scope there, innermost first, where the error may be that a name is none of them. */
  readonly names?: readonly string[];
  /** The cost of a pass, where that is felt after some ten thousand. */
  readonly passMs?: number;
  /** True for the last tally of its part, which has ended: nothing was passed after it. */
  readonly isTotal?: boolean;
}

/** A tally of one breakpoint, for one part of the program: what others report is added to it. */
export interface ReportedTally {
  readonly id: BreakpointId;
  /** Names the part: a thread, a process. */
  readonly source: string;
  readonly tally: ConditionTally;
}

/** From this number of passes on, a tally that is not the total is one that is reported now and then only. */
export const MAX_EXACT_PASSES = 256;

/** The sum of the tallies of several parts of a program. */
export function sumOf(tallies: readonly ConditionTally[]): ConditionTally {
  const total = (count: (tally: ConditionTally) => number) => tallies.reduce((sum, tally) => sum + count(tally), 0);
  const failed = tallies.find(({ error }) => error !== undefined);
  const passMs = tallies.find((tally) => tally.passMs !== undefined)?.passMs;
  return {
    passes: total(({ passes }) => passes),
    trues: total(({ trues }) => trues),
    failures: total(({ failures }) => failures),
    ...(failed?.error === undefined ? {} : { error: failed.error }),
    ...(failed?.names === undefined ? {} : { names: failed.names }),
    ...(passMs === undefined ? {} : { passMs }),
    ...(tallies.length > 0 && tallies.every(({ isTotal }) => isTotal) ? { isTotal: true } : {}),
  };
}
