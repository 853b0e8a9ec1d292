import type { StoppedInfo } from '../model/stop-outcome.ts';
import type { SessionHost } from './breakpoints/session-breakpoints.ts';

/** What looking into a stop needs of the session. */
export interface InspectionHost extends SessionHost {
  /** The present stop. @throws DebugError `not_stopped`, `already_exited`, `connection_closed` */
  stop(): StoppedInfo;
}
