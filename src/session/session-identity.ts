import type { DebugAdapter } from '../adapter/debug-adapter.ts';
import type { SessionObserver } from '../model/session-event.ts';

/** The identity of a session, apart from its debuggee. */
export interface SessionIdentity {
  readonly id: string;
  /** The debugged language, as answers call it: `node`. */
  readonly language: string;
  /** A new debuggee for a start or a restart. */
  readonly createAdapter: () => DebugAdapter;
  /** Receives the session's events. */
  readonly observe?: SessionObserver | undefined;
  /** Refuses a file that a caller may not name. @throws DebugError `invalid_argument` */
  readonly checkFile?: ((path: string) => void) | undefined;
  /** True for a file whose text may be shown, by its absolute path; left out, all may. */
  readonly mayShow?: ((path: string) => boolean) | undefined;
}
