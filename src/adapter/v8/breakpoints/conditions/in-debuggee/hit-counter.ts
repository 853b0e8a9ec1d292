/** The holder of the counts; it has no prototype, on which a program may have put setters. */
interface Holder {
  [id: number]: number;
}

/** Counts a pass and gives its number. Runs in the debuggee, from its own source text, within a condition. */
export const countPass = (h: Holder, id: number): number => (h[id] = (h[id] ?? 0) + 1);

/** Forgets the passes that were counted. Runs in the debuggee, from its own source text. */
export const forgetPasses = (h: Holder, id: number): boolean => delete h[id];
