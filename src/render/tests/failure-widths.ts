/** The longest lines of a failure, in characters: of a few failures, more of each can be shown. */
export interface Widths {
  readonly name: number;
  readonly message: number;
  readonly value: number;
}

/** Widths of one or two failures. */
export const WIDE: Widths = { name: 200, message: 200, value: 400 };
/** Widths of more failures, and of those that are only named. */
export const TIGHT: Widths = { name: 90, message: 120, value: 110 };
const TIGHTEST: Widths = { name: 60, message: 80, value: 80 };
/** From so many on. */
const MANY_FAILURES = 3;

/** @param hasMore Whether there is what became of the failures of the run before, or a cause of several of them. */
export function widthsFor(failures: number, hasMore: boolean): Widths {
  if (failures < MANY_FAILURES) return WIDE;
  return hasMore ? TIGHTEST : TIGHT;
}
