import type { SourceLocation } from './source-location.ts';
import type { Thread } from './stack-frame.ts';
import type { ExitInfo, StoppedInfo, StopReason } from './stop-outcome.ts';

/** The state of a debug session. Each state carries exactly what is true in it. */
export type SessionState =
  /** There is no debuggee yet; breakpoints are taken note of for the start to come. */
  | { readonly kind: 'created' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly sinceMs: number }
  | ({ readonly kind: 'stopped' } & StoppedInfo)
  | ({ readonly kind: 'exited' } & ExitInfo)
  | { readonly kind: 'lost'; readonly cause: string };

/** A process of a debuggee, and what it does. */
export interface ProcessSummary {
  readonly pid: number;
  /** The program that the process runs: `worker.py`. */
  readonly name: string;
  /** The language, where it is not that of the session. */
  readonly language?: string;
  readonly doing:
    | { readonly kind: 'running' }
    | { readonly kind: 'stopped'; readonly reason: StopReason; readonly location: SourceLocation }
    /** Nothing in the process has mattered so far, so that it runs without a debugger. */
    | { readonly kind: 'unadopted' }
    | { readonly kind: 'exited' };
}

/** By what a process of a debuggee is known. */
export type ProcessIdentity = Pick<ProcessSummary, 'pid' | 'name' | 'language'>;

/** One line of a list of sessions. */
export interface SessionSummary {
  readonly id: string;
  /** The languages of its processes, by the adapters' ids: `node`. At least one. */
  readonly languages: readonly string[];
  /** The program that was launched or attached to, as the caller wrote it. */
  readonly program: string;
  readonly cwd: string;
  readonly state: SessionState;
  readonly threads: readonly Thread[];
  /** In the order in which they came, those that have ended last; none where the debugger does not say. */
  readonly processes: readonly ProcessSummary[];
  readonly breakpointCount: number;
}
