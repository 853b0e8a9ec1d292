import type { OutputChunk } from '../model/output-chunk.ts';
import type { OutputExcerpt } from '../model/stop-report.ts';

/** Characters of output kept for a session; the oldest go first. A program that floods must not fill the server's memory. */
const MAX_KEPT_CHARS = 1_000_000;

/** What a program has written, with positions that stay valid while old text is dropped. Positions count characters. */
export class OutputBuffer {
  readonly #chunks: OutputChunk[] = [];
  #droppedChars = 0;
  #keptChars = 0;

  /** Where the last input was read, as far as is known: a pipe shows nothing of it, not even that a line ends there. */
  #inputAt = 0;

  /** The position after the last character. */
  get end(): number {
    return this.#droppedChars + this.#keptChars;
  }

  get inputAt(): number {
    return this.#inputAt;
  }

  /** The program has been given input: what it writes from now on is a line of its own. */
  noteInput(): void {
    this.#inputAt = this.end;
  }

  /** Forgets all of it. @returns the position after it */
  clear(): number {
    this.#chunks.length = 0;
    this.#droppedChars += this.#keptChars;
    this.#keptChars = 0;
    return this.end;
  }

  add(chunk: OutputChunk): void {
    const last = this.#chunks.at(-1);
    // Programs write in small pieces: one chunk per stream and run keeps both memory and rendering small.
    const isOne = last?.category === chunk.category && last.isNote === chunk.isNote;
    if (last && isOne && !last.location && !chunk.location && last.text.length < 10_000) {
      this.#chunks[this.#chunks.length - 1] = { ...last, text: last.text + chunk.text };
    } else {
      this.#chunks.push(chunk);
    }
    this.#keptChars += chunk.text.length;
    while (this.#keptChars > MAX_KEPT_CHARS && this.#chunks.length > 1) {
      const dropped = this.#chunks.shift()?.text.length ?? 0;
      this.#keptChars -= dropped;
      this.#droppedChars += dropped;
    }
  }

  /** Output from a position on: the last `maxChars` characters of it, with what was left out before them. */
  since(position: number, maxChars: number): OutputExcerpt {
    const wanted = Math.min(Math.max(this.end - position, 0), this.#keptChars);
    const taken: OutputChunk[] = [];
    let missing = Math.min(wanted, maxChars);
    for (let index = this.#chunks.length - 1; index >= 0 && missing > 0; index--) {
      const chunk = this.#chunks[index];
      if (!chunk) break;
      const text = chunk.text.slice(Math.max(0, chunk.text.length - missing));
      taken.unshift({ ...chunk, text });
      missing -= text.length;
    }
    const shown = taken.reduce((sum, chunk) => sum + chunk.text.length, 0);
    return { chunks: taken, omittedChars: Math.max(0, this.end - position) - shown };
  }
}
