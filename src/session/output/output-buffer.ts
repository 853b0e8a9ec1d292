import type { OutputChunk } from '../../model/output-chunk.ts';
import type { OutputExcerpt } from '../../model/stop-report.ts';
import { OrderedChunks } from './ordered-chunks.ts';

/** Characters of output kept for a session; the oldest go first. A program that floods must not fill the server's memory. */
const MAX_KEPT_CHARS = 1_000_000;
/** Characters of a line without its beginning that are left out at most. */
const MAX_REST_CHARS = 500;

/** The output of a program, with positions that stay valid while old text is dropped. Positions count characters. */
export class OutputBuffer {
  #ordered = new OrderedChunks();
  #droppedChars = 0;
  #keptChars = 0;

  /** The position at which the output of the present run starts. */
  #runStart = 0;

  /**
   * The position at which the program last read input, as far as is known: a pipe shows nothing of input, not even that a line
   * ends there.
   */
  #inputAt = 0;

  /** The number of characters that the present run has written. */
  get length(): number {
    return this.end - this.#runStart;
  }

  /** The position after the last character. */
  get end(): number {
    return this.#droppedChars + this.#keptChars;
  }

  get inputAt(): number {
    return this.#inputAt;
  }

  /** The program has been given input: what it writes from now on is a line of its own. */
  noteInput(): void {
    this.#inputAt = this.fix();
  }

  /** Keeps what is there as it is, because it is shown: what belongs before its end comes behind it. @returns the position after it */
  fix(): number {
    this.#ordered.fix();
    return this.end;
  }

  /** Forgets the whole output. @returns the position after it */
  clear(): number {
    this.#ordered = new OrderedChunks();
    this.#droppedChars += this.#keptChars;
    this.#keptChars = 0;
    this.#runStart = this.end;
    return this.end;
  }

  /** Takes a piece in where it belongs: log lines may come earlier or later than what the program wrote before them. */
  add(chunk: OutputChunk): void {
    this.#ordered.add(chunk);
    this.#keptChars += chunk.text.length;
    while (this.#keptChars > MAX_KEPT_CHARS && this.#ordered.pieces.length > 1) {
      const dropped = this.#ordered.shift();
      this.#keptChars -= dropped;
      this.#droppedChars += dropped;
    }
  }

  /**
   * Output from a position on: the last `maxChars` characters of it, with what was left out before them. Where it is cut, it begins with a
   * line, or with a word of a very long one: the rest of a secret is not known as one.
   */
  since(position: number, maxChars: number): OutputExcerpt {
    const wanted = Math.min(Math.max(this.end - position, 0), this.#keptChars);
    const taken: OutputChunk[] = [];
    let missing = Math.min(wanted, maxChars);
    const { pieces } = this.#ordered;
    for (let index = pieces.length - 1; index >= 0 && missing > 0; index--) {
      const chunk = pieces[index]?.chunk;
      if (!chunk) break;
      const text = chunk.text.slice(Math.max(0, chunk.text.length - missing));
      taken.unshift({ ...chunk, text });
      missing -= text.length;
    }
    if (wanted > maxChars) dropRest(taken);
    const shown = taken.reduce((sum, chunk) => sum + chunk.text.length, 0);
    return { chunks: taken, omittedChars: Math.max(0, this.end - Math.max(position, this.#runStart)) - shown };
  }
}

/** Takes the rest of a line away from the beginning of pieces. */
function dropRest(pieces: OutputChunk[]): void {
  const [first] = pieces;
  if (!first) return;
  const start = first.text.slice(0, MAX_REST_CHARS);
  const [line] = /^[^\n]*\n/.exec(start) ?? [''];
  const isMore = line !== '' && (pieces.length > 1 || line.length < first.text.length);
  const [rest] = isMore ? [line] : (/^[^\s,;&]*[\s,;&]/.exec(start) ?? ['']);
  const text = first.text.slice(rest.length);
  pieces.splice(0, 1, ...(text === '' ? [] : [{ ...first, text }]));
}
