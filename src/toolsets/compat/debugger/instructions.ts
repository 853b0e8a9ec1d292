/** Sent with the answer to `initialize`. */
export const DEBUGGER_INSTRUCTIONS = `Debugging of Node.js programs with sessions; every answer is one JSON object with a status.
- debugger_start runs any command ("node app.js", "npm test") and pauses it at its first line → debugger_set_breakpoint → debugger_continue. Then debugger_get_local_variables, debugger_inspect, debugger_get_stack; debugger_step_over, debugger_step_into, debugger_step_out. End with debugger_stop_session.
- debugger_switch_stack_frame chooses the frame that later inspections read. objectId goes into debugger_inspect_object; both are stale once the program has gone on.
- Without a session: debugger_run_tests says with which values tests fail, debugger_detect_hang where a program hangs.`;
