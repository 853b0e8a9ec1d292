import type { Intrinsics } from './intrinsics.ts';

/** The function of the summariser that gives what it has saved. */
type Saved = (call: readonly ['intrinsics']) => Intrinsics;
/** And the one that runs a text in its realm. */
type Compile<T> = (call: readonly ['compile', string]) => T;

/**
 * Makes a method of the summariser that runs another function of ours with its built-ins. Runs in the debuggee, from its own source
 * text.
 */
export function withIntrinsics(run: (i: Intrinsics) => unknown) {
  return function (this: Saved): unknown {
    return run(this(['intrinsics']));
  };
}

/** The same for the text of a function, which gets the realm of the summariser. */
export function ofTextWithIntrinsics(this: Saved & Compile<(i: Intrinsics) => unknown>, text: string): unknown {
  return this(['compile', text])(this(['intrinsics']));
}

/** The value of a text in the realm of the summariser. */
export function ofText(this: Compile<unknown>, text: string): unknown {
  return this(['compile', text]);
}

/** Makes a method that gives a value. */
export function giving(value: unknown) {
  return (): unknown => value;
}
