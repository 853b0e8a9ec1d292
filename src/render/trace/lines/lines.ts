import type { ShownFile, TracedLine } from '../../../model/trace/trace-report.ts';
import { displayPath, type PathContext } from '../../paths.ts';
import { counted, oneLine } from '../../plain-text.ts';
import { layOut, type Section } from '../../sections.ts';
import { type NextCall, NO_QUESTION, type Rendered } from '../next-call.ts';
import { gapRows, sourceAt, UNRUN } from './line-gaps.ts';
import { isInside } from './line-ranges.ts';

const MAX_NAMES = 8;
const MAX_HOTTEST = 5;
/** The least count of a hot line: code that ran less often takes no time worth naming. */
const LEAST_HOT = 10;

/** `isPartial`: not all of the run was seen. */
export type CountedContext = PathContext & { readonly isPartial: boolean };

/** The words for what ran, and for what has no count. */
export interface CountWords {
  readonly ran: string;
  readonly unrun: string;
  readonly uncalled: string;
  readonly untaken: string;
}

const KNOWN: CountWords = {
  ran: 'ran',
  unrun: UNRUN,
  uncalled: 'never called',
  untaken: 'never took one of the ways',
};
const SEEN: CountWords = {
  ran: 'seen to run',
  unrun: 'not seen to run',
  uncalled: 'not seen to be called',
  untaken: 'not seen to take one of the ways',
};

/** @param isPartial as in {@link CountedContext} */
export function wordsFor(isPartial: boolean): CountWords {
  return isPartial ? SEEN : KNOWN;
}

/**
 * The coverage of each file: lines that did not run in code that was entered, branches that went one way, functions that were not
 * called.
 */
export function renderLines(
  files: readonly ShownFile[],
  { cwd, isPartial }: CountedContext,
  budgetTokens: number,
): Rendered {
  const context = { cwd };
  const words = wordsFor(isPartial);
  const sections = files.map((file, rank) => fileSection(file, { rank, words }, context));
  const text = layOut(headline(files, words), [...sections, hottest(files, context)], budgetTokens);
  return { text, next: nextOf(files, context) };
}

/** `3 files, 41 of 58 lines with code ran; 2 functions never called; 5 of 14 branches left a way out`. */
export function headline(files: readonly ShownFile[], words: CountWords): string {
  const lines = files.flatMap((file) => file.lines);
  const functions = files.flatMap((file) => file.functions);
  const branches = files.flatMap((file) => file.branches).filter(({ ways }) => ways.some(({ count }) => count > 0));
  const oneWay = branches.filter(({ ways }) => ways.length > 1 && ways.some(({ count }) => count === 0));
  const parts = [
    `${counted(files.length, 'file')} loaded: ${lines.filter(({ count }) => count > 0).length} of ${counted(lines.length, 'line')} with code ${words.ran}`,
    `${functions.filter(({ calls }) => calls === 0).length} of ${counted(functions.length, 'function')} ${words.uncalled}`,
    `${counted(oneWay.length, 'branch').replace(/branchs$/, 'branches')} ${words.untaken}`,
  ];
  return `${parts.join('; ')}.`;
}

function fileSection(
  file: ShownFile,
  { rank, words }: { readonly rank: number; readonly words: CountWords },
  context: PathContext,
): Section {
  const ran = file.lines.filter(({ count }) => count > 0).length;
  const names = uncalledNames(file);
  const named = names.length > 0 ? `; ${words.uncalled}: ${names.join(', ')}` : '';
  const title = `${displayPath(file.path, context)}: ${ran} of ${counted(file.lines.length, 'line')} ${words.ran}${named}`;
  const rows = gapRows(file, rank, words.unrun);
  return {
    lines: [{ text: title, tier: 1.2 + rank / 20 }, ...rows],
    note: ({ lines: left }) => (left > 0 && left <= rows.length ? `  … ${left} more in it` : undefined),
  };
}

/** Functions that were not called, without those inside of them, and without functions that have no name. */
function uncalledNames({ functions }: ShownFile): string[] {
  const uncalled = functions.filter(({ calls }) => calls === 0);
  const outer = uncalled.filter((each) => !uncalled.some((other) => isInside(each, other)));
  const named = outer.filter(({ name }) => !name.startsWith('('));
  const names = named.slice(0, MAX_NAMES).map(({ name, line }) => `${oneLine(name, 40)}:${line}`);
  const more = outer.length - names.length;
  return more > 0
    ? [...names, `${names.length > 0 ? '… ' : ''}${more} ${names.length > 0 ? 'more' : 'without a name'}`]
    : names;
}

function hottest(files: readonly ShownFile[], context: PathContext): Section {
  const all = files.flatMap((file) => file.lines.map((line): readonly [ShownFile, TracedLine] => [file, line]));
  const hot = all.filter(([, { count }]) => count >= LEAST_HOT).sort(([, a], [, b]) => b.count - a.count);
  const lines = hot.slice(0, MAX_HOTTEST).map(([file, line], index) => {
    const text = `  ${displayPath(file.path, context)}:${line.line} ${line.count}×: ${sourceAt(file, line.line)}`;
    return { text, tier: 1.4 + index / 10 };
  });
  return lines.length > 0 ? { title: 'Most often:', lines } : { lines };
}

/** The call that shows more. */
/** The file of which most is worth a look. */
function nextOf([first]: readonly ShownFile[], context: PathContext): NextCall | undefined {
  if (!first) return undefined;
  const change = { ...NO_QUESTION, mode: 'lines', file: displayPath(first.path, context) };
  return { shows: 'the counts beside each line', change };
}
