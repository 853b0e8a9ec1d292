import { countUpTo, lastUpTo } from '../log/columns.ts';
import type { EntryKind } from '../log/entry-head.ts';
import type { JournalLog } from '../log/journal-log.ts';
import { type RowFilter, rowsOf } from './row-filter.ts';

/** The overlay that covers the panes. */
export type Overlay =
  | { readonly kind: 'none' }
  | { readonly kind: 'help' }
  /** The chosen entry as JSON; `scroll` counts the lines above the first that is shown. */
  | { readonly kind: 'entry'; readonly scroll: number };

/** The choices of the person at the screen. All else is in the journal. */
export interface ViewState {
  /** Rows are shown as they come, the last one chosen. */
  readonly following: boolean;
  /** The chosen row, as an entry's index, while not following. */
  readonly chosen: number;
  readonly filter: RowFilter;
  /** The last text that was searched for. */
  readonly search: string;
  /** The text being typed after `/`. */
  readonly typing: string | undefined;
  /**
   * The number of times that the person asked for another of the panes that share a place. The size of the screen decides which
   * panes those are.
   */
  readonly tab: number;
  readonly overlay: Overlay;
  /** The number of entries when following ended. */
  readonly seen: number;
  /** The result of the last key, until the next key. */
  readonly note: string | undefined;
}

/** The first view: following the journal, nothing filtered. */
export const FIRST_VIEW: ViewState = {
  following: true,
  chosen: -1,
  filter: { sessionId: undefined, type: 'all' },
  search: '',
  typing: undefined,
  tab: 0,
  overlay: { kind: 'none' },
  seen: 0,
  note: undefined,
};

/** The row that is chosen now, as an entry's index; undefined when no row is shown. */
export function chosenRow(view: ViewState, log: JournalLog): number | undefined {
  const rows = rowsOf(log.index, view.filter);
  return view.following ? rows.at(-1) : (lastUpTo(rows, view.chosen) ?? rows[0]);
}

/**
 * The last entry that has happened as the screen shows it. With a call everything until its answer has, with a stop what was read
 * at it: choosing such a row asks for that.
 */
export function lastEntryShown(view: ViewState, log: JournalLog): number {
  const row = view.following ? undefined : chosenRow(view, log);
  if (row === undefined) return log.length - 1;
  const { index } = log;
  if (index.kind(row) === 'call') return index.partner(row) ?? row;
  const stops = index.session(row)?.stops ?? [];
  return lastUpTo(stops, row) === row ? lastReadAt(row, log) : row;
}

/** The last entry that belongs to a stop: until the answer to the call that caused it, or as long as values are recorded. */
function lastReadAt(stop: number, { index, length }: JournalLog): number {
  const states = index.session(stop)?.states ?? [];
  const next = states[countUpTo(states, stop)] ?? length;
  const call = index.parent(stop);
  const answer = call === undefined ? undefined : index.partner(call);
  if (answer !== undefined) return Math.max(stop, Math.min(answer, next - 1));
  let last = stop;
  while (last + 1 < next && READ_AT_STOP.has(index.kind(last + 1))) last += 1;
  return last;
}

const READ_AT_STOP: ReadonlySet<EntryKind> = new Set(['stack', 'variables', 'watches', 'breakpoint', 'output']);
