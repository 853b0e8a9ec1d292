import type { HangEvidence } from '../../adapter/hang-evidence.ts';
import type { HangFinding } from '../../model/hang-report.ts';

/** What one thread does; a deadlock shows only over all threads. */
export type ThreadFinding = Extract<
  HangFinding,
  { kind: 'busy loop' | 'busy event loop' | 'waiting' | 'blocked call' | 'progressing' | 'stopped' | 'undecided' }
>;

/** What an examination works with. */
export interface Examination {
  readonly evidence: HangEvidence;
  readonly signal: AbortSignal | undefined;
  /** Counts one more look at the program. */
  counted(): void;
}
