import { readText } from '../../../files/read-file.ts';
import type { LinePlace } from '../../dap/recipe/adapter-quirks.ts';
import { type LogicalLine, logicalLines } from './logical-lines.ts';

/** More statements without code in a row than anybody writes. */
const MAX_PLACES = 20;

/**
 * Where a breakpoint for a 1-based line may stand, in the order to try: in the statement that the line is in, then in those below
 * it in the same block. A blank line and a comment belong to the code below them, as long as that is not further out than the
 * comment. Never empty: where there is none it is the line itself. Undefined when the file cannot be read.
 */
export function pythonPlaces(path: string, line: number): readonly LinePlace[] | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const places = placesIn(text, line);
  // The adapter then answers with the line above that has code, which is worth saying.
  return places.length > 0 ? places : [{ line, fromLine: line }];
}

function placesIn(text: string, line: number): LinePlace[] {
  const lines = logicalLines(text);
  const first = lines.findIndex(({ endLine }) => endLine >= line);
  const meant = lines[first];
  if (meant === undefined) return [];
  const isInStatement = meant.startLine <= line;
  const block = isInStatement ? meant.indent : commentIndent(text, line);
  if (meant.indent < block) return [];
  const below = lines.slice(isInStatement ? first + 1 : first);
  const out = below.findIndex(({ indent }) => indent < (isInStatement ? block : meant.indent));
  const inBlock = (out < 0 ? below : below.slice(0, out)).slice(0, MAX_PLACES).map(placeOf);
  return isInStatement ? [{ line, fromLine: meant.startLine }, ...inBlock] : inBlock;
}

function placeOf({ startLine }: LogicalLine): LinePlace {
  return { line: startLine, fromLine: startLine };
}

/** How far in a comment stands; 0 for a blank line, which says nothing. */
function commentIndent(text: string, line: number): number {
  const written = text.split('\n', line)[line - 1] ?? '';
  return /^\s*#/.test(written) ? written.search(/#/) : 0;
}
