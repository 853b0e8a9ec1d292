import type { Thread } from './stack-frame.ts';
import type { ExitInfo, StoppedInfo } from './stop-outcome.ts';

/** The state of a debug session. Each state carries exactly what is true in it. */
export type SessionState =
  /** There is no debuggee yet; breakpoints are taken note of for the start to come. */
  | { readonly kind: 'created' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly sinceMs: number }
  | ({ readonly kind: 'stopped' } & StoppedInfo)
  | ({ readonly kind: 'exited' } & ExitInfo)
  | { readonly kind: 'lost'; readonly cause: string };

/** One line of a list of sessions. */
export interface SessionSummary {
  readonly id: string;
  /** The adapter's id: `node`. */
  readonly language: string;
  /** What was launched or attached to, as the caller wrote it. */
  readonly program: string;
  readonly cwd: string;
  readonly state: SessionState;
  readonly threads: readonly Thread[];
  readonly breakpointCount: number;
}
