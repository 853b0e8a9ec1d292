/** A piece of own code that tests ran which failed, and tests which passed did not, or seldom. */
export interface Suspect {
  /** Absolute. */
  readonly path: string;
  /** 1-based; of the written source. */
  readonly line: number;
  readonly endLine: number;
  /** The text of the first line, or the way of a branch: `if (total > 60) false`. */
  readonly text: string;
  /** The number of failed tests that ran the part. */
  readonly failed: number;
  /** The number of passed tests that ran the part. */
  readonly passed: number;
  /** True if a line of the part differs from the last commit. Unknown, and so false, where there is no repository. */
  readonly isChanged: boolean;
}

/** Code that failing tests ran and passing ones did not, by what ran in each test. */
export interface Suspects {
  /** The likeliest first; empty where it is known of too few tests what they ran. */
  readonly list: readonly Suspect[];
  /** Failed tests of which it is known what they ran. */
  readonly failed: number;
  /** Passed tests of which it is known. */
  readonly passed: number;
  /** Failed tests of which it is not known: they ran at once with others, in one process or thread. */
  readonly failedAtOnce: number;
  /** The same of tests in another language, of a command that runs both. */
  readonly others?: Suspects;
}
