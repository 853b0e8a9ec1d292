import type { OutputChunk } from '../../model/output-chunk.ts';
import { OutputOrder, type OutputPlace, type OutputStream } from './output-order.ts';

/** Programs write in small pieces: one of at least this length is not added to. */
const LONG_TEXT = 10_000;

/** Text of the program. */
interface Text {
  readonly kind: 'text';
  readonly stream: OutputStream;
  chunk: OutputChunk;
  bytes: number;
  /** Bytes of the stream up to the text's end. */
  endBytes: number;
}

/** The text before a place, and the text behind it. */
type Halves = readonly [Text | undefined, Text | undefined];

const STREAMS = ['stdout', 'stderr'] as const;

/** Lines of ours; without a place, nothing is moved past them. */
interface Line {
  readonly kind: 'line';
  readonly place: OutputPlace | undefined;
  /** The streams in which the program's line at the place has not ended yet. */
  readonly unended: Set<OutputStream>;
  chunk: OutputChunk;
}

/**
 * The program's output in the order of its arrival, with the lines of log breakpoints at their places. Either may come first: a
 * line is put before text that came too early, and text before the lines that wait for it. A line of the program stays whole: log
 * lines from the time of its writing stand behind it.
 */
export class OrderedChunks {
  readonly #pieces: (Text | Line)[] = [];
  readonly #order = new OutputOrder();
  /** Lines before which text is missing, in their order. */
  #waiting: Line[] = [];
  /** The last piece that is shown; nothing comes before its end any more. */
  #fixed: Text | Line | undefined;

  get pieces(): readonly { readonly chunk: OutputChunk }[] {
    return this.#pieces;
  }

  fix(): void {
    this.#fixed = this.#pieces.at(-1);
    this.#waiting = [];
  }

  /** Drops the oldest piece. @returns its length in characters */
  shift(): number {
    const dropped = this.#pieces.shift();
    if (this.#waiting[0] === dropped) this.#waiting.shift();
    return dropped?.chunk.text.length ?? 0;
  }

  add(chunk: OutputChunk): void {
    const { category } = chunk;
    if (category === 'log') this.#addLine(chunk);
    else this.#addText(category, chunk);
  }

  #addText(stream: OutputStream, chunk: OutputChunk): void {
    const bytes = Buffer.byteLength(chunk.text);
    this.#order.receive(stream, bytes, Date.now());
    let rest: Text | undefined = { kind: 'text', stream, chunk, bytes, endBytes: this.#order.total(stream) };
    for (const line of this.#waiting) {
      if (!rest) break;
      const [before, behind]: Halves = splitFor(line, rest);
      if (before) this.#insert(before, this.#pieces.lastIndexOf(line));
      rest = behind;
    }
    if (rest) this.#insert(rest, this.#pieces.length);
    this.#waiting = this.#waiting.filter((line) => this.#isWaiting(line));
  }

  /** Puts text before the piece at an index, or makes it one with what stands before that. */
  #insert(text: Text, index: number): void {
    const last = this.#pieces[index - 1];
    const isOne = last?.kind === 'text' && last.stream === text.stream && last.chunk.text.length < LONG_TEXT;
    if (!isOne || last === this.#fixed || last.chunk.location || text.chunk.location) {
      this.#pieces.splice(index, 0, text);
      return;
    }
    last.chunk = { ...last.chunk, text: last.chunk.text + text.chunk.text };
    last.bytes += text.bytes;
    last.endBytes = text.endBytes;
  }

  #addLine({ written, ...chunk }: OutputChunk): void {
    const place = written && this.#order.placeOf(written);
    const line: Line = { kind: 'line', place, unended: new Set(), chunk };
    const { before, behind, index } = this.#around(line);
    this.#pieces.splice(index, this.#pieces.length - index, ...before);
    const last = this.#pieces.at(-1);
    if (last?.kind === 'line' && last !== this.#fixed && isOneText(last, line)) {
      last.chunk = { ...last.chunk, text: last.chunk.text + chunk.text };
    } else {
      this.#pieces.push(line);
      if (this.#isWaiting(line)) this.#waiting.push(line);
    }
    for (const piece of behind) this.#pieces.push(piece);
  }

