/** Calls the summariser, which is `this`. Runs in the debuggee, from its own source text. */
export function callSummariser(this: (call: readonly unknown[]) => unknown, ...call: readonly unknown[]): unknown {
  return this(call);
}
