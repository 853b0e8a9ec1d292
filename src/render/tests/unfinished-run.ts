import type { TestRunReport } from '../../model/tests/test-report.ts';
import { renderHang } from '../hang/hang.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { counted, cut, ending, oneLine } from '../plain-text.ts';
import type { Section } from '../sections.ts';
import { TIGHT } from './failure-widths.ts';

const MAX_PLACE_CHARS = 90;
const MAX_UNFINISHED = 5;
/** The number of these tests that are shown before anything but the failures. */
const FIRST_UNFINISHED = 2;
/** The hang's part of the answer, and the longest line of that part. */
const HANG_BUDGET_TOKENS = 350;
const MAX_HANG_CHARS = 400;

/** Tests that began and did not end. */
export function unfinishedSection({ unfinished }: TestRunReport, context: PathContext): Section {
  return {
    title: '\nBegun and not finished:',
    lines: unfinished.slice(-MAX_UNFINISHED).map(({ name, file }, at, { length }) => ({
      text: `  ${oneLine(name, TIGHT.name)}${file === undefined ? '' : `  in ${ending(displayPath(file, context), MAX_PLACE_CHARS)}`}`,
      // The last one that began is the likeliest to be the one that hangs.
      tier: at < length - FIRST_UNFINISHED ? 2.4 : 0,
    })),
  };
}

/** The reason why the run did not end. */
export function hangSection({ outcome }: TestRunReport, { cwd }: PathContext): Section {
  if (outcome.kind !== 'timed out' || outcome.hang === undefined) return { lines: [] };
  const hang = { ...outcome.hang, output: { chunks: [], omittedChars: 0 } };
  const lines = renderHang(hang, { cwd, budgetTokens: HANG_BUDGET_TOKENS }).split('\n');
  return {
    lines: lines
      .map((text) => cut(text, MAX_HANG_CHARS))
      .map((text, at) => ({ text: at === 0 ? `\n${text}` : `  ${text}`, tier: at === 0 ? 0 : 2.5 })),
    note: ({ lines: left }) => (left > 0 ? `  … ${counted(left, 'more line')}` : undefined),
  };
}
