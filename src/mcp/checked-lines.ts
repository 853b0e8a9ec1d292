import { Transform, type TransformCallback } from 'node:stream';
import { type RefusedLine, refusedLine, tooLongLine } from './refused-line.ts';

/** Bytes of one message. Below what the SDK keeps before it gives a connection up. */
const MAX_LINE_BYTES = 9_000_000;
/** Bytes kept of either end of a line that is too long: the message's id is there. */
const END_BYTES = 300;
const NEWLINE = 0x0a;

/** Passes on the lines that are messages, and reports each other one. */
export class CheckedLines extends Transform {
  readonly #refuse: (refused: RefusedLine) => void;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(refuse: (refused: RefusedLine) => void) {
    super();
    this.#refuse = refuse;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    done();
  }

  /** Keeps a piece of a line; of a line that is too long, only its ends. */
  #keep(piece: Buffer): void {
    this.#bytes += piece.length;
    this.#pieces.push(piece);
    if (this.#bytes <= MAX_LINE_BYTES) return;
    const kept = Buffer.concat(this.#pieces);
    this.#pieces = [Buffer.from(kept.subarray(0, END_BYTES)), Buffer.from(kept.subarray(-END_BYTES))];
  }

  #endLine(): void {
    const pieces = this.#pieces;
    const isTooLong = this.#bytes > MAX_LINE_BYTES;
    this.#pieces = [];
    this.#bytes = 0;
    const text = isTooLong ? '' : Buffer.concat(pieces).toString();
    if (!isTooLong && text.trim() === '') return;
    const refused = isTooLong ? tooLongLine(MAX_LINE_BYTES, pieces.map(String)) : refusedLine(text);
    if (refused) this.#refuse(refused);
    else this.push(`${text}\n`);
  }
}
