import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../model/debug-error.ts';

/** The largest file that is read whole unless the caller says otherwise: a bundle's source map may have some ten megabytes. */
const MAX_BYTES = 100_000_000;
const CHUNK_BYTES = 1 << 16;
/** A FIFO that took the file's place meanwhile does not hold us, and a terminal does not become ours. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** The outcome of reading a file that the program or a caller named. */
export type FileRead =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  /** `why` continues a sentence: `it is not a file`. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Reads a file that the program or its project names: a source, a map, a `package.json`. Such a name may stand for anything, and a
 * read is synchronous: a FIFO would hold the server for ever, and `/dev/zero` fill its memory. So a regular file is read, of a
 * bounded size, and nothing else.
 */
export function readWhole(path: string, maxBytes: number = MAX_BYTES): FileRead {
  return reading(path, (file, { size }) => {
    if (size > maxBytes) return tooLarge(maxBytes);
    const bytes = readFrom(file, 0, maxBytes + 1, size);
    return bytes.length > maxBytes ? tooLarge(maxBytes) : { kind: 'read', bytes };
  });
}

/** The text of such a file, which is to be UTF-8; undefined when it cannot be read. */
export function readText(path: string, maxBytes?: number): string | undefined {
  const read = readWhole(path, maxBytes);
  return read.kind === 'read' ? read.bytes.toString('utf8') : undefined;
}

/** The first or the last bytes of such a file; undefined when it cannot be read. */
export function readPart(path: string, part: 'start' | 'end', bytes: number): Buffer | undefined {
  const read = reading(path, (file, { size }) => {
    const from = part === 'start' ? 0 : Math.max(0, size - bytes);
    return { kind: 'read', bytes: readFrom(file, from, bytes, bytes) };
  });
  return read.kind === 'read' ? read.bytes : undefined;
}

/** The file status of a path; undefined if nothing lies there, or if no file can have this name. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A NUL in it, a name too long, a circle of links.
    return undefined;
  }
}

/** The longest path that Linux takes; asking for each folder of a longer one takes time and finds nothing. */
const MAX_PATH_LENGTH = 4_096;

/** The file that a path lies below; undefined where folders only are above it, and for a path that is too long to be one. */
export function fileAbove(path: string): string | undefined {
  if (path.length > MAX_PATH_LENGTH) return undefined;
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
    const stats = statOf(above);
    if (stats) return stats.isFile() ? above : undefined;
  }
  return undefined;
}

function reading(path: string, read: (file: number, stats: Stats) => FileRead): FileRead {
  if (path.includes('\0')) return { kind: 'refused', why: 'its name has a NUL character' };
  let file: number | undefined;
  try {
    // Looked at first: opening alone does something to some devices.
    const named = statSync(path, { throwIfNoEntry: false });
    if (named === undefined) return { kind: 'refused', why: 'there is no such file' };
    if (!named.isFile()) return { kind: 'refused', why: 'it is not a file' };
    file = openSync(path, OPEN_FLAGS);
    const opened = fstatSync(file);
    return opened.isFile() ? read(file, opened) : { kind: 'refused', why: 'it is not a file' };
  } catch (error) {
    return { kind: 'refused', why: messageOf(error) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Up to `most` bytes. The system's own files say that they are empty, and have a text nevertheless. */
function readFrom(file: number, from: number, most: number, expected: number): Buffer {
  const parts: Buffer[] = [];
  let total = 0;
  while (total < most) {
    // One more than expected, so that the end shows in the first read.
    const room = Math.min(most - total, Math.max(CHUNK_BYTES, expected + 1 - total));
    const part = Buffer.allocUnsafe(room);
    const length = readSync(file, part, 0, room, from + total);
    if (length === 0) break;
    parts.push(part.subarray(0, length));
    total += length;
    if (total === expected && length < room) break;
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, total);
}

function tooLarge(maxBytes: number): FileRead {
  return { kind: 'refused', why: `it is larger than ${Math.floor(maxBytes / 1_000_000)} MB` };
}