  /**
   * Splits the pieces around a line into those before and those behind it, from the first piece on that is not surely before it.
   */
  #around(line: Line): { readonly before: Text[]; readonly behind: (Text | Line)[]; readonly index: number } {
    const before: Text[] = [];
    const behind: (Text | Line)[] = [];
    const isReached = (bytes: number, stream: OutputStream) => bytes <= this.#order.total(stream);
    const open = new Set(STREAMS.filter((stream) => isReached(line.place?.[stream] ?? 0, stream)));
    let index = line.place ? this.#pieces.length : 0;
    for (; index > 0 && open.size > 0; index--) {
      const piece = this.#pieces[index - 1];
      if (!piece || piece === this.#fixed) break;
      if (piece.kind === 'line') {
        if (!isBehind(piece, line.place)) break;
        behind.push(piece);
        continue;
      }
      const [first, second] = open.has(piece.stream) ? splitFor(line, piece) : [piece, undefined];
      if (first) before.push(first);
      if (second) behind.push(second);
      if (first) open.delete(piece.stream);
    }
    before.reverse();
    // What ends a line that the place is inside of may stand behind text of the other stream.
    const rest = behind.reverse().flatMap((piece) => {
      if (piece.kind === 'line' || !line.unended.has(piece.stream)) return piece;
      const [first, second] = splitFor(line, piece);
      if (first) before.push(first);
      return second ?? [];
    });
    return { before, behind: rest, index: line.place ? index : this.#pieces.length };
  }

  #isWaiting({ place, unended }: Line): boolean {
    if (place === undefined) return false;
    return unended.size > 0 || STREAMS.some((stream) => place[stream] > this.#order.total(stream));
  }
}

function isBehind({ place: at }: Line, place: OutputPlace | undefined): boolean {
  return at !== undefined && place !== undefined && (at.stdout > place.stdout || at.stderr > place.stderr);
}

/** Lines that nothing can come between are kept as one. */
function isOneText(last: Line, next: Line): boolean {
  const isSamePlace = last.place?.stdout === next.place?.stdout && last.place?.stderr === next.place?.stderr;
  const areNotes = last.chunk.isNote === next.chunk.isNote && last.chunk.isOfRun === next.chunk.isOfRun;
  const areAlike = areNotes && !last.chunk.location && !next.chunk.location;
  return isSamePlace && areAlike && last.chunk.text.length < LONG_TEXT;
}

/** Cuts text where a line belongs: at its place, or behind the line of the program that this is inside of. */
function splitFor({ place, unended }: Line, text: Text): Halves {
  const { chunk, bytes, endBytes, stream } = text;
  const size = (place?.[stream] ?? 0) - (endBytes - bytes);
  const isUnended = unended.delete(stream);
  if (size <= 0 && !isUnended) return [undefined, text];
  const at = size >= bytes ? chunk.text.length : lengthOf(chunk.text, bytes, Math.max(0, size));
  if (at > 0 && isLineEnd(chunk.text[at - 1])) return splitAt(text, at);
  const rest = /[\n\r]\n?/g;
  rest.lastIndex = at;
  const end = rest.exec(chunk.text);
  if (end) return splitAt(text, end.index + end[0].length);
  if (size <= bytes) unended.add(stream);
  return [text, undefined];
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

/** The number of characters in the first bytes of a text, a character that they end inside of included. */
function lengthOf(text: string, bytes: number, size: number): number {
  if (bytes === text.length) return size;
  const encoded = Buffer.from(text);
  let end = size;
  while (end < encoded.length && ((encoded[end] ?? 0) & 0xc0) === 0x80) end += 1;
  return encoded.toString('utf8', 0, end).length;
}

function splitAt(text: Text, length: number): Halves {
  const { chunk, bytes, endBytes } = text;
  if (length >= chunk.text.length) return [text, undefined];
  const size = Buffer.byteLength(chunk.text.slice(0, length));
  const before = { ...text, chunk: { ...chunk, text: chunk.text.slice(0, length) }, bytes: size };
  before.endBytes = endBytes - bytes + size;
  return [before, { ...text, chunk: { ...chunk, text: chunk.text.slice(length) }, bytes: bytes - size }];
}
