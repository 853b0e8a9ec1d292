import type { JournalLog } from '../log/journal-log.ts';
import { displayable } from '../text/displayable.ts';
import { type Line, span } from '../text/styled-line.ts';
import type { PaneContext } from './context.ts';

/** Strings of the entry longer than this are cut on the screen; a copy has all of them. */
const MAX_CHARS = 1_000;

/** A row as JSON: its entry as it was written, a call together with its answer. */
export function rowAsJson(log: JournalLog, row: number): string {
  const answer = log.index.kind(row) === 'call' ? log.index.partner(row) : undefined;
  const own = log.entry(row).json;
  return JSON.stringify(answer === undefined ? own : { call: own, answer: log.entry(answer).json }, null, 2);
}

/** The chosen row as JSON, from a line of it on, at most to its end. */
export function entryLines({ log, row }: PaneContext, scroll: number, height: number): readonly Line[] {
  if (row === undefined) return [];
  const lines = rowAsJson(log, row).split('\n');
  const first = Math.min(scroll, Math.max(0, lines.length - height));
  return lines.slice(first, first + height).map((line): Line => [span(displayable(line.slice(0, MAX_CHARS)))]);
}
