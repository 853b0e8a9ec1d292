import type { Intrinsics } from './intrinsics.ts';

/**
 * Makes a method of the summariser that runs another function of ours with the built-ins which were saved before the program
 * began. Runs in the debuggee, from its own source text.
 */
export function withIntrinsics(run: (i: Intrinsics) => unknown) {
  return function (this: (call: readonly ['intrinsics']) => Intrinsics): unknown {
    return run(this(['intrinsics']));
  };
}
