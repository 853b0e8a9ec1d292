import type { BreakpointState } from '../../../model/breakpoints/breakpoint.ts';
import type { ConditionTally } from '../../../model/breakpoints/condition-tally.ts';
import type { CollectedHit } from '../../../model/collected-value.ts';
import type { RecordedWrite, SeenWrite } from '../../../model/data-breakpoint.ts';
import type { BreakpointId } from '../../../model/ids.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';
import type { StopReason, UnstoppedException } from '../../../model/stop-outcome.ts';
import type { Pause } from './pause.ts';
import type { SameCall } from './same-call.ts';

/** A stop that must be reported to the session. */
export interface ThreadStop {
  readonly pause: Pause;
  readonly reason: StopReason;
  readonly hitBreakpointIds: readonly BreakpointId[];
  /** True if the stop is in the function call that the stop before was in. */
  readonly sameCall: SameCall;
  readonly write?: SeenWrite | undefined;
}

/** The events of one thread of a debuggee. */
export interface ThreadEvents {
  /** The thread is under control and runs. */
  started: [];
  stopped: [ThreadStop];
  continued: [];
  breakpoint: [number, BreakpointState];
  breakpointHit: [number];
  /** The outcome of the condition of a breakpoint in a part of the thread. */
  counted: [{ readonly id: BreakpointId; readonly part: string; readonly tally: ConditionTally }];
  written: [RecordedWrite];
  output: [OutputChunk];
  collected: [Omit<CollectedHit, 'threadId'>];
  /** The thread is about to end by an exception that did not stop it. */
  unstopped: [UnstoppedException];
  /** `finished`: the program came to its end and waited for the debugger to let go. `closed`: the connection broke. */
  ended: [{ readonly kind: 'finished' } | { readonly kind: 'closed'; readonly cause: string }];
}
