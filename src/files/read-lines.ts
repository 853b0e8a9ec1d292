import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const CHUNK_BYTES = 1 << 20;
/** A FIFO that took the file's place meanwhile does not hold us. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const LINE_END = 0x0a;

/** Whole lines of a file that follow each other, and how many between them were longer than is read. */
export interface LinesRead {
  readonly lines: readonly string[];
  readonly tooLong: number;
}

/**
 * The lines of a file of any size, some at a time: no more of it is in memory than one piece and one line. What follows the
 * last line end is a line, too. Nothing for what cannot be read or is no regular file.
 */
export async function* linesOfFile(path: string, maxLineBytes: number): AsyncGenerator<LinesRead> {
  const file = await open(path, OPEN_FLAGS).catch(() => undefined);
  if (file === undefined) return;
  try {
    if ((await file.stat()).isFile()) yield* linesOfOpen(file, maxLineBytes);
  } finally {
    await file.close();
  }
}

async function* linesOfOpen(file: FileHandle, maxLineBytes: number): AsyncGenerator<LinesRead> {
  const piece = Buffer.allocUnsafe(CHUNK_BYTES);
  /** The start of a line whose end has not been read; nothing is kept of one that is too long. */
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, CHUNK_BYTES, null);
    const lines: string[] = [];
    let tooLong = 0;
    const add = (part: Buffer) => {
      begunBytes += part.length;
      if (begunBytes <= maxLineBytes) begun.push(part);
      else begun = [];
    };
    const endLine = () => {
      if (begunBytes > maxLineBytes) tooLong++;
      else if (begunBytes > 0) lines.push(Buffer.concat(begun, begunBytes).toString('utf8'));
      begun = [];
      begunBytes = 0;
    };
    let from = 0;
    for (let at = piece.indexOf(LINE_END); at >= 0 && at < bytesRead; at = piece.indexOf(LINE_END, from)) {
      add(piece.subarray(from, at));
      endLine();
      from = at + 1;
    }
    // The piece is used again.
    if (from < bytesRead) add(Buffer.from(piece.subarray(from, bytesRead)));
    if (bytesRead === 0) endLine();
    if (lines.length > 0 || tooLong > 0) yield { lines, tooLong };
    if (bytesRead === 0) return;
  }
}
