import { oneLine } from '../../plain-text.ts';
import type { SectionLine } from '../../sections.ts';

const MAX_SIDE_CHARS = 160;

interface SidesOf {
  /** The thing that both sides have; empty if the line before names it. */
  readonly what: string;
  readonly otherName: string;
  readonly tier: number;
}

/** The same thing in both runs, a line each; nothing where they are alike. */
export function sides({ what, otherName, tier }: SidesOf, here: string, there: string): SectionLine[] {
  if (here === there) return [];
  const label = what === '' ? '' : ` ${what}`;
  const other = otherName.replace(/^the /, '');
  return [
    { text: oneLine(`  this run${label}: ${here}`, MAX_SIDE_CHARS), tier },
    { text: oneLine(`  ${other}${label}: ${there}`, MAX_SIDE_CHARS), tier },
  ];
}
