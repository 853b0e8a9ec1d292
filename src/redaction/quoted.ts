/**
 * A quoted value of one line, or as much of it as a cut has left (`"Tr0ub…`): a quote that is neither closed nor cut on its line is no
 * quote of a value. Python has letters before some of its quotes.
 */
export const QUOTED =
  /(?:[bBuUrRfF]|[bB][rR]|[rR][bBfF]|[fF][rR])?(["'`])((?:\\[^\r\n…]|(?!\1)[^\\\r\n…]|…(?![\s"'`,;)}\]]|$))*)(\1|\\?…\1?|\\?$)/y;

/** @param pattern A sticky one. */
export function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}
