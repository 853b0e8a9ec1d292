import type { DebugError, DebugErrorCode } from '../../../model/debug-error.ts';

/** The codes of the requirements. A stable contract with clients. */
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

/** What is the same failure whichever tool meets it. */
const CODES: Partial<Record<DebugErrorCode, ErrorCode>> = {
  session_not_found: 'SESSION_NOT_FOUND',
  not_stopped: 'NOT_PAUSED',
  already_exited: 'PROCESS_EXITED',
  connection_closed: 'PROCESS_EXITED',
  breakpoint_not_found: 'BREAKPOINT_NOT_FOUND',
};

/** What the engine's advice calls the tools that this toolset has under other names. */
const TOOL_NAMES: Readonly<Record<string, string>> = {
  debug_launch: 'debugger_start',
  debug_attach: 'debugger_start',
  debug_breakpoint: 'debugger_set_breakpoint',
  debug_continue: 'debugger_continue',
  debug_step: 'debugger_step_over',
  debug_pause: 'debugger_pause',
  debug_evaluate: 'debugger_inspect',
  debug_stack: 'debugger_get_stack',
  debug_variables: 'debugger_get_local_variables',
  debug_watch: 'debugger_get_watches',
  debug_output: 'debugger_continue',
  debug_sessions: 'debugger_start',
  debug_stop: 'debugger_stop_session',
};

/** The code of a failure. @param own That of the tool, for what only it can fail in. */
export function errorCode({ code, details }: DebugError, own: ErrorCode): ErrorCode {
  if (code === 'invalid_argument' && details.argument === 'watch') return 'WATCH_NOT_FOUND';
  const isOfArguments = details.roots !== undefined || details.argument === 'framework';
  if (code === 'invalid_argument' && isOfArguments) return 'INVALID_ARGUMENT';
  return CODES[code] ?? own;
}

/** A text of the engine with the names that tools have here. */
export function ownNames(text: string): string {
  return text.replace(/\bdebug_[a-z]+\b/g, (name) => TOOL_NAMES[name] ?? name);
}
