import type { BlockedCall, HangEvidence } from '../../adapter/hang-evidence.ts';
import type { HangFinding } from '../../model/hang-report.ts';

/** The activity of one thread; a deadlock of threads shows only over all of them. */
export type ThreadFinding =
  | Extract<
      HangFinding,
      | {
          kind:
            | 'busy loop'
            | 'busy event loop'
            | 'waiting'
            | 'progressing'
            | 'busy'
            | 'idle'
            | 'sleeping loop'
            | 'stopped'
            | 'undecided';
        }
      | { kind: 'deadlock' }
    >
  | BlockedThread;

/** A thread in a call that does not return. */
export type BlockedThread = Extract<HangFinding, { kind: 'blocked call' }> & Pick<BlockedCall, 'on'>;

/** Evidence and signal that the parts of one examination share. */
export interface Examination {
  readonly evidence: HangEvidence;
  readonly signal: AbortSignal | undefined;
  /** Counts one more look at the program. */
  counted(): void;
}
