import type { Advice } from './advice.ts';

/**
 * Every way in which a call of the engine can fail. A stable contract: tests pin it, docs list it.
 *
 * - `invalid_argument`: a value that can never be right; `details.argument`.
 * - `session_not_found`: unknown or ended session; `details.live`.
 * - `session_ambiguous`: no session named and several live; `details.live`.
 * - `not_stopped`: the call needs a stopped program and it runs, or (`details.state` is `created`) was never started.
 * - `already_stopped`: a pause of a program that is stopped, and whose stop the caller knows.
 * - `already_running`: a resume while an earlier one has not stopped yet; a start of what another call is starting, `details.session`.
 * - `already_exited`: the program has ended; `details.exitCode`, `details.signal`.
 * - `launch_failed`: the program could not be started; `details.program`.
 * - `attach_refused`: nothing to attach to, or it would not be debugged; `details.target`.
 * - `not_debuggable`: the command ran, but no process of a supported runtime appeared in it; `details.exitCode`, `details.signal` when it
 *   has ended.
 * - `connection_closed`: the debuggee's end of the wire is gone.
 * - `request_timeout`: the debuggee did not answer in time; `details.method`, `details.timeoutMs`.
 * - `suspended`: a signal (SIGSTOP) has stopped the debuggee's process, which runs nothing; `details.pid`.
 * - `protocol_error`: the debuggee answered with an error; `details.method`, `details.protocolCode`.
 * - `frame_not_found`: no such frame in the stopped thread; `details.frames`.
 * - `variable_not_found`: no such variable or path; `details.available`.
 * - `breakpoint_not_found`: no such breakpoint; `details.known`.
 * - `source_not_found`: a file that is not there; `details.path`.
 * - `stale_reference`: a frame or variable handle from before the program resumed.
 * - `not_trusted`: the configuration file of a folder that its user has not trusted; `details.path`.
 * - `unsupported`: the adapter cannot do it.
 * - `cancelled`: the caller's signal was aborted.
 * - `internal`: a defect of this program.
 */
export type DebugErrorCode =
  | 'invalid_argument'
  | 'session_not_found'
  | 'session_ambiguous'
  | 'not_stopped'
  | 'already_stopped'
  | 'already_running'
  | 'already_exited'
  | 'launch_failed'
  | 'attach_refused'
  | 'not_debuggable'
  | 'connection_closed'
  | 'request_timeout'
  | 'suspended'
  | 'protocol_error'
  | 'frame_not_found'
  | 'variable_not_found'
  | 'breakpoint_not_found'
  | 'source_not_found'
  | 'stale_reference'
  | 'not_trusted'
  | 'unsupported'
  | 'cancelled'
  | 'internal';

interface DebugErrorOptions {
  readonly advice?: Advice;
  /** Machine-readable facts; which ones each code carries is said at {@link DebugErrorCode}. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A call that the engine did not carry out. The message says what happened, with the value; `advice` says what to do next. */
export class DebugError extends Error {
  override readonly name = 'DebugError';
  readonly code: DebugErrorCode;
  /** Advice on the next step; each toolset has its own words for the actions. */
  readonly advice: Advice | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: DebugErrorCode, message: string, options: DebugErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.advice = options.advice;
    this.details = options.details ?? {};
  }
}

/** Whatever was thrown, as one line of text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
