/** More lines than these, after what is alike at both ends, are compared by their places. */
const MAX_COMPARED = 1_500;

/** Maps a line of a text to a line of another; undefined for a line that the other text does not have. Lines are 1-based. */
export type LineMap = (line: number) => number | undefined;

/** Finds the lines of a file in an earlier or later state of it, by their text. What is not known is taken as it is. */
export function lineMap(from: readonly string[], to: readonly string[]): LineMap {
  if (from.length === 0 || to.length === 0) return (line) => line;
  const [a, b] = [from.map(bare), to.map(bare)];
  const shorter = Math.min(a.length, b.length);
  let begin = 0;
  while (begin < shorter && a[begin] === b[begin]) begin++;
  let end = 0;
  while (end < shorter - begin && a.at(-1 - end) === b.at(-1 - end)) end++;
  const middle = commonLines(a.slice(begin, a.length - end), b.slice(begin, b.length - end));
  const shift = b.length - a.length;
  return (line) => {
    if (line <= begin) return line;
    if (line > a.length - end) return line + shift;
    const found = middle?.get(line - 1 - begin);
    if (middle === undefined) return line;
    return found === undefined ? undefined : found + begin + 1;
  };
}

function bare(line: string): string {
  return line.trim();
}

/** The longest lines in common, in order: 0-based, from the first text to the second. Undefined where that takes too long. */
function commonLines(a: readonly string[], b: readonly string[]): Map<number, number> | undefined {
  if (a.length > MAX_COMPARED || b.length > MAX_COMPARED) return undefined;
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found = new Map<number, number>();
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) found.set(i++, j++);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
}
