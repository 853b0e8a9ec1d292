const MAX_TEXTS = 20;

/** Texts of an answer, of which there may be any number: the first ones, and how many more there are. */
export function boundedTexts(texts: readonly string[]): string[] {
  if (texts.length <= MAX_TEXTS) return [...texts];
  return [...texts.slice(0, MAX_TEXTS), `… ${texts.length - MAX_TEXTS} more`];
}
