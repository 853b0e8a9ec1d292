/** Sent with the answer to `initialize`; under 800 characters, because every conversation pays for it. */
export const DEBUG_INSTRUCTIONS = `A real debugger for Node.js, TypeScript, Go and Python. Use it instead of print statements.
- What happened in a function or at places of a whole run: debug_trace.
- One line with locals and stack: debug_probe. Failing tests: debug_test.
- Otherwise debug_launch with breakpoints ("app.js:10", "app.js:10 if i > 3"): the answer is the first stop. Then debug_continue, debug_step, debug_evaluate; each stop shows source, locals, stack, output. End with debug_stop.
- Any command works as program: "npm test".
- A breakpoint holds only when (verified); (pending): not loaded yet.
- Waits end after timeoutMs (30 s; debug_continue waits on), or when a server listens. Send requests in the background (curl … &): a stopped program answers none.
- session is needed only when several are live.`;
