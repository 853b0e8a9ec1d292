import { readTextOrArchived } from '../../../files/archive-text.ts';
import type { BreakpointPlaces, LinePlace } from '../../dap/recipe/adapter-quirks.ts';
import { isAttached } from './debugpy/debugpy-arguments.ts';
import { type LogicalLine, logicalLines } from './logical-lines.ts';
import { pythonPlaceWarning } from './python-place-warning.ts';

/** More statements without code in a row than anybody writes. */
const MAX_PLACES = 20;

/**
 * The places of breakpoints in a Python file, from its text; undefined if the file cannot be read.
 *
 * @param first The arguments that the session began with.
 */
export function pythonPlaces(
  path: string,
  first: Readonly<Record<string, unknown>> = {},
): BreakpointPlaces | undefined {
  const text = readTextOrArchived(path);
  if (text === undefined) return undefined;
  const written = text.split('\n');
  let statements: readonly LogicalLine[] | undefined;
  return {
    forLine(line) {
      statements ??= logicalLines(text);
      const places = placesFor(line, statements, written);
      // Where there is none, the adapter answers with the line above that has code, which is worth saying.
      return places.length > 0 ? places : [{ line, fromLine: line }];
    },
    warning: (wantedLine, line) => pythonPlaceWarning(written, { wantedLine, line, isAttached: isAttached(first) }),
  };
}

/**
 * In the statement that a line is in, then in those below it in the same block. A blank line and a comment belong to the code below
 * them, as long as that is not further out than the comment.
 */
function placesFor(line: number, statements: readonly LogicalLine[], written: readonly string[]): LinePlace[] {
  const first = statements.findIndex(({ endLine }) => endLine >= line);
  const meant = statements[first];
  if (meant === undefined) return [];
  const isInStatement = meant.startLine <= line;
  const block = isInStatement ? meant.indent : commentIndent(written[line - 1] ?? '');
  if (meant.indent < block) return [];
  const below = statements.slice(isInStatement ? first + 1 : first);
  const out = below.findIndex(({ indent }) => indent < (isInStatement ? block : meant.indent));
  const inBlock = (out < 0 ? below : below.slice(0, out)).slice(0, MAX_PLACES).map(placeOf);
  return isInStatement ? [{ line, fromLine: meant.startLine }, ...inBlock] : inBlock;
}

function placeOf({ startLine }: LogicalLine): LinePlace {
  return { line: startLine, fromLine: startLine };
}

/** The indent of a comment; 0 for a blank line, which says nothing. */
function commentIndent(line: string): number {
  return /^\s*#/.test(line) ? line.search(/#/) : 0;
}
