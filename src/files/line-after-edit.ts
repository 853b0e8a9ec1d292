/**
 * The number that a line has after an edit: the line moves with the text before or behind the edit, and a line in between moves
 * with its statement.
 *
 * @param line 1-based.
 * @returns undefined where its statement is not there any more
 */
export function lineAfterEdit(before: readonly string[], after: readonly string[], line: number): number | undefined {
  const same = commonStart(before, after);
  if (line <= same) return line;
  const most = Math.min(before.length, after.length) - same;
  const sameAtEnd = Math.min(most, commonStart(before.toReversed(), after.toReversed()));
  if (line > before.length - sameAtEnd) return line + after.length - before.length;
  const statement = compact(before[line - 1]);
  if (statement === '') return undefined;
  const found = after.flatMap((text, index) => {
    const isEdited = index >= same && index < after.length - sameAtEnd;
    return isEdited && compact(text) === statement ? [index + 1] : [];
  });
  // Of several lines with the same text, the one among the same neighbours, then the nearest.
  const likeness = (each: number) =>
    Number(neighbour(before, line, -1) === neighbour(after, each, -1)) +
    Number(neighbour(before, line, 1) === neighbour(after, each, 1));
  const byLikeness = found.toSorted((a, b) => likeness(b) - likeness(a) || Math.abs(a - line) - Math.abs(b - line));
  return byLikeness[0];
}

function commonStart(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  for (let index = 0; index < most; index++) if (before[index] !== after[index]) return index;
  return most;
}

/** The nearest line above or below that is not empty. */
function neighbour(lines: readonly string[], line: number, step: 1 | -1): string {
  for (let index = line - 1 + step; index >= 0 && index < lines.length; index += step) {
    const text = compact(lines[index]);
    if (text !== '') return text;
  }
  return '';
}

function compact(text: string | undefined): string {
  return text?.replace(/\s+/g, '') ?? '';
}
