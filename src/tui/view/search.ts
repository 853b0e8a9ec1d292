import { setImmediate as nextTurn } from 'node:timers/promises';
import { countUpTo } from '../log/columns.ts';
import type { JournalLog } from '../log/journal-log.ts';
import { type RowFilter, rowsOf } from './row-filter.ts';

/** The text to look for, and the row to begin at. */
export interface RowSearch {
  readonly text: string;
  /** The row to begin after, or before. It comes last. */
  readonly from: number;
  readonly step: 1 | -1;
  readonly filter: RowFilter;
}

/** So many rows are read before other work gets its turn. */
const ROWS_PER_TURN = 2_000;

/**
 * The next row whose entry, or whose answer, contains the text, whatever its case; once around. Undefined when there is none, and
 * when the signal is aborted.
 */
export async function searchRow(log: JournalLog, search: RowSearch, signal: AbortSignal): Promise<number | undefined> {
  const rows = rowsOf(log.index, search.filter).slice();
  const text = search.text.toLowerCase();
  const begin = countUpTo(rows, search.from) - 1;
  for (let count = 1; count <= rows.length; count++) {
    const row = rows[(((begin + count * search.step) % rows.length) + rows.length) % rows.length];
    if (row !== undefined && contains(log, row, text)) return row;
    if (count % ROWS_PER_TURN === 0) await nextTurn();
    if (signal.aborted) return undefined;
  }
  return undefined;
}

function contains(log: JournalLog, row: number, text: string): boolean {
  const answer = log.index.kind(row) === 'call' ? log.index.partner(row) : undefined;
  return [row, answer].some((index) => index !== undefined && log.text(index).toLowerCase().includes(text));
}
