import type { CallOptions } from '../model/call-options.ts';
import type { ThreadId } from '../model/ids.ts';
import type { ValueSummary } from '../model/variable.ts';

/** A function may be left from where it stands without a stop at its return. */
export interface UnseenReturn {
  /** The returned value, if the thread stands at that `return` and its expression can be read without effects. */
  readonly value?: ValueSummary | undefined;
}

/** A debugger that can stop where a function returns, and shows with what. */
export interface ReturnStops {
  /** True if steps over stop there, once more on the line of the `return`. False at first. */
  isWanted: boolean;
  /**
   * The value that the innermost function of a stopped thread is about to return; undefined if the thread does not stand at a
   * return. No code of the program runs.
   */
  value(threadId: ThreadId, maxTextLength: number, options?: CallOptions): Promise<ValueSummary | undefined>;
  /** True if the innermost function of a stopped thread may return from where it stands without a stop there; undefined where not. */
  unseen(threadId: ThreadId, maxTextLength: number, options?: CallOptions): Promise<UnseenReturn | undefined>;
}

/** A value that a function is to return instead of its own. */
export type ForcedReturn =
  /** Everything is as it was. `why` is a part of a sentence: "an async function has given its caller a promise". */
  { readonly kind: 'refused'; readonly why: string } | PreparedReturn;

/** A forced return, in force until it is ended, or the call has returned. The caller that asked for it must end it. */
export interface PreparedReturn {
  readonly kind: 'prepared';
  /** The function's name. */
  readonly name: string;
  /**
   * Takes away its breakpoints, and reports the outcome; undefined if the call did not return, or not so that it could be
   * changed.
   */
  end(): Promise<ReturnedInstead | undefined>;
}

/** Both values in one line each. */
export interface ReturnedInstead {
  readonly value: string;
  /** The value that the function would have returned. */
  readonly own: string;
}

/** The outcome if the debugger of a frame's language cannot change a returned value. */
export const CANNOT_FORCE: ForcedReturn = { kind: 'refused', why: 'the debugger of this language cannot change it' };
