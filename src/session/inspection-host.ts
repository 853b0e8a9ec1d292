import type { StoppedInfo } from '../model/stop-outcome.ts';
import type { SessionHost } from './breakpoints/session-breakpoints.ts';
import type { SuspendedProcess } from './run/suspended-process.ts';

/** The members of a session that the inspection of a stop uses. */
export interface InspectionHost extends SessionHost {
  /** The present stop. @throws DebugError `not_stopped`, `already_exited`, `connection_closed` */
  stop(): StoppedInfo;
  /** The process that a signal has stopped, so that nothing answers. */
  suspended(): SuspendedProcess | undefined;
  /** True for a file whose text may be shown, by its absolute path. */
  mayShow(path: string): boolean;
  /** Marks the running command as given up by its caller, with the time that it may still take. */
  leave(leftover: { readonly what: string; readonly endsAtMs: number }): void;
}
