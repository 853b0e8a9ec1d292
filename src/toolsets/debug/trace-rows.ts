import { MAX_FILE_ROWS, RowsFile } from '../../engine/rows-file.ts';
import type { AskedRows } from '../../investigate/trace/trace-run.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { WantedTrace } from '../../model/trace/trace-request.ts';
import type { ResolvePath } from './place-syntax.ts';

/** Rows of an answer. */
const MAX_RANGE = 1_000;

/** The value of `rows`: passes by their numbers, or a file for all of them. */
export type RowsArgument =
  | { readonly kind: 'range'; readonly first: number; readonly last: number }
  /** Absolute. */
  | { readonly kind: 'file'; readonly path: string };

/**
 * Reads `40-80`, `7` or the path of a file.
 *
 * @throws DebugError `invalid_argument` for more passes than an answer can have, and for a trace that has no rows
 */
export function rowsArgument(
  text: string | undefined,
  wanted: WantedTrace,
  resolvePath: ResolvePath,
): RowsArgument | undefined {
  if (text === undefined) return undefined;
  if (wanted.kind !== 'values') {
    throw refused('rows are passes of places, which this trace has none of.', 'Give at: "cart.js:19: price".');
  }
  const [, begin, end = begin] = /^\s*(\d+)\s*(?:(?:-|\.\.)\s*(\d+)\s*)?$/.exec(text) ?? [];
  if (begin === undefined) return { kind: 'file', path: resolvePath(text) };
  const [first, last] = [Number(begin), Number(end)];
  if (first >= 1 && last >= first && last < first + MAX_RANGE && last <= MAX_FILE_ROWS) {
    return { kind: 'range', first, last };
  }
  throw refused(
    `"${text}" are no passes that an answer can show.`,
    `Give up to ${MAX_RANGE} passes of the first ${MAX_FILE_ROWS} ("40-80"), or a file for all ("passes.jsonl").`,
  );
}

/** The number of passes to keep, counted from the first. */
export function keepFirst(rows: RowsArgument): number {
  return rows.kind === 'range' ? rows.last : MAX_FILE_ROWS;
}

/**
 * Makes what collects the rows while they are read. A file has to be closed.
 *
 * @param points As they were given.
 * @throws DebugError `invalid_argument` for a file that cannot be written
 */
export async function openRows(
  rows: RowsArgument | undefined,
  points: readonly string[],
  mask: (row: unknown) => unknown,
): Promise<AskedRows | undefined> {
  if (rows?.kind !== 'file') return rows;
  return { kind: 'file', file: await RowsFile.open(rows.path, mask), points };
}

/** Closes the file, if there is one. */
export async function closeRows(rows: AskedRows | undefined): Promise<void> {
  if (rows?.kind === 'file') await rows.file.close();
}

/** The error for rows of two runs, of which only differences are shown. */
export function rowsOfTwo(): DebugError {
  return refused('rows and compareWith do not go together.', 'Leave compareWith out for the rows of one run.');
}

function refused(message: string, advice: string): DebugError {
  return new DebugError('invalid_argument', message, { advice, details: { argument: 'rows' } });
}
