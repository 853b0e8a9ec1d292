import type { EntryBody } from './entry-line.ts';
import type { PendingOutput } from './pending-entries.ts';
import { type Sanitizer, wholeCharacters } from './sanitize.ts';
import { sessionFields } from './session-entries.ts';

/** Characters of one entry: what the log's document allows a text. */
const MAX_PIECE_CHARS = 200;

/** The entries that record what a program wrote: one for each piece, which ends with a line where it can. */
export function outputEntries(pending: PendingOutput, sanitizer: Sanitizer): EntryBody[] {
  const { session, category, parts, omitted } = pending;
  const pieces = piecesOf(sanitizer.whole(parts.join('')));
  // Something was written, even if nothing of it fits.
  if (pieces.length === 0) pieces.push('');
  return pieces.map((output, index) => ({
    level: 'info',
    namespace: 'debug-mcp:output',
    message: 'debug:output',
    ...sessionFields(session),
    category,
    output,
    ...(omitted > 0 && index === pieces.length - 1 && { omitted }),
  }));
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from, from + MAX_PIECE_CHARS + 1);
    const lineEnd = rest.lastIndexOf('\n', MAX_PIECE_CHARS - 1) + 1;
    const length = rest.length <= MAX_PIECE_CHARS ? rest.length : lineEnd || wholeCharacters(rest, MAX_PIECE_CHARS);
    pieces.push(rest.slice(0, length));
    from += length;
  }
  return pieces;
}
