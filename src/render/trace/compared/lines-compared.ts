import type { CountedFunction, ShownFile, TraceComparison, TracedFile } from '../../../model/trace/trace-report.ts';
import { displayPath, type PathContext } from '../../paths.ts';
import { counted, oneLine } from '../../plain-text.ts';
import { layOut, type Section, type SectionLine } from '../../sections.ts';
import { sourceAt } from '../lines/line-gaps.ts';
import { rangesOf, rangeText, waysText } from '../lines/line-ranges.ts';
import { NO_QUESTION, type Rendered } from '../next-call.ts';

/** The same files in two runs. */
export type LinesComparedView = Extract<TraceComparison, { of: 'lines' }>;
type Pair = LinesComparedView['files'][number];

const MAX_NAMES = 8;

/** The code that ran in one of two runs only, and the code that ran more often in one of them. */
export function renderLinesCompared(
  { files, otherEnded, otherName }: LinesComparedView,
  context: PathContext,
  budgetTokens: number,
): Rendered {
  const sections = files.flatMap((pair, rank) => pairSection(pair, rank, context));
  const ended = { lines: [{ text: endedText(otherEnded, otherName), tier: 0 }] };
  const text = layOut(headline(files, otherName), [...sections, ended], budgetTokens);
  const [first] = files;
  const change = { ...NO_QUESTION, mode: 'lines', file: first && displayPath(first.one.path, context) };
  return { text, next: first && { shows: 'the counts beside each line', change } };
}

function headline(files: readonly Pair[], otherName: string): string {
  const all = files.flatMap(({ one, other }) => pairsOf(one, other));
  const here = all.filter(([a, b]) => a > 0 && b === 0).length;
  const there = all.filter(([a, b]) => a === 0 && b > 0).length;
  const differ = all.filter(([a, b]) => a !== b && a > 0 && b > 0).length;
  const same = all.filter(([a, b]) => a === b && a > 0).length;
  if (here + there + differ === 0) return `Both runs ran the same lines equally often: ${counted(same, 'line')}.`;
  return `${counted(here, 'line')} ran only in this run, ${there} only in ${otherName}; ${differ} ran in both, but not equally often; ${same} did.`;
}

function pairsOf(one: TracedFile, other: TracedFile): (readonly [number, number])[] {
  const there = new Map(other.lines.map(({ line, count }) => [line, count]));
  return one.lines.map(({ line, count }) => [count, there.get(line) ?? 0]);
}

function pairSection({ one, other }: Pair, rank: number, context: PathContext): Section[] {
  const names = functionRows(one, other);
  const rows = [...names, ...unfinishedRows(one, other), ...rangeRows(one, other), ...branchRows(one, other)];
  if (rows.length === 0) return [];
  const title = { text: displayPath(one.path, context), tier: 1 + rank / 20 };
  return [
    {
      lines: [title, ...rows.map((each) => ({ ...each, tier: each.tier + rank / 20 }))],
      note: ({ lines: left }) =>
        left > 0 ? `  … ${left} more; file: "${displayPath(one.path, context)}" shows this one alone` : undefined,
    },
  ];
}

/** The statements that an error left in one run and not in the other. */
function unfinishedRows(one: ShownFile, other: TracedFile): SectionLine[] {
  const there = new Map(other.lines.map((each) => [each.line, each.unfinished]));
  return one.lines.flatMap(({ line, unfinished }) => {
    const elsewhere = there.get(line) ?? 0;
    if (unfinished === elsewhere) return [];
    const text = `  ${line} not finished ${unfinished}× here, ${elsewhere}× there: ${sourceAt(one, line)}`;
    return [{ text, tier: 1.05 }];
  });
}

/** Functions that one run called and the other did not: their lines say no more. */
function functionRows(one: TracedFile, other: TracedFile): SectionLine[] {
  const row = (what: string, all: readonly CountedFunction[]): SectionLine[] => {
    if (all.length === 0) return [];
    const names = all.slice(0, MAX_NAMES).map(({ name, line, calls }) => `${oneLine(name, 40)}:${line} (${calls}×)`);
    const more = all.length > names.length ? `, … ${all.length - names.length} more` : '';
    return [{ text: `  ${what}: ${names.join(', ')}${more}`, tier: 1.1 }];
  };
  const [here, there] = [calledOnlyIn(one, other), calledOnlyIn(other, one)];
  return [...row('called only here', here), ...row('called only there', there)];
}

function calledOnlyIn(one: TracedFile, other: TracedFile): CountedFunction[] {
  const there = new Map(other.functions.map(({ key, calls }) => [key, calls]));
  return one.functions.filter(({ key, calls }) => calls > 0 && (there.get(key) ?? 0) === 0);
}

type Kind = 'here' | 'there' | `${number} ${number}`;

function rangeRows(one: ShownFile, other: TracedFile): SectionLine[] {
  const there = new Map(other.lines.map(({ line, count }) => [line, count]));
  const elsewhere = new Set([...calledOnlyIn(one, other), ...calledOnlyIn(other, one)].map(({ key }) => key));
  const ranges = rangesOf(one.lines, ({ line, count, within }): Kind | undefined => {
    const otherCount = there.get(line) ?? 0;
    if (count === otherCount || (within !== undefined && elsewhere.has(within))) return undefined;
    if (otherCount === 0) return 'here';
    return count === 0 ? 'there' : `${count} ${otherCount}`;
  });
  return ranges.map((range, index) => {
    const { first, kind } = range;
    const [here, otherCount] = [first.count, there.get(first.line) ?? 0];
    const what =
      kind === 'here'
        ? `only here (${here}×)`
        : kind === 'there'
          ? `only there (${otherCount}×)`
          : `${here}× here, ${otherCount}× there`;
    const tier = (kind === 'here' || kind === 'there' ? 1.2 : 2) + index / 100;
    return { text: `  ${rangeText(range, false)} ${what}: ${sourceAt(one, first.line)}`, tier };
  });
}

/** Ways within a line: no line of their own says that they were taken. */
function branchRows(one: TracedFile, other: TracedFile): SectionLine[] {
  const there = new Map(other.branches.map((each) => [`${each.line} ${each.what}`, each]));
  return one.branches.flatMap((branch) => {
    const elsewhere = there.get(`${branch.line} ${branch.what}`);
    if (!elsewhere || branch.ways.length < 2) return [];
    const isOther = branch.ways.some(({ count }, index) => count > 0 !== (elsewhere.ways[index]?.count ?? 0) > 0);
    if (!isOther || [branch, elsewhere].some(({ ways }) => ways.every(({ count }) => count === 0))) return [];
    const text = `  ${branch.line} ${oneLine(branch.what, 60)}: here ${waysText(branch)}; there ${waysText(elsewhere)}`;
    return [{ text, tier: 1.15 }];
  });
}

function endedText(ended: LinesComparedView['otherEnded'], otherName: string): string {
  const name = `${otherName.charAt(0).toUpperCase()}${otherName.slice(1)}`;
  if (ended.kind === 'running') return `${name} did not end in time; what it recorded until then is compared.`;
  if (ended.signal !== null) return `${name} was ended by ${ended.signal}.`;
  return `${name} ended with exit code ${ended.exitCode}; this one:`;
}
