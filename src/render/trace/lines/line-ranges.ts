import type { CountedBranch, CountedFunction, TracedFile, TracedLine } from '../../../model/trace/trace-report.ts';

/** Ways that were never taken, by their names. */
const MAX_NEVER = 4;

/** Lines with code that follow each other and are alike. */
export interface LineRange {
  readonly first: TracedLine;
  readonly last: TracedLine;
  /** Lines with code in it. */
  readonly lines: number;
}

/** Runs of lines that `kindOf` gives the same word for, without those that it gives none for. */
export function rangesOf<K>(
  lines: readonly TracedLine[],
  kindOf: (line: TracedLine) => K | undefined,
): (LineRange & { readonly kind: K })[] {
  const ranges: (LineRange & { readonly kind: K })[] = [];
  let open = false;
  for (const line of lines) {
    const kind = kindOf(line);
    const before = ranges.at(-1);
    if (kind !== undefined && open && before?.kind === kind && before.first.within === line.within) {
      ranges[ranges.length - 1] = { ...before, last: line, lines: before.lines + 1 };
    } else if (kind !== undefined) ranges.push({ first: line, last: line, lines: 1, kind });
    open = kind !== undefined;
  }
  return ranges;
}

/** `17`, `17-19`. */
export function rangeText({ first, last }: LineRange, withEnd: boolean): string {
  const end = withEnd ? Math.max(last.line, last.endLine) : last.line;
  return end > first.line ? `${first.line}-${end}` : `${first.line}`;
}

/** The functions of a file by their keys. */
export function functionsByKey({ functions }: TracedFile): ReadonlyMap<string, CountedFunction> {
  return new Map(functions.map((each) => [each.key, each]));
}

/** The ways of a branch, `true 4, false 0`; of a branch with many ways, those that were never taken. */
export function waysText({ ways }: CountedBranch): string {
  const never = ways.filter(({ count }) => count === 0);
  if (ways.length <= 4 || never.length === 0) return ways.map(({ name, count }) => `${name} ${count}`).join(', ');
  const names = never.slice(0, MAX_NEVER).map(({ name }) => name);
  if (never.length > names.length) names.push(`${never.length - names.length} more`);
  return `${ways.length - never.length} of ${ways.length} ways taken, never ${names.join(', ')}`;
}

/** True if a function is written in another one. */
export function isInside(inner: CountedFunction, outer: CountedFunction): boolean {
  return (
    outer.line <= inner.line &&
    inner.endLine <= outer.endLine &&
    outer.endLine - outer.line > inner.endLine - inner.line
  );
}
