import type { BreakpointId } from '../ids.ts';
import type { BreakpointState } from './breakpoint.ts';
import type { BreakpointOptions } from './breakpoint-options.ts';
import type { ConditionTally } from './condition-tally.ts';

/** The wanted place of a breakpoint. */
export type BreakpointTarget =
  | {
      readonly kind: 'line';
      readonly path: string;
      readonly line: number;
      readonly column?: number;
      /** The statement that the caller named instead of a line: it is looked for again at each start, as files change. */
      readonly statement?: string;
    }
  | { readonly kind: 'function'; readonly name: string };

/** A breakpoint as the session keeps it: what was wanted, what became of it, how often it was passed. */
export interface BreakpointRecord extends BreakpointOptions {
  readonly id: BreakpointId;
  readonly target: BreakpointTarget;
  readonly enabled: boolean;
  /** True if the breakpoint is removed by its first hit (run-to). */
  readonly oneShot: boolean;
  readonly state: BreakpointState;
  readonly hits: number;
  /** The counts of the breakpoint's condition, by the parts of the program that have reported them. */
  readonly tallies?: Readonly<Record<string, ConditionTally>>;
  /**
   * Set if it may have been passed more often: a part of the program has ended without having said all, or runs on without a debugger,
   * where stops are missed, too.
   */
  readonly cutShort?: CutShort | undefined;
}

/** `what` stands in a sentence: `main.js closed its inspector, and nothing of it is seen from then on`. */
type CutShort = { readonly kind: 'ended' } | { readonly kind: 'unseen'; readonly what: string };
