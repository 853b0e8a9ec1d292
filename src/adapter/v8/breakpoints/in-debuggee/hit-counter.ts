/** Without a prototype, on which a program may have put setters. */
interface Switches {
  readonly __proto__?: null;
  [switchNumber: number]: boolean;
}

/** Where passes are counted, and which conditions are switched off; it has no prototype. */
interface Holder {
  off?: Switches;
  [id: number]: number;
}

/**
 * Counts a pass and gives its number. Runs in the debuggee, from its own source text, at each pass of a breakpoint: within a
 * condition, and so edited into a line of the program, for which it must be one line without a comment.
 */
export const countPass = (h: Holder, id: number): number => (h[id] = (h[id] ?? 0) + 1);

/** Switches a condition off and forgets the passes that were counted. Runs in the debuggee, from its own source text. */
export function retire(holder: Holder, id: number, switchNumber: number): void {
  const off: Switches = holder.off ?? { __proto__: null };
  off[switchNumber] = true;
  holder.off = off;
  delete holder[id];
}
