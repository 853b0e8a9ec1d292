/** Identifies a test over several runs. */
export interface TestName {
  /** Names of the suites around it and its own, joined by ` > `; for a file, its path. */
  readonly name: string;
  /** Absolute. */
  readonly file?: string;
}

/**
 * The relation of a failure to that of the same test in the run before. `same`: the same statement failed with the same message.
 * `other values`: the same statement, with another message; of it, the first line that differs. `other place`: another statement.
 * `new`: the test passed then. `added`: it was not there then, or did not run.
 */
export type FailureSince =
  | { readonly kind: 'same' }
  | { readonly kind: 'other values'; readonly before: string; readonly now: string }
  | { readonly kind: 'other place'; readonly before: string; readonly statement?: string }
  | { readonly kind: 'new' }
  | { readonly kind: 'added' };

/** A run beside the one before it of the same command. */
export interface TestsSince {
  /** Between the ends of the two. */
  readonly agoMs: number;
  /** Failed then, and pass now. */
  readonly fixed: readonly TestName[];
  /** Failed then, and are skipped now. */
  readonly skipped: readonly TestName[];
  /** Failed then, and did not run now, although the run came to its end. */
  readonly gone: readonly TestName[];
  /** The comparison of each failure of this run, in its order. */
  readonly failures: readonly FailureSince[];
}
