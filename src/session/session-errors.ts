import { DebugError } from '../model/debug-error.ts';
import type { ExitInfo } from '../model/stop-outcome.ts';

/** A call that needs a debuggee, of a session that has none yet. */
export function notStarted(): DebugError {
  return new DebugError('not_stopped', 'The session has not been started yet.', {
    advice: 'Start its program first; breakpoints may be set before.',
    details: { state: 'created' },
  });
}

/** True if a call failed because the debuggee is gone. */
export function isGone(error: unknown): boolean {
  return error instanceof DebugError && error.code === 'connection_closed';
}

/** True if the debuggee did not answer in the time that it was given. */
export function isLate(error: unknown): boolean {
  return error instanceof DebugError && error.code === 'request_timeout';
}

/** `exit code 3`, `ended by SIGKILL`. */
export function exitText({ exitCode, signal }: ExitInfo): string {
  if (signal) return `ended by ${signal}`;
  return exitCode === null ? 'exit code unknown' : `exit code ${exitCode}`;
}

/** A call that needs a stopped program, while it runs. */
export function notStopped(session: string): DebugError {
  return new DebugError('not_stopped', 'The program is running; this needs it stopped.', {
    advice: [
      'Wait for a stop with ',
      { action: 'continue' },
      ', or stop it where it is with ',
      { action: 'pause' },
      '.',
    ],
    details: { session },
  });
}

/** The error for a start of a session that another call ended before it was done. */
export function endedMeanwhile(): DebugError {
  return new DebugError('cancelled', 'The session was ended before its program had started.', {
    advice: [{ action: 'start' }, ' starts a new one.'],
  });
}
