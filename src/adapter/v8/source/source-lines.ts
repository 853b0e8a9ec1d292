/** Ends of lines as V8 and ECMAScript count them; a CR LF is one. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;

/** A place in a text, both numbers 0-based, as CDP counts. */
export interface ExactPosition {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Translates between offsets and 0-based line and column of one text. */
export class SourceLines {
  readonly #starts: number[] = [0];
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
    for (const match of text.matchAll(LINE_END)) this.#starts.push(match.index + match[0].length);
  }

  /** The start of a line and of the next; undefined past the end. */
  range(lineNumber: number): { readonly start: number; readonly end: number } | undefined {
    const start = this.#starts[lineNumber];
    return start === undefined ? undefined : { start, end: this.#starts[lineNumber + 1] ?? this.#length };
  }

  positionOf(offset: number): ExactPosition {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { lineNumber: low, columnNumber: offset - (this.#starts[low] ?? 0) };
  }
}

/** The offset of a place in a text, which is read no further than to its line; the text's end and more for a line behind it. */
export function offsetIn(text: string, { lineNumber, columnNumber }: ExactPosition): number {
  if (lineNumber === 0) return columnNumber;
  let line = 0;
  for (const match of text.matchAll(LINE_END))
    if (++line === lineNumber) return match.index + match[0].length + columnNumber;
  return text.length + columnNumber;
}
