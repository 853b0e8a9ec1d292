import type { TraceRecord } from '../../model/trace/trace-record.ts';
import type { CountedBranch, CountedFunction, TracedFile, TracedLine } from '../../model/trace/trace-report.ts';
import { groupBy } from '../group-by.ts';

type Code = Extract<TraceRecord, { kind: 'code' }>;

/** The counts of each file, summed over all processes and workers. In the order of their paths. */
export function countedFiles(records: readonly (readonly TraceRecord[])[]): TracedFile[] {
  const all = groupBy(records.flatMap(filesOf), ({ path }) => path);
  return [...all.values()].map(merged).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files of one process, as often as their code was loaded. */
function filesOf(records: readonly TraceRecord[]): TracedFile[] {
  const counts = countsByText(records);
  return records.flatMap((record) => {
    if (record.kind !== 'code') return [];
    const byCounter = counts.get(record.text);
    return [fileOf(record, (counter) => byCounter?.get(counter) ?? 0)];
  });
}

/** The counters of each text, as they were written last. */
function countsByText(records: readonly TraceRecord[]): Map<number, Map<number, number>> {
  const found = new Map<number, Map<number, number>>();
  for (const record of records) {
    if (record.kind !== 'counts') continue;
    const counters = found.get(record.text) ?? new Map<number, number>();
    found.set(record.text, counters);
    const { values } = record;
    for (let at = 0; at + 1 < values.length; at += 2) counters.set(values[at] ?? 0, values[at + 1] ?? 0);
  }
  return found;
}

function fileOf(
  { path, functions, statements, branches, unfinished }: Code,
  countOf: (counter: number) => number,
): TracedFile {
  const counted = functions.map(({ name, line, endLine, counter }) => {
    return { key: `${line}:${name}`, name, line, endLine, calls: countOf(counter) };
  });
  return {
    path,
    functions: counted,
    lines: linesOf(statements, unfinished, counted, countOf),
    branches: branches.map(({ line, what, within, ways }) => ({
      line,
      what,
      within: counted[within]?.key,
      ways: ways.map(({ name, counter }) => ({ name, count: countOf(counter) })),
    })),
  };
}

/** The counts of lines: of several statements that begin on a line, the one that ran most is the line's. */
function linesOf(
  statements: Code['statements'],
  unfinished: Code['unfinished'],
  functions: readonly CountedFunction[],
  countOf: (counter: number) => number,
): TracedLine[] {
  const found = new Map<number, TracedLine>();
  const left = new Map<number, number>();
  for (const [line, counter] of unfinished) left.set(line, Math.max(left.get(line) ?? 0, countOf(counter)));
  for (const [line, endLine, counter, within] of statements) {
    const known = found.get(line);
    found.set(line, {
      line,
      endLine: Math.max(endLine, known?.endLine ?? 0),
      count: Math.max(countOf(counter), known?.count ?? 0),
      unfinished: left.get(line) ?? 0,
      // The first of them is the outermost.
      within: known ? known.within : functions[within]?.key,
    });
  }
  return [...found.values()];
}

function merged(files: readonly TracedFile[]): TracedFile {
  const functions = groupBy(
    files.flatMap((file) => numbered(file.functions, ({ key }) => key)),
    ({ id }) => id,
  );
  const lines = groupBy(
    files.flatMap((file) => file.lines),
    ({ line }) => line,
  );
  const branches = groupBy(
    files.flatMap((file) => numbered(file.branches, ({ line, what }) => `${line}:${what}`)),
    ({ id }) => id,
  );
  return {
    path: files[0]?.path ?? '',
    functions: [...functions.values()].flatMap((same) => summedFunction(same.map(({ item }) => item))).sort(byLine),
    lines: [...lines.values()].flatMap(summedLine).sort(byLine),
    branches: [...branches.values()].flatMap((same) => summedBranch(same.map(({ item }) => item))).sort(byLine),
  };
}

/** Things of one name in a file are told apart by their order. */
function numbered<T>(items: readonly T[], nameOf: (item: T) => string): { readonly id: string; readonly item: T }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return { id: `${name} ${number}`, item };
  });
}

const byLine = (a: { readonly line: number }, b: { readonly line: number }): number => a.line - b.line;
const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0);

function summedFunction(same: readonly CountedFunction[]): CountedFunction[] {
  const [first] = same;
  return first ? [{ ...first, calls: sum(same.map(({ calls }) => calls)) }] : [];
}

function summedLine(same: readonly TracedLine[]): TracedLine[] {
  const [first] = same;
  const endLine = Math.max(...same.map((each) => each.endLine));
  const unfinished = sum(same.map((each) => each.unfinished));
  return first ? [{ ...first, endLine, unfinished, count: sum(same.map(({ count }) => count)) }] : [];
}

function summedBranch(same: readonly CountedBranch[]): CountedBranch[] {
  const [first] = same;
  if (!first) return [];
  const ways = first.ways.map(({ name }, index) => {
    return { name, count: sum(same.map((each) => each.ways[index]?.count ?? 0)) };
  });
  return [{ ...first, ways }];
}
