import type { Handed } from './entries.ts';

/** As `callSummariser`, with private fields at the end of the call. Runs in the debuggee, from its own source text. */
export function callWithHiddenState(
  this: (call: readonly unknown[], handed: Handed) => unknown,
  createViews: Handed['createViews'],
  asks: boolean,
  count: number,
  ...call: readonly unknown[]
): unknown {
  return this(call, { createViews, asks, count });
}
