import type { CountedBranch, ShownFile, TracedLine } from '../../../model/trace/trace-report.ts';
import { counted, oneLine } from '../../plain-text.ts';
import type { SectionLine } from '../../sections.ts';
import { functionsByKey, type LineRange, rangesOf, rangeText, waysText } from './line-ranges.ts';

const MAX_SOURCE_CHARS = 70;
const MAX_WHAT_CHARS = 80;
const MAX_NAME_CHARS = 60;
/** Statements of a check for bad input: such code is expected not to run. */
const REFUSAL = /^(throw|raise)\b/;

/** A row of a file, by the line that it is about. */
interface Gap {
  readonly line: number;
  readonly text: string;
  /** Worth less than others. */
  readonly isExpected: boolean;
}

/** The word for code that has not run. */
export const UNRUN = 'not run';

/** The code that did not run, or went one way only, in functions that were entered; and errors that were caught. */
export function gapRows(file: ShownFile, rank: number, unrun = UNRUN): SectionLine[] {
  const ranges = leftOut(file);
  const branches = file.branches.filter((each) => isEntered(file, each.within));
  const caught = branches.filter(isCatch);
  const oneWay = branches.filter((each) => !isCatch(each) && isOneWay(file, each));
  // What is only for errors is no gap.
  const free = ranges.filter(
    (range) => !caught.some((each) => each.ways.every(({ count }) => count === 0) && follows(range, each)),
  );
  const explained = new Map<LineRange, CountedBranch>();
  for (const branch of oneWay) {
    const range = free.find((each) => !explained.has(each) && follows(each, branch));
    if (range) explained.set(range, branch);
  }
  const left = file.lines.filter(({ unfinished }) => unfinished > 0);
  const origins = new Map(caught.map((branch) => [branch, originOf(branch, left)]));
  const caughtThere = new Set(origins.values());
  const gaps = [
    ...left.filter((line) => !caughtThere.has(line)).map((line) => unfinishedGap(file, line)),
    ...free.filter((range) => !explained.has(range)).map((range) => rangeGap(file, range, unrun)),
    ...oneWay.map((branch) =>
      branchGap(
        file,
        branch,
        free.find((range) => explained.get(range) === branch),
        unrun,
      ),
    ),
    ...caught.flatMap((branch) => caughtGap(file, branch, origins.get(branch))),
  ];
  gaps.sort((a, b) => a.line - b.line);
  return gaps.map(({ text, isExpected }, index) => {
    return { text, tier: (isExpected ? 3 : 1.5) + rank / 20 + index / 50 };
  });
}

/** True if the code around was entered at all. */
function isEntered(file: ShownFile, within: string | undefined): boolean {
  return within === undefined || (functionsByKey(file).get(within)?.calls ?? 0) > 0;
}

/** The lines that did not run in what was entered. */
function leftOut(file: ShownFile): LineRange[] {
  const called = new Set(file.functions.filter(({ calls }) => calls > 0).map(({ key }) => key));
  const isIn = (within: string | undefined) => within === undefined || called.has(within);
  return rangesOf(file.lines, ({ count, within }) => (count === 0 && isIn(within) ? 'left' : undefined));
}

function isCatch({ ways }: CountedBranch): boolean {
  return ways[0]?.name === 'caught';
}

/** True if one of a branch's ways was never taken, although the branch was reached. */
function isOneWay(file: ShownFile, { line, ways }: CountedBranch): boolean {
  if (ways.every(({ count }) => count > 0)) return false;
  if (ways.some(({ count }) => count > 0)) return true;
  return (file.lines.find((each) => each.line === line)?.count ?? 0) > 0;
}

/** A range that begins with what a branch leads to. */
function follows({ first }: LineRange, { line, within }: CountedBranch): boolean {
  return first.within === within && (first.line === line + 1 || first.line === line);
}

/** A line that an error left, or at which the program waits. */
function unfinishedGap(file: ShownFile, { line, count, unfinished }: TracedLine): Gap {
  const source = sourceAt(file, line);
  const text = `  ${line} not finished ${unfinished} of ${count}× (threw, or waits)${source === '' ? '' : `: ${source}`}`;
  return { line, text, isExpected: false };
}

function rangeGap(file: ShownFile, range: LineRange, unrun: string): Gap {
  const around = range.first.within === undefined ? undefined : functionsByKey(file).get(range.first.within);
  const place = around ? ` in ${oneLine(around.name, MAX_NAME_CHARS)}() (called ${around.calls}×)` : '';
  const source = sourceAt(file, range.first.line);
  const text = `  ${rangeText(range, true)} ${unrun}${place}${source === '' ? '' : `: ${source}`}`;
  return { line: range.first.line, text, isExpected: REFUSAL.test(source) };
}

function branchGap(file: ShownFile, branch: CountedBranch, range: LineRange | undefined, unrun: string): Gap {
  const what = `  ${branch.line} ${oneLine(branch.what, MAX_WHAT_CHARS)}: ${waysText(branch)}`;
  const source = range ? sourceAt(file, range.first.line) : '';
  const left = range ? `; ${rangeText(range, true)} ${unrun}${source === '' ? '' : `: ${source}`}` : '';
  return { line: branch.line, text: what + left, isExpected: REFUSAL.test(source) };
}

/** The line that was left as often as errors were caught: the nearest before. */
function originOf({ line, within, ways }: CountedBranch, left: readonly TracedLine[]): TracedLine | undefined {
  const caught = ways[0]?.count ?? 0;
  const before = left.filter((each) => each.line < line && each.within === within).at(-1);
  return before?.unfinished === caught ? before : undefined;
}

/** A fault may hide behind errors that were caught. */
function caughtGap(file: ShownFile, { line, what, ways }: CountedBranch, origin: TracedLine | undefined): Gap[] {
  const caught = ways[0]?.count ?? 0;
  if (caught === 0) return [];
  const from = origin ? `, thrown in ${origin.line} (ran ${origin.count}×): ${sourceAt(file, origin.line)}` : '';
  const text = `  ${line} ${oneLine(what, MAX_WHAT_CHARS)}: ${counted(caught, 'error')} caught${from}`;
  return [{ line, text, isExpected: false }];
}

/** The written text of a line. */
export function sourceAt({ source }: ShownFile, line: number): string {
  return oneLine(source[line - 1]?.trim() ?? '', MAX_SOURCE_CHARS);
}
