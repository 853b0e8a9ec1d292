import type { BreakpointState } from '../../../model/breakpoint.ts';
import type { CollectedHit } from '../../../model/collected-value.ts';
import type { ConditionTally } from '../../../model/condition-tally.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';
import type { StopReason } from '../../../model/stop-outcome.ts';
import type { Pause } from './pause.ts';

/** A stop that the session must hear of. */
export interface ThreadStop {
  readonly pause: Pause;
  readonly reason: StopReason;
  readonly hitBreakpointIds: readonly number[];
}

/** What one thread of a debuggee reports. */
export interface ThreadEvents {
  /** It is under control and runs. */
  started: [];
  stopped: [ThreadStop];
  continued: [];
  breakpoint: [number, BreakpointState];
  breakpointHit: [number];
  /** What the condition of a breakpoint came to in a part of the thread. */
  counted: [{ readonly id: number; readonly part: string; readonly tally: ConditionTally }];
  output: [OutputChunk];
  collected: [Omit<CollectedHit, 'threadId'>];
  /** `finished`: the program came to its end and waited for the debugger to let go. `closed`: the connection broke. */
  ended: [{ readonly kind: 'finished' } | { readonly kind: 'closed'; readonly cause: string }];
}
