/** Sent with the answer to `initialize`. */
export const SESSION_INSTRUCTIONS = `Step-by-step debugging with sessions; every answer is one JSON object.
- create_debug_session (language "javascript", "python", …) → set_breakpoint → start_debugging: the answer says why the program paused. Then get_local_variables, evaluate_expression, get_stack_trace; step_over, step_into, step_out; continue_execution. End with close_debug_session.
- get_stack_trace gives frame ids for get_scopes; a scope's variablesReference goes into get_variables as scope. Both are stale once the program has gone on.
- continue_execution answers at once; with timeoutMs it waits for the next pause.`;
