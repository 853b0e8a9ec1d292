/** The comparison of an assertion: the place where the two values differ first. */
export interface ComparedValues {
  /** The path from the value that was compared: `.items[2].price`; empty for that value itself. */
  readonly path: string;
  /** Absent where there is nothing at that place. */
  readonly actual?: ComparedValue;
  /** Absent where nothing is expected there, or it is not known what. */
  readonly expected?: ComparedValue;
  /**
   * The whole of the object that is at that place in the actual value, or that has something there or lacks it; as it is described to whom
   * looks for it in a traced run. Absent for primitives, and where nothing of it is known.
   */
  readonly within?: string;
}

/** A value in one line, described as it was when the assertion failed. */
export interface ComparedValue {
  /** As the language writes it: `36`, `"Ada"`, `{ id: 1 }`. */
  readonly text: string;
  /** The language's word for its kind. */
  readonly type: string;
}
