import type { ActionName, ActionNames } from '../model/advice.ts';

/** The default toolset has a tool for every action. */
export const DEBUG_ACTIONS: Readonly<Record<ActionName, string>> = {
  start: 'debug_launch or debug_attach',
  launch: 'debug_launch',
  listBreakpoints: 'debug_breakpoint',
  continue: 'debug_continue',
  pause: 'debug_pause',
  evaluate: 'debug_evaluate',
  stack: 'debug_stack',
  variables: 'debug_variables',
  watch: 'debug_watch',
  output: 'debug_output',
  sessions: 'debug_sessions',
  stop: 'debug_stop',
};

/**
 * The names for calls that run a program and end it: nothing is left to ask of that run, and its output is kept only for a program that
 * is launched.
 */
export const ONE_SHOT_ACTIONS: ActionNames = {
  launch: DEBUG_ACTIONS.launch,
  pause: DEBUG_ACTIONS.pause,
  output: `${DEBUG_ACTIONS.launch} with stopOnEntry false, then ${DEBUG_ACTIONS.output}`,
};

/** No tool lists sessions; what the program wrote comes with the answers. */
export const DEBUGGER_ACTIONS: ActionNames = {
  start: 'debugger_start',
  launch: 'debugger_start',
  listBreakpoints: 'debugger_list_breakpoints',
  continue: 'debugger_continue',
  pause: 'debugger_pause',
  evaluate: 'debugger_inspect',
  stack: 'debugger_get_stack',
  variables: 'debugger_get_local_variables',
  watch: 'debugger_get_watches',
  stop: 'debugger_stop_session',
};

/** There are no watches. */
export const SESSION_ACTIONS: ActionNames = {
  start: 'start_debugging or create_debug_session with a port',
  launch: 'start_debugging',
  listBreakpoints: 'list_breakpoints',
  continue: 'continue_execution',
  pause: 'pause_execution',
  evaluate: 'evaluate_expression',
  stack: 'get_stack_trace',
  variables: 'get_variables',
  output: 'get_output',
  sessions: 'list_debug_sessions',
  stop: 'close_debug_session',
};

/** No names: one call is the whole session, and there is no next one to name. */
export const SCRIPT_ACTIONS: ActionNames = {};
