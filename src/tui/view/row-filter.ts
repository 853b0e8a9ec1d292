import type { EntryKind } from '../log/entry-head.ts';
import type { EntryIndex } from '../log/entry-index.ts';

/** The kinds of rows to which the timeline can be limited. */
export const ROW_TYPES = ['all', 'calls', 'states', 'breakpoints', 'values', 'output', 'sessions', 'errors'] as const;

export type RowType = (typeof ROW_TYPES)[number];

const KINDS_OF: Readonly<Record<Exclude<RowType, 'all' | 'errors'>, readonly EntryKind[]>> = {
  calls: ['call', 'response', 'error'],
  states: ['state'],
  breakpoints: ['breakpoint'],
  values: ['variables', 'stack', 'watches'],
  output: ['output'],
  sessions: ['created', 'closed'],
};

/** The rows that the timeline shows. */
export interface RowFilter {
  /** The id of the session whose rows are shown; undefined: all sessions. */
  readonly sessionId: string | undefined;
  readonly type: RowType;
}

/** True if a row is of the chosen session and type. */
export function admits({ sessionId, type }: RowFilter, index: EntryIndex, row: number): boolean {
  if (sessionId !== undefined && index.session(row)?.id !== sessionId) return false;
  if (type === 'all') return true;
  return type === 'errors' ? index.failed(row) : KINDS_OF[type].includes(index.kind(row));
}

/** The rows that a filter admits, found again only as far as the journal grew. */
class FilteredRows {
  readonly #index: EntryIndex;
  readonly #filter: RowFilter;
  #rows: number[] = [];
  #seen = 0;
  #revision: number;

  constructor(index: EntryIndex, filter: RowFilter) {
    this.#index = index;
    this.#filter = filter;
    this.#revision = index.revision;
  }

  rows(): readonly number[] {
    if (this.#revision !== this.#index.revision) {
      this.#rows = [];
      this.#seen = 0;
      this.#revision = this.#index.revision;
    }
    const all = this.#index.rows;
    for (; this.#seen < all.length; this.#seen++) {
      const row = all[this.#seen];
      if (row !== undefined && admits(this.#filter, this.#index, row)) this.#rows.push(row);
    }
    return this.#rows;
  }
}

const remembered = new WeakMap<EntryIndex, Map<string, FilteredRows>>();

/** The rows that a filter admits, ascending. Remembers what it found for each journal and filter. */
export function rowsOf(index: EntryIndex, filter: RowFilter): readonly number[] {
  if (filter.sessionId === undefined && filter.type === 'all') return index.rows;
  if (filter.type === 'errors') return index.failures.filter((row) => admits(filter, index, row));
  const known = remembered.get(index) ?? new Map<string, FilteredRows>();
  remembered.set(index, known);
  const key = `${filter.type} ${filter.sessionId ?? ''}`;
  const rows = known.get(key) ?? new FilteredRows(index, filter);
  known.set(key, rows);
  return rows.rows();
}
