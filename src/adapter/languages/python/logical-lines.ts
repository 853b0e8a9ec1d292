/** A statement's header, or a simple statement, over all the physical lines that brackets, strings and backslashes join. */
export interface LogicalLine {
  /** 1-based, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Characters in front of its first one. */
  readonly indent: number;
}

const TOKEN =
  /(?<triple>"""|''')|(?<quote>["'])|(?<comment>#[^\n]*)|(?<open>[([{])|(?<close>[)\]}])|(?<joined>\\\r?\n)|(?<end>\n)|\S/g;

/** The logical lines of a Python text in their order; blank lines and comments are in none. What does not lex ends with the text. */
export function logicalLines(text: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  const newlines = new LineCounter(text);
  let depth = 0;
  let startOffset: number | undefined;
  const finish = (endOffset: number) => {
    if (startOffset === undefined) return;
    const startLine = newlines.lineOf(startOffset);
    const indent = startOffset - newlines.startOf(startLine);
    lines.push({ startLine, endLine: newlines.lineOf(endOffset), indent });
    startOffset = undefined;
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const { triple, quote, comment, open, close, joined, end } = match.groups ?? {};
    if (end !== undefined) {
      if (depth === 0) finish(match.index);
      continue;
    }
    if (comment !== undefined || joined !== undefined) continue;
    startOffset ??= match.index;
    if (open !== undefined) depth++;
    else if (close !== undefined) depth = Math.max(0, depth - 1);
    else if (triple !== undefined) TOKEN.lastIndex = endOfString(text, TOKEN.lastIndex, triple);
    else if (quote !== undefined) TOKEN.lastIndex = endOfString(text, TOKEN.lastIndex, quote);
  }
  finish(text.length);
  return lines;
}

/** The end of the string that begins at an offset: behind its quotes, or at the end of the line that must hold a short string. */
function endOfString(text: string, from: number, quotes: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(quotes, at)) return at + quotes.length;
    else if (text[at] === '\n' && quotes.length === 1) return at;
  }
  return text.length;
}

/** The lines of a text by offset. */
class LineCounter {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** The 1-based line of an offset. */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  startOf(line: number): number {
    return this.#starts[line - 1] ?? 0;
  }
}
