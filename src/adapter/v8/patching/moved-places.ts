import { type ExactPosition, SourceLines } from '../source/source-lines.ts';
import type { Span } from './plan-patch.ts';

/** The longest function whose lines are compared; longer ones keep their lines by number alone. */
const MAX_COMPARED_LINES = 1_500;

/**
 * Maps the places of a text to another text that differs in one part.
 *
 * Lines inside of that part are found again by what stands on them; one that was changed is the one in its stead, and one that was
 * taken out, the next.
 */
export function movedPlaces(old: string, span: Span, text: string): (place: ExactPosition) => ExactPosition {
  const now = old.slice(0, span.start) + text + old.slice(span.end);
  const [oldLines, newLines] = [new SourceLines(old), new SourceLines(now)];
  const [first, last] = [oldLines.positionOf(span.start), oldLines.positionOf(span.end)];
  const end = newLines.positionOf(span.start + text.length);
  const inside = lineMap(linesOf(old, oldLines, first, last), linesOf(now, newLines, first, end));
  return ({ lineNumber, columnNumber }) => {
    const isBefore =
      lineNumber < first.lineNumber || (lineNumber === first.lineNumber && columnNumber < first.columnNumber);
    if (isBefore) return { lineNumber, columnNumber };
    if (lineNumber > last.lineNumber)
      return { lineNumber: lineNumber + end.lineNumber - last.lineNumber, columnNumber };
    if (lineNumber === last.lineNumber && columnNumber >= last.columnNumber)
      return { lineNumber: end.lineNumber, columnNumber: columnNumber + end.columnNumber - last.columnNumber };
    const found = inside[lineNumber - first.lineNumber] ?? { line: 0, isSame: false };
    const moved = first.lineNumber + found.line;
    // On the line of the head, what the function begins with comes first.
    const isHead = moved === first.lineNumber && lineNumber !== first.lineNumber;
    return { lineNumber: moved, columnNumber: found.isSame ? columnNumber : isHead ? first.columnNumber : 0 };
  };
}

function linesOf(text: string, lines: SourceLines, first: ExactPosition, last: ExactPosition): string[] {
  const found: string[] = [];
  for (let line = first.lineNumber; line <= last.lineNumber; line++) {
    const range = lines.range(line);
    found.push(range ? text.slice(range.start, range.end).trimEnd() : '');
  }
  return found;
}

interface MovedLine {
  readonly line: number;
  /** The same characters stand on it. */
  readonly isSame: boolean;
}

/** For each of the old lines, the new one. */
function lineMap(old: readonly string[], now: readonly string[]): readonly MovedLine[] {
  const same =
    Math.max(old.length, now.length) <= MAX_COMPARED_LINES ? commonLines(old, now) : new Map<number, number>();
  let before = { old: -1, now: -1 };
  return old.map((_, index) => {
    const found = same.get(index);
    if (found !== undefined) {
      before = { old: index, now: found };
      return { line: found, isSame: old[index] === now[found] };
    }
    const next = nextSame(same, index, old.length) ?? now.length;
    const inStead = Math.min(before.now + index - before.old, next - 1);
    const line = Math.min(inStead > before.now ? inStead : next, now.length - 1);
    return { line: Math.max(0, line), isSame: old[index] === now[line] };
  });
}

function nextSame(same: ReadonlyMap<number, number>, from: number, end: number): number | undefined {
  for (let index = from; index < end; index++) if (same.has(index)) return same.get(index);
  return undefined;
}

/** The longest row of lines that both texts have, blanks at their ends aside. */
function commonLines(old: readonly string[], now: readonly string[]): Map<number, number> {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const isSame = (i: number, j: number) => old[i]?.trim() === now[j]?.trim();
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const [below, right] = [lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0];
      lengths[i * width + j] = isSame(i, j) ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(below, right);
    }
  }
  const found = new Map<number, number>();
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    const [below, right] = [lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0];
    if (isSame(i, j)) found.set(i++, j++);
    else if (below >= right) i++;
    else j++;
  }
  return found;
}
