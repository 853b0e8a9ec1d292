import type { DebugError, DebugErrorCode } from '../../../model/debug-error.ts';

/**
 * A stable contract with clients: they compare these codes, which docs/errors.md lists.
 *
 * - `SESSION_NOT_FOUND`: no session has this id.
 * - `SESSION_START_FAILED`: the command did not start, or ended before it could be paused.
 * - `STOP_SESSION_FAILED`: the session could not be ended.
 * - `BREAKPOINT_SET_FAILED`: no such file or line, or a condition that does not parse.
 * - `BREAKPOINT_NOT_FOUND`: no breakpoint has this id.
 * - `NOT_PAUSED`: variables were asked for while the program runs.
 * - `CONTINUE_FAILED`: the program runs already, or could not be resumed.
 * - `STEP_OVER_FAILED`: the program is not paused, or the step failed.
 * - `STEP_INTO_FAILED`: the program is not paused, or the step failed.
 * - `STEP_OUT_FAILED`: the program is not paused, or the step failed.
 * - `PAUSE_FAILED`: the program is paused already, or could not be asked to pause.
 * - `INSPECT_FAILED`: the program is not paused, or the expression threw, does not parse or did not end in time.
 * - `INSPECT_OBJECT_FAILED`: the program is not paused, or no object has this id at this pause.
 * - `GET_STACK_FAILED`: the program is not paused.
 * - `SWITCH_FRAME_FAILED`: the program is not paused, or there is no such frame.
 * - `WATCH_NOT_FOUND`: no watch has this id.
 * - `ADD_WATCH_FAILED`: the expression does not parse.
 * - `HANG_DETECTION_FAILED`: the command could not be run.
 * - `TEST_RUN_FAILED`: the tests could not be run.
 * - `PROCESS_EXITED`: the program has ended, or the connection to it is lost.
 * - `INVALID_ARGUMENT`: an argument is missing, unknown or of the wrong type, or outside of the server's roots.
 * - `TOOL_NOT_FOUND`: no tool has this name.
 */
export type ErrorCode =
  | 'SESSION_NOT_FOUND'
  | 'SESSION_START_FAILED'
  | 'STOP_SESSION_FAILED'
  | 'BREAKPOINT_SET_FAILED'
  | 'BREAKPOINT_NOT_FOUND'
  | 'NOT_PAUSED'
  | 'CONTINUE_FAILED'
  | 'STEP_OVER_FAILED'
  | 'STEP_INTO_FAILED'
  | 'STEP_OUT_FAILED'
  | 'PAUSE_FAILED'
  | 'INSPECT_FAILED'
  | 'INSPECT_OBJECT_FAILED'
  | 'GET_STACK_FAILED'
  | 'SWITCH_FRAME_FAILED'
  | 'WATCH_NOT_FOUND'
  | 'ADD_WATCH_FAILED'
  | 'HANG_DETECTION_FAILED'
  | 'TEST_RUN_FAILED'
  | 'PROCESS_EXITED'
  | 'INVALID_ARGUMENT'
  | 'TOOL_NOT_FOUND';

/** Codes of failures that are the same whichever tool meets them. */
const CODES: Partial<Record<DebugErrorCode, ErrorCode>> = {
  session_not_found: 'SESSION_NOT_FOUND',
  already_exited: 'PROCESS_EXITED',
  connection_closed: 'PROCESS_EXITED',
  breakpoint_not_found: 'BREAKPOINT_NOT_FOUND',
};

/** The code of a failure. @param own That of the tool, for what only it can fail in. */
export function errorCode({ code, details }: DebugError, own: ErrorCode): ErrorCode {
  if (code === 'invalid_argument' && details.argument === 'watch') return 'WATCH_NOT_FOUND';
  const isOfArguments = details.roots !== undefined || details.argument === 'framework';
  if (code === 'invalid_argument' && isOfArguments) return 'INVALID_ARGUMENT';
  return CODES[code] ?? own;
}
