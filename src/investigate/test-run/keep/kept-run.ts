import type { StopOutcome } from '../../../model/stop-outcome.ts';
import type { TestFailure, TestRunReport } from '../../../model/tests/test-report.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import type { FailureStop } from './stop-at-failure.ts';

/** A session that a test run left. */
export interface KeptSession {
  readonly session: DebugSession;
  /** Stopped; or running, where nothing of a run that hangs is run: it stops as soon as something is. */
  readonly outcome: StopOutcome;
  /** The failed test; left out for a run that hung. */
  readonly failed?: { readonly failure: TestFailure; readonly where: FailureStop };
}

/** A test run, and what it left. */
export interface KeptTestRun {
  readonly report: TestRunReport;
  readonly kept?: KeptSession;
  /** The reason why nothing is kept although something failed, as a clause. */
  readonly notKept?: string;
}
