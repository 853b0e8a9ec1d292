import type { CountedBranch, CountedFunction, ShownFile, TracedLine } from '../../../model/trace/trace-report.ts';
import { displayPath, type PathContext } from '../../paths.ts';
import { counted, oneLine } from '../../plain-text.ts';
import { layOut, type Section, type SectionLine } from '../../sections.ts';
import { type NextCall, NO_QUESTION, type Rendered } from '../next-call.ts';
import { isInside, waysText } from './line-ranges.ts';
import { type CountedContext, headline, wordsFor } from './lines.ts';

const MAX_SOURCE_CHARS = 90;
const MAX_ROW_CHARS = 150;
/** Lines that say nothing beside those around them. */
const EMPTY = /^[\s{}()[\];,]*$|^\s*(\/\/|#|\*|\/\*)/;

/** The written lines of what was asked for, each with how often it ran and which way its branches went. */
export function renderListing(
  files: readonly ShownFile[],
  { cwd, isPartial, isFunction }: CountedContext & { readonly isFunction: boolean },
  budgetTokens: number,
): Rendered {
  const words = wordsFor(isPartial);
  const { uncalled } = words;
  const sections = files.flatMap((file) =>
    isFunction ? functionSections(file, uncalled, { cwd }) : [fileSection(file, uncalled, { cwd })],
  );
  const text = layOut(isFunction ? undefined : headline(files, words), sections, budgetTokens);
  return { text, next: nextOf(files, { cwd, isFunction }) };
}

/** The call that shows one call of a function, or of a file's most called function. */
function nextOf(
  files: readonly ShownFile[],
  { cwd, isFunction }: PathContext & { readonly isFunction: boolean },
): NextCall | undefined {
  if (isFunction) return { shows: 'one call of it, line by line', change: { mode: 'frame' } };
  const all = files.flatMap(({ path, functions }) => functions.map((each) => ({ path, ...each })));
  const [most] = all.sort((one, other) => other.calls - one.calls);
  if (!most || most.calls === 0) return undefined;
  const change = { ...NO_QUESTION, file: displayPath(most.path, { cwd }), line: most.line };
  return { shows: `one call of ${oneLine(most.name, 60)}`, change };
}

/** The sections of the functions that are in no other of them. */
function functionSections(file: ShownFile, uncalled: string, context: PathContext): Section[] {
  const outer = file.functions.filter(
    (each) => !file.functions.some((other) => other !== each && isInside(each, other)),
  );
  return outer.map((each) => {
    const place = `${displayPath(file.path, context)}:${each.line}`;
    const calls = each.calls === 0 ? uncalled : `called ${counted(each.calls, 'time')}`;
    const title = { text: `${oneLine(each.name, 80)}() ${place}, ${calls}`, tier: 0 };
    return section(file, { from: each.line, to: each.endLine, title, whole: each, uncalled });
  });
}

function fileSection(file: ShownFile, uncalled: string, context: PathContext): Section {
  const title = { text: displayPath(file.path, context), tier: 0 };
  const last = Math.max(file.source.length, ...file.lines.map(({ endLine }) => endLine), 0);
  return section(file, { from: 1, to: last, title, whole: undefined, uncalled });
}

function section(
  file: ShownFile,
  {
    from,
    to,
    title,
    whole,
    uncalled,
  }: {
    readonly from: number;
    readonly to: number;
    readonly title: SectionLine;
    readonly whole: CountedFunction | undefined;
    /** The words for a function that has no call. */
    readonly uncalled: string;
  },
): Section {
  const lines = new Map(file.lines.map((each) => [each.line, each]));
  const width = String(to).length;
  const rows: SectionLine[] = [title];
  for (let number = from; number <= to; number++) {
    const folded = file.functions.find(
      (each) => each !== whole && each.calls === 0 && each.line === number && isWorthFolding(each, number),
    );
    if (folded) {
      const range = `${folded.line}-${folded.endLine}`;
      rows.push({
        text: `${' '.repeat(6)}-  ${range.padStart(width)}  ${oneLine(folded.name, 60)}() ${uncalled}`,
        tier: 2,
      });
      number = folded.endLine;
      continue;
    }
    rows.push(...lineRow(file, lines.get(number), number, width));
  }
  return {
    lines: rows,
    note: ({ lines: left }) =>
      left > 0 ? `… ${counted(left, 'line')} left out; function: "name()" shows those of one function` : undefined,
  };
}

function isWorthFolding({ line, endLine }: CountedFunction, number: number): boolean {
  return line === number && endLine > line + 1;
}

function lineRow(file: ShownFile, counts: TracedLine | undefined, number: number, width: number): SectionLine[] {
  const written = file.source[number - 1] ?? '';
  const branches = file.branches.filter(({ line }) => line === number);
  if (!counts && EMPTY.test(written)) return [];
  const count = counts === undefined ? '' : counts.count === 0 ? '-' : `${counts.count}×`;
  const indent = ' '.repeat(Math.floor((/^\s*/.exec(written)?.[0].replaceAll('\t', '    ').length ?? 0) / 2));
  const left = counts && counts.unfinished > 0 ? [`not finished ${counts.unfinished}×`] : [];
  const facts = [...left, ...branches.map((each) => branchText(each, branches.length > 1))].join('; ');
  const source = oneLine(written.trim(), MAX_SOURCE_CHARS);
  const text = `${count.padStart(7)}  ${String(number).padStart(width)}  ${indent}${source}${facts === '' ? '' : `  | ${facts}`}`;
  return [{ text: oneLine(text.trimEnd(), MAX_ROW_CHARS), tier: tierOf(counts, branches) }];
}

/** The tier of a line: code that did not run, and decisions, come before lines that ran straight through. */
function tierOf(counts: TracedLine | undefined, branches: readonly CountedBranch[]): number {
  if (branches.some(({ ways }) => ways.some(({ count }) => count === 0))) return 1;
  if (counts && counts.unfinished > 0) return 1;
  if (counts?.count === 0) return 1.5;
  if (counts === undefined) return 3;
  return branches.length > 0 ? 1.8 : 2;
}

function branchText(branch: CountedBranch, isOneOfSeveral: boolean): string {
  return isOneOfSeveral ? `${oneLine(branch.what, 40)} ${waysText(branch)}` : waysText(branch);
}
