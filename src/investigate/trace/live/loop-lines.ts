/** A statement that is a loop begins the line; `} while (…)` ends one. */
const LOOP = /^\s*(?:[\w$]+:\s*)?(?:async\s+)?(?:for|while|do)\b/;

/** The loops of a source text, by the indentation of its lines: enough to know of two lines that ran whether a pass lies between them. */
export class LoopLines {
  readonly #lines: readonly string[];

  /** @param lines The whole text, the first line first; empty where it is not known: there are no loops then. */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The text of a line, 1-based. */
  textOf(line: number): string {
    return this.#lines[line - 1] ?? '';
  }

  /** The names that statements of one word list: `global a, b`. */
  namesAfter(word: string): string[] {
    const statement = new RegExp(`^\\s*${word}\\s+([\\w\\s,]+)$`);
    return this.#lines.flatMap(
      (text) =>
        statement
          .exec(text)?.[1]
          ?.split(',')
          .map((name) => name.trim()) ?? [],
    );
  }

  isHead(line: number): boolean {
    return LOOP.test(this.textOf(line));
  }

  /** True if the head of a loop says itself how it goes on. */
  isCounting(line: number): boolean {
    return /^\s*(?:[\w$]+:\s*)?(?:async\s+)?for\b/.test(this.textOf(line));
  }

  /** True if a line lies in the body of the loop that begins on another. */
  isInside(head: number, line: number): boolean {
    if (line <= head) return false;
    const depth = this.#depthOf(head);
    for (let at = head + 1; at <= line; at++) {
      const text = this.textOf(at);
      if (text.trim() === '' || this.#depthOf(at) > depth || (at < line && /^\s*[)}\]#/*]/.test(text))) continue;
      // The last line of a head of several, or of the body: `) {`, `} while (…);`.
      return at === line && /^\s*(\)|\}\s*while\b)/.test(text);
    }
    return true;
  }

  /** True if one call of a function can come from one line to another, the next one that is stopped at. */
  mayFollow(before: number, next: number): boolean {
    if (/^\s*(return|raise|throw)\b/.test(this.textOf(before))) return false;
    if (next > before) return true;
    // Back to the start of a statement of several lines.
    if (this.#depthOf(before) > this.#depthOf(next) && !/[:{]\s*$/.test(this.textOf(next))) return true;
    // A context manager is left where it was entered.
    if (/^\s*(async\s+)?with\b/.test(this.textOf(next)) && this.isInside(next, before)) return true;
    for (let head: number | undefined = before; head !== undefined; head = this.headAround(head)) {
      if (this.isHead(head) && (head === next || this.isInside(head, next))) return true;
    }
    return false;
  }

  /** True if a function may end after a line: it returns there, or no statement of it comes after. Left elsewhere, it has thrown. */
  mayEnd(line: number): boolean {
    if (/^\s*return\b/.test(this.textOf(line))) return true;
    const outside = this.#depthOfFunction(line);
    let depth = this.#depthOf(line);
    for (let at = line + 1; at <= this.#lines.length; at++) {
      const text = this.textOf(at);
      if (text.trim() === '' || this.#depthOf(at) > depth) continue;
      if (this.#depthOf(at) <= outside) return true;
      if (!/^\s*(else|elif|except|finally|case\b|[)\]}#])/.test(text)) return false;
      depth = this.#depthOf(at);
    }
    return true;
  }

  /** The indent of the line that the function around a line begins with; -1 at the top level. */
  #depthOfFunction(line: number): number {
    let depth = this.#depthOf(line);
    for (let at = line - 1; at > 0; at--) {
      const text = this.textOf(at);
      if (text.trim() === '' || this.#depthOf(at) >= depth) continue;
      depth = this.#depthOf(at);
      if (/^\s*(async\s+)?def\b/.test(text)) return depth;
    }
    return -1;
  }

  /** True if a line lies in a statement that does something at its end, however it is left. */
  isGuarded(line: number): boolean {
    let depth = this.#depthOf(line);
    for (let at = line + 1; at <= this.#lines.length && depth > 0; at++) {
      const text = this.textOf(at);
      if (text.trim() === '' || this.#depthOf(at) >= depth) continue;
      if (/^\s*finally\b/.test(text)) return true;
      const isPart = /^\s*(else|elif|except|case)\b/.test(text);
      depth = this.#depthOf(at) + (isPart ? 1 : 0);
    }
    return false;
  }

  /** The head of the innermost loop around a line that is no head itself. */
  headAround(line: number): number | undefined {
    let depth = this.#depthOf(line);
    for (let at = line - 1; at > 0 && depth > 0; at--) {
      const text = this.textOf(at);
      if (text.trim() === '' || this.#depthOf(at) >= depth) continue;
      if (this.isHead(at)) return at;
      depth = this.#depthOf(at);
    }
    return undefined;
  }

  #depthOf(line: number): number {
    return this.textOf(line).search(/\S/);
  }
}
