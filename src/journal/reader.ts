import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { rotatedOf } from './journal-names.ts';

/** Bytes that one reading of a file asks for. */
const CHUNK_BYTES = 1_000_000;
/** A line longer than this is no entry: it is passed over. */
const MAX_LINE_BYTES = 32_000_000;
const LINE_FEED = 0x0a;
const FIRST_CAPACITY = 1_024;

/** One file of a journal. It is kept open, so that its lines can be read again when it has been rotated away. */
interface Segment {
  readonly fd: number;
  readonly device: number;
  readonly inode: number;
  /** Start of the first line that has not been read whole. */
  offset: number;
}

/** Decides about a line whether it is an entry. Called once for each, in the order of the journal; without the line feed. */
export type AcceptLine = (line: string) => boolean;

/**
 * Reads a journal: files that were put aside first, then the one that is written to, and from then on what is appended, also
 * over further rotations. Of each line only its place is kept, some bytes, so that a journal of 100 MB fits into little memory; its text
 * is read again when it is asked for.
 *
 * A last line that is not finished yet is reported when it is; lines that `accept` refuses (of other programs, torn by a crash) are
 * passed over. A file that is not there yet is waited for. Works synchronously: files are local, and a caller that draws a screen wants the
 * line now. Owned by its maker, who closes it.
 */
export class JournalReader {
  readonly path: string;
  readonly #segments: Segment[] = [];
  #buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  /** The start of each entry in its file; then its bytes, and its file. */
  #starts = new Float64Array(FIRST_CAPACITY);
  #sizes = new Int32Array(FIRST_CAPACITY);
  #files = new Int32Array(FIRST_CAPACITY);
  #length = 0;
  #refused = 0;

  /** @param path The file that is written to, absolute; the others are looked for beside it. */
  constructor(path: string) {
    this.path = path;
  }

  /** The number of entries so far. */
  get length(): number {
    return this.#length;
  }

  /** The number of lines that were no entries. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Reads on.
   *
   * @param maxBytes Return after about so many, so that the caller can do something else in between.
   * @returns Whether there may be more at once
   */
  read(accept: AcceptLine, maxBytes = Number.POSITIVE_INFINITY): boolean {
    this.#discover();
    let left = maxBytes;
    for (let file = 0; file < this.#segments.length; file++) {
      while (left > 0) {
        const bytes = this.#readChunk(file, accept);
        if (bytes === 0) break;
        left -= bytes;
      }
    }
    return left <= 0;
  }

  /** The text of an entry, without the line feed; empty when there is none of that index, or its file has been cut short. */
  line(index: number): string {
    const segment = this.#segments[this.#files[index] ?? -1];
    const size = this.#sizes[index];
    if (index >= this.#length || !segment || size === undefined) return '';
    const bytes = Buffer.allocUnsafe(size);
    const read = readSync(segment.fd, bytes, 0, size, this.#starts[index] ?? 0);
    return read === size ? bytes.toString('utf8') : '';
  }

  close(): void {
    for (const { fd } of this.#segments.splice(0)) closeSync(fd);
    this.#length = 0;
  }

  /** Opens the files that are not open yet, oldest first. */
  #discover(): void {
    const live = this.#statOf(this.path);
    const newest = this.#segments.at(-1);
    // Nothing was rotated: the usual case, thousands of times.
    if (newest && live && live.ino === newest.inode && live.dev === newest.device) return;
    for (const path of [...this.#rotated(), this.path]) this.#open(path);
  }

  #rotated(): string[] {
    try {
      return rotatedOf(this.path, readdirSync(dirname(this.path)));
    } catch {
      return [];
    }
  }

  #open(path: string): void {
    let fd: number;
    try {
      fd = openSync(path, 'r');
    } catch {
      // Not there yet, or removed by a rotation since it was listed.
      return;
    }
    const { ino: inode, dev: device } = fstatSync(fd);
    if (this.#segments.some((known) => known.inode === inode && known.device === device)) closeSync(fd);
    else this.#segments.push({ fd, inode, device, offset: 0 });
  }

  #statOf(path: string) {
    try {
      return statSync(path, { throwIfNoEntry: false });
    } catch {
      // Its folder may not be looked into any more: what is open can be read on.
      return undefined;
    }
  }

  /** @returns How many bytes of whole lines were read */
  #readChunk(file: number, accept: AcceptLine): number {
    const segment = this.#segments[file];
    if (!segment) return 0;
    const read = readSync(segment.fd, this.#buffer, 0, this.#buffer.length, segment.offset);
    if (read === 0) {
      // Emptied by another process, which writes it again from the start.
      if (fstatSync(segment.fd).size < segment.offset) segment.offset = 0;
      return 0;
    }
    const chunk = this.#buffer.subarray(0, read);
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) return this.#growFor(segment, read);
    for (let from = 0; from < end; ) {
      const to = chunk.indexOf(LINE_FEED, from);
      this.#take(file, segment.offset + from, chunk.subarray(from, to), accept);
      from = to + 1;
    }
    segment.offset += end;
    return end;
  }

  /** A chunk without a line's end: its line goes on in the next one, is not finished yet, or is no line at all. */
  #growFor(segment: Segment, read: number): number {
    if (read < this.#buffer.length) return 0;
    if (this.#buffer.length < MAX_LINE_BYTES) {
      this.#buffer = Buffer.allocUnsafe(this.#buffer.length * 2);
      return 1;
    }
    segment.offset += read;
    return read;
  }

  #take(file: number, start: number, bytes: Buffer, accept: AcceptLine): void {
    if (bytes.length === 0) return;
    if (!accept(bytes.toString('utf8'))) {
      this.#refused += 1;
      return;
    }
    if (this.#length === this.#starts.length) this.#grow();
    this.#starts[this.#length] = start;
    this.#sizes[this.#length] = bytes.length;
    this.#files[this.#length] = file;
    this.#length += 1;
  }

  #grow(): void {
    const capacity = this.#length * 2;
    const starts = new Float64Array(capacity);
    const sizes = new Int32Array(capacity);
    const files = new Int32Array(capacity);
    starts.set(this.#starts);
    sizes.set(this.#sizes);
    files.set(this.#files);
    [this.#starts, this.#sizes, this.#files] = [starts, sizes, files];
  }
}
