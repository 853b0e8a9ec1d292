import type { TestFailure } from '../../../model/tests/test-report.ts';
import type { CodePart } from './code-parts.ts';
import { foldParts } from './fold-parts.ts';
import type { CountedPart, PartGroup } from './rank-parts.ts';

const MAX_SUSPECTS = 5;
/** The least share of the best part's score; a less likely part would only be noise beside it. */
const LEAST_SHARE = 0.75;

/** Facts that decide between parts that the same tests ran. */
export interface Hints {
  /** Every part of the code. */
  readonly all: readonly CodePart[];
  readonly failures: readonly TestFailure[];
  /** True if a line differs from the last commit. */
  isChanged(path: string, line: number): boolean;
}

/**
 * The suspects of a ranking, the likeliest first: whole groups, as long as there are few enough, or what of them was changed. None where the
 * ranking says nothing that the failure does not.
 */
export function chooseSuspects(ranked: readonly PartGroup[], hints: Hints): CountedPart[] {
  const chosen: CountedPart[] = [];
  const [best] = ranked;
  for (const { parts, score } of ranked) {
    if (best === undefined || score < best.score * LEAST_SHARE) break;
    const ranges = foldParts(parts, hints.all);
    const room = MAX_SUSPECTS - chosen.length;
    const fitting = ranges.length <= room ? ranges : ranges.filter((each) => changedPart(each, hints));
    if (fitting.length === 0 || fitting.length > room) break;
    chosen.push(...inOrder(fitting, hints));
    if (fitting.length < ranges.length) break;
  }
  return isFailureItself(chosen, hints) ? [] : chosen;
}

/** The lines of a range that were changed, from the first to the last of them; undefined where none was. */
export function changedPart<T extends CodePart>(range: T, { isChanged }: Pick<Hints, 'isChanged'>): T | undefined {
  const { path, line, endLine } = range;
  const changed = Array.from({ length: endLine - line + 1 }, (_, index) => line + index).filter((each) =>
    isChanged(path, each),
  );
  const [first, last] = [changed[0], changed.at(-1)];
  return first === undefined || last === undefined ? undefined : { ...range, line: first, endLine: last };
}

/** Sorts parts: changed ones first, then those near the place where the tests failed. */
function inOrder(ranges: readonly CountedPart[], hints: Hints): CountedPart[] {
  const rankOf = (each: CountedPart) => (changedPart(each, hints) ? 0 : 1) + nearness(each, hints.failures);
  const ranks = new Map(ranges.map((each) => [each, rankOf(each)]));
  return [...ranges].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** From 0, at the line of a call that led to a failure, to 1. */
function nearness({ path, line, endLine }: CodePart, failures: readonly TestFailure[]): number {
  const frames = failures.flatMap(({ error }) => error.stack.filter(({ location }) => location.path === path));
  const distances = frames.map(({ location }) => Math.max(0, line - location.line, location.line - endLine));
  const least = Math.min(...distances);
  return Number.isFinite(least) ? least / (least + 1) : 1;
}

/** True if the only part is the place of the failure, which the report names already. */
function isFailureItself(chosen: readonly CountedPart[], { failures }: Hints): boolean {
  const [only, ...more] = chosen;
  if (only === undefined || more.length > 0 || only.endLine > only.line) return false;
  return failures.some(({ site, error }) => {
    const place = site.kind === 'seen' ? site.location : error.stack[0]?.location;
    return place?.path === only.path && place.line === only.line;
  });
}
