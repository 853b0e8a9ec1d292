import { type ExactPosition, offsetIn } from '../source/source-lines.ts';

/** A text of a script, and the place behind the last character of the function that is its only difference to another one. */
export interface EndedText {
  readonly text: string;
  readonly end: ExactPosition;
}

/** Blanks that are never written: what stands between them and the end of a function is the same in both texts. */
const MARK = '\u2005\u205f\u2004';

/**
 * The texts to give to V8 one after the other, so that it finds a function again.
 *
 * V8 compares texts by itself: line by line, then character by character from the front, and takes the first `}` that fits for the one
 * at the end of the function (`{ return 1; }` → `{ if (a) { return 2; } return 1; }`). It then takes the function for another one: its
 * objects keep their old text, with the status Ok. A mark before that end keeps the two ends together.
 */
export function alignedSteps(from: EndedText, to: EndedText): readonly string[] {
  const [old, now] = [offsetIn(from.text, from.end) - 1, offsetIn(to.text, to.end) - 1];
  const last = from.text[old] ?? '';
  const isBracket = ')]}'.includes(last) && to.text[now] === last;
  const isMarked = [...MARK].some((each) => from.text.includes(each) || to.text.includes(each));
  if (!isBracket || isMarked) return [to.text];
  if (!differenceOf(from.text.slice(0, old), to.text.slice(0, now)).includes(last)) return [to.text];
  return [inserted(from.text, old), inserted(to.text, now), to.text];
}

function inserted(text: string, at: number): string {
  return text.slice(0, at) + MARK + text.slice(at);
}

/** The part that differs between two texts, from the first difference on to the last, in both. */
function differenceOf(a: string, b: string): string {
  const least = Math.min(a.length, b.length);
  let before = 0;
  while (before < least && a[before] === b[before]) before++;
  let after = 0;
  while (after < least - before && a.at(-1 - after) === b.at(-1 - after)) after++;
  return a.slice(before, a.length - after) + b.slice(before, b.length - after);
}
