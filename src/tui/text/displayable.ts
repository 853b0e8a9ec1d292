import { oneLine } from '../../render/plain-text.ts';

const TAB = '  ';
/** Joiners, variation selectors, key caps, direction marks, tags and other characters without a width of their own. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\u20e3\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const SKIN_TONE = /[\u{1f3fb}-\u{1f3ff}]/gu;
/** Two of these are drawn as a flag by some terminals, as two letters in boxes by others. */
const REGIONAL_INDICATOR = /[\u{1f1e6}-\u{1f1ff}]/gu;
const FIRST_REGIONAL_INDICATOR = 0x1f1e6;
const PLAIN_ASCII = /^[\x20-\x7e]*$/;

/**
 * A text as one line of which every terminal agrees how wide it is: control characters escaped, and emoji that are put together
 * from several taken apart (a family into its people), because terminals differ in how many columns those take and a screen of
 * columns would break. Direction marks go, too: they could make a line read as something else.
 */
export function displayable(text: string): string {
  if (PLAIN_ASCII.test(text)) return text;
  return oneLine(text)
    .normalize('NFC')
    .replaceAll('\t', TAB)
    .replace(REGIONAL_INDICATOR, (char) =>
      String.fromCharCode(65 + (char.codePointAt(0) ?? 0) - FIRST_REGIONAL_INDICATOR),
    )
    .replace(INVISIBLE, '')
    .replace(SKIN_TONE, '');
}
