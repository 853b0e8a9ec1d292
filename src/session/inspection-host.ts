import type { StoppedInfo } from '../model/stop-outcome.ts';
import type { SessionHost } from './breakpoints/session-breakpoints.ts';
import type { SuspendedProcess } from './run/suspended-process.ts';

/** What looking into a stop needs of the session. */
export interface InspectionHost extends SessionHost {
  /** The present stop. @throws DebugError `not_stopped`, `already_exited`, `connection_closed` */
  stop(): StoppedInfo;
  /** The process that a signal has stopped, so that nothing answers. */
  suspended(): SuspendedProcess | undefined;
  /** Says of the command that runs now that it goes on for nobody, and how long it may. */
  leave(leftover: { readonly what: string; readonly endsAtMs: number }): void;
}
