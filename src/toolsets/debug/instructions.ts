/** Sent with the answer to `initialize`; under 800 characters, because every conversation pays for it. */
export const DEBUG_INSTRUCTIONS = `A real debugger for Node.js, TypeScript and Python. Use it instead of print statements: see the real values where they go wrong.
- Quickest: debug_probe runs a program to a line and reports source, locals and stack, then ends it.
- Failing tests: debug_test.
- Otherwise debug_launch with breakpoints ("app.js:10", "app.js:10 if i > 3"): the answer is the first stop. Then debug_continue, debug_step, debug_evaluate; each stop shows source, locals, stack and new output. End with debug_stop.
- Any command works as program: "npm test", "npx tsx app.ts".
- A breakpoint holds only when (verified); (pending): its file is not loaded yet.
- Waits end after timeoutMs (30 s): "Still running" loses nothing; debug_continue waits on, debug_pause stops it.
- session is needed only when several are live.`;
