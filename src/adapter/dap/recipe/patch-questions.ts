import type { PatchOutcome } from '../../../model/program/patch-outcome.ts';

/** A new text of a source file. */
export interface TextChange {
  /** Absolute. */
  readonly path: string;
  readonly wanted: string;
  /** The text that `wanted` is a change of, if it is known. */
  readonly base: string | undefined;
  /** True if `base` is the text which the program loaded. */
  readonly isLoaded: boolean;
  /** Limit of the answer; after it, the debuggee must not change anything any more. */
  readonly withinMs: number;
}

/** Code of the language that gives functions of a debuggee new texts while it runs. */
export interface PatchQuestions {
  /** The code to evaluate once, before anything else. */
  installation(): string;
  change(change: TextChange): string;
  /** Gives the functions of a file back what they had. @param path Absolute. */
  revert(path: string): string;
  /** Reads the outcome of one of these; undefined if the result is no answer. */
  decode(result: string): PatchOutcome | undefined;
}
