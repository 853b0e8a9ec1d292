import type { DebugError, DebugErrorCode } from '../../../model/debug-error.ts';

/** A stable contract with clients: they compare these codes. */
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
  not_stopped: 'NOT_PAUSED',
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
