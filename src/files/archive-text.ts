import { relative, sep } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { fileAbove, readText, readWhole } from './read-file.ts';

/** The result of reading a path below a file (`tool.pyz/shop/cart.py`). */
type ArchivedText =
  | { readonly kind: 'text'; readonly text: string }
  /** The archive has no such file. */
  | { readonly kind: 'absent'; readonly inside: string }
  /** The file is no archive that can be read here. */
  | { readonly kind: 'unreadable' };

const MAX_TEXT_BYTES = 20_000_000;

/** The text of a file in a zip archive, whatever stands in front of the archive in its file. */
export function archivedText(archive: string, path: string): ArchivedText {
  const read = readWhole(archive);
  const entries = read.kind === 'read' ? entriesOf(read.bytes) : undefined;
  if (read.kind === 'refused' || entries === undefined) return { kind: 'unreadable' };
  const inside = relative(archive, path).split(sep).join('/');
  const entry = entries.get(inside);
  if (entry === undefined) return { kind: 'absent', inside };
  const text = textOf(read.bytes, entry);
  return text === undefined ? { kind: 'unreadable' } : { kind: 'text', text };
}

/** The text of a file, which may lie in an archive; undefined when it cannot be read. */
export function readTextOrArchived(path: string): string | undefined {
  const text = readText(path);
  const archive = text === undefined ? fileAbove(path) : undefined;
  if (archive === undefined) return text;
  const found = archivedText(archive, path);
  return found.kind === 'text' ? found.text : undefined;
}

/** The place and size of a file, from the archive's directory. */
interface Entry {
  readonly method: number;
  readonly size: number;
  readonly at: number;
}

/** @see PKWARE APPNOTE.TXT, 4.3.12 and 4.3.16 */
const END = { signature: 0x06054b50, size: 22, maxComment: 0xffff } as const;
const DIRECTORY = { signature: 0x02014b50, size: 46 } as const;
const LOCAL = { signature: 0x04034b50, size: 30 } as const;

/** The archive's entries by their names; undefined if the bytes are no archive. */
function entriesOf(bytes: Buffer): ReadonlyMap<string, Entry> | undefined {
  const end = endOf(bytes);
  if (end === -1) return undefined;
  const length = bytes.readUInt32LE(end + 12);
  // What an archive is put behind (the first line of a zipapp) is not counted in its offsets.
  const shift = end - length - bytes.readUInt32LE(end + 16);
  const found = new Map<string, Entry>();
  let at = end - length;
  while (at >= 0 && at + DIRECTORY.size <= end && bytes.readUInt32LE(at) === DIRECTORY.signature) {
    const nameEnd = at + DIRECTORY.size + bytes.readUInt16LE(at + 28);
    found.set(bytes.toString('utf8', at + DIRECTORY.size, nameEnd), {
      method: bytes.readUInt16LE(at + 10),
      size: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42) + shift,
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return found;
}

function endOf(bytes: Buffer): number {
  const least = Math.max(0, bytes.length - END.size - END.maxComment);
  for (let at = bytes.length - END.size; at >= least; at--) if (bytes.readUInt32LE(at) === END.signature) return at;
  return -1;
}

function textOf(bytes: Buffer, { method, size, at }: Entry): string | undefined {
  const isHeader = at >= 0 && at + LOCAL.size <= bytes.length && bytes.readUInt32LE(at) === LOCAL.signature;
  if (!isHeader) return undefined;
  const start = at + LOCAL.size + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const packed = bytes.subarray(start, start + size);
  try {
    if (method === 0) return packed.toString('utf8');
    return method === 8 ? inflateRawSync(packed, { maxOutputLength: MAX_TEXT_BYTES }).toString('utf8') : undefined;
  } catch {
    return undefined;
  }
}
