import type { CallOptions } from '../model/call-options.ts';

/** The outcome of restarting a frame. */
export type RestartOutcome =
  /**
   * A stop at the call's first statement is reported. `variables` is left out if they are those of a new call, but for its
   * arguments.
   */
  | { readonly kind: 'restarted'; readonly variables?: RestartedVariables }
  /** Everything is as it was. `why` is a part of a sentence: "V8 restarts no generator, and each is one". */
  | { readonly kind: 'refused'; readonly why: string };

/** Variables of a call that was restarted in its old frame, by their names. */
export interface RestartedVariables {
  /** Arguments that the call's statements may have assigned, and that are as they are now. */
  readonly assigned: readonly string[];
  /** Variables that functions which the call made before go on sharing with it. */
  readonly shared: readonly string[];
  /** Variables that have a value already which the call's statements may find. */
  readonly kept: readonly string[];
  /** True if more variables have one, which they are given again before anything finds it. */
  readonly others: boolean;
}

/** @property takesText Only where what runs then is the newest text of its function. */
export interface RestartOptions extends CallOptions {
  readonly takesText?: boolean;
}

/** The outcome if the debugger of a frame's language restarts no frame. */
export const CANNOT_RESTART: RestartOutcome = { kind: 'refused', why: 'the debugger of this language cannot' };
