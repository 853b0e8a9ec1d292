import { groupBy } from '../../group-by.ts';
import type { CodePart } from './code-parts.ts';
import type { CountedPart } from './rank-parts.ts';

/** Lines of one function that follow each other and that the same tests ran, or a way of a branch. */
export interface PartRange extends CountedPart {}

/**
 * Joins the lines of a group that follow each other in a function, and leaves out ways of branches whose lines are there.
 *
 * @param group Parts that the same tests ran.
 * @param all Every part of the code: what does not run lies between others.
 */
export function foldParts(group: readonly CountedPart[], all: readonly CodePart[]): PartRange[] {
  const functions = groupBy(group, placeOf);
  return [...functions.values()].flatMap((parts) => {
    const lines = parts.filter(({ way }) => way === undefined);
    if (lines.length === 0) return parts;
    const [first] = lines;
    const others = all.filter((each) => first && each.way === undefined && placeOf(each) === placeOf(first));
    return rangesOf(lines, new Set(others.map(({ line }) => line)));
  });
}

function placeOf({ path, within }: CodePart): string {
  return `${path}\n${within}`;
}

function rangesOf(lines: readonly CountedPart[], all: ReadonlySet<number>): PartRange[] {
  const own = new Map(lines.map((each) => [each.line, each]));
  const ranges: CountedPart[] = [];
  let open: CountedPart | undefined;
  for (const line of [...all].sort((a, b) => a - b)) {
    const part = own.get(line);
    if (part === undefined) {
      if (open) ranges.push(open);
      open = undefined;
    } else open = open ? { ...open, endLine: part.endLine } : part;
  }
  return open ? [...ranges, open] : ranges;
}
