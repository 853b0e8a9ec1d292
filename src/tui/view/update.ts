import { countUpTo } from '../log/columns.ts';
import type { JournalLog } from '../log/journal-log.ts';
import type { Key } from './key.ts';
import { admits, ROW_TYPES, rowsOf } from './row-filter.ts';
import { chosenRow, FIRST_VIEW, type ViewState } from './view-state.ts';

/** An effect of a key beyond another view. */
export type Effect =
  | { readonly kind: 'leave' }
  | { readonly kind: 'copy'; readonly row: number }
  /** Look for the text in rows after (or before) a row; its result comes back through {@link found}. */
  | { readonly kind: 'search'; readonly text: string; readonly from: number; readonly step: 1 | -1 };

/** A view after a key, and what is to be done outside of it. */
export interface Update {
  readonly view: ViewState;
  readonly effect?: Effect;
}

const PAGE_ROWS = 10;

/** The view after a key. */
export function pressed(before: ViewState, key: Key, log: JournalLog): Update {
  const view: ViewState = { ...before, note: undefined };
  if (key === 'ctrl-c') return { view, effect: { kind: 'leave' } };
  if (view.typing !== undefined) return typed(view, view.typing, key, log);
  if (view.overlay.kind !== 'none') return overlaid(view, key);
  const moved = movement(view, key, log);
  if (moved) return { view: moved };
  switch (key) {
    case 'q':
      return { view, effect: { kind: 'leave' } };
    case ' ':
      return { view: view.following ? stay(view, chosenRow(view, log) ?? -1, log) : follow(view) };
    case 's':
      return { view: { ...view, filter: { ...view.filter, sessionId: nextSession(view, log) } } };
    case 't':
      return { view: { ...view, filter: { ...view.filter, type: next(ROW_TYPES, view.filter.type) } } };
    case 'tab':
      return { view: { ...view, tab: view.tab + 1 } };
    case '/':
      return { view: { ...view, typing: '' } };
    case 'n':
    case 'N':
      return view.search === '' ? { view } : { view, effect: searching(view, log, key === 'n' ? 1 : -1) };
    case 'c':
      return withRow(view, log, (row) => ({ view, effect: { kind: 'copy', row } }));
    case 'enter':
      return withRow(view, log, (row) => ({
        view: { ...stay(view, row, log), overlay: { kind: 'entry', scroll: 0 } },
      }));
    case '?':
      return { view: { ...view, overlay: { kind: 'help' } } };
    case 'escape':
      return { view: { ...view, filter: FIRST_VIEW.filter, search: '' } };
    default:
      return { view };
  }
}

/** The view after a search: at the row that was found, or with the note that there is none. */
export function found(view: ViewState, row: number | undefined, log: JournalLog): ViewState {
  if (row === undefined) return { ...view, note: `"${view.search}" occurs in no row that is shown` };
  return { ...stay(view, row, log), note: undefined };
}

function movement(view: ViewState, key: Key, log: JournalLog): ViewState | undefined {
  switch (key) {
    case 'up':
    case 'k':
      return moved(view, log, -1);
    case 'down':
    case 'j':
      return moved(view, log, 1);
    case 'pageup':
      return moved(view, log, -PAGE_ROWS);
    case 'pagedown':
      return moved(view, log, PAGE_ROWS);
    case 'home':
    case 'g':
      return moved(view, log, Number.NEGATIVE_INFINITY);
    case 'end':
    case 'G':
      return moved(view, log, Number.POSITIVE_INFINITY);
    case 'left':
      return jumped(view, log, stopsOf(view, log), -1, 'stop');
    case 'right':
      return jumped(view, log, stopsOf(view, log), 1, 'stop');
    case 'e':
      return jumped(view, log, failuresOf(view, log), 1, 'error');
    case 'E':
      return jumped(view, log, failuresOf(view, log), -1, 'error');
    default:
      return undefined;
  }
}

function moved(view: ViewState, log: JournalLog, by: number): ViewState {
  const rows = rowsOf(log.index, view.filter);
  const row = chosenRow(view, log);
  if (row === undefined) return view;
  const place = countUpTo(rows, row) - 1;
  const target = Math.max(0, Math.min(rows.length - 1, place + by));
  return stay(view, rows[target] ?? row, log);
}

/** To the next of some entries from the chosen row on. A type that hides it is given up, so that it can be seen. */
function jumped(view: ViewState, log: JournalLog, entries: readonly number[], step: 1 | -1, noun: string): ViewState {
  const row = chosenRow(view, log) ?? log.length;
  const after = countUpTo(entries, row);
  const target = step === 1 ? entries[after] : entries[after - (entries[after - 1] === row ? 2 : 1)];
  if (target === undefined) return { ...view, note: `no ${step === 1 ? 'later' : 'earlier'} ${noun}` };
  const { filter } = view;
  const shown = admits(filter, log.index, target) ? filter : { ...filter, type: FIRST_VIEW.filter.type };
  return stay({ ...view, filter: shown }, target, log);
}

/** The stops to step through: those of the session that is shown alone, otherwise those of all. */
function stopsOf({ filter }: ViewState, log: JournalLog): readonly number[] {
  const shown = log.index.sessions.filter(({ id }) => filter.sessionId === undefined || filter.sessionId === id);
  const [only] = shown;
  if (shown.length === 1 && only) return only.stops;
  return shown.flatMap(({ stops }) => stops).sort((a, b) => a - b);
}

function failuresOf({ filter }: ViewState, log: JournalLog): readonly number[] {
  return rowsOf(log.index, { ...filter, type: 'errors' });
}

function stay(view: ViewState, row: number, log: JournalLog): ViewState {
  return { ...view, following: false, chosen: row, seen: view.following ? log.length : view.seen };
}

function follow(view: ViewState): ViewState {
  return { ...view, following: true };
}

function nextSession({ filter }: ViewState, log: JournalLog): string | undefined {
  const ids = log.index.sessions.map(({ id }) => id);
  return filter.sessionId === undefined ? ids[0] : ids[ids.indexOf(filter.sessionId) + 1];
}

function withRow(view: ViewState, log: JournalLog, use: (row: number) => Update): Update {
  const row = chosenRow(view, log);
  return row === undefined ? { view: { ...view, note: 'there is no row' } } : use(row);
}

function typed(view: ViewState, text: string, key: Key, log: JournalLog): Update {
  switch (key) {
    case 'escape':
      return { view: { ...view, typing: undefined } };
    case 'enter': {
      const searched = { ...view, typing: undefined, search: text };
      return text === '' ? { view: searched } : { view: searched, effect: searching(searched, log, 1) };
    }
    case 'backspace':
      return { view: { ...view, typing: Array.from(text).slice(0, -1).join('') } };
    default:
      return { view: isCharacter(key) ? { ...view, typing: text + key } : view };
  }
}

function searching(view: ViewState, log: JournalLog, step: 1 | -1): Effect {
  return { kind: 'search', text: view.search, from: chosenRow(view, log) ?? 0, step };
}

function overlaid(view: ViewState, key: Key): Update {
  const { overlay } = view;
  if (key === 'q' || key === 'escape' || key === 'enter' || (key === '?' && overlay.kind === 'help')) {
    return { view: { ...view, overlay: { kind: 'none' } } };
  }
  if (overlay.kind !== 'entry') return { view };
  const by = SCROLLING.get(key);
  if (by === undefined) return { view };
  return { view: { ...view, overlay: { kind: 'entry', scroll: Math.max(0, overlay.scroll + by) } } };
}

const SCROLLING: ReadonlyMap<Key, number> = new Map([
  ['up', -1],
  ['k', -1],
  ['down', 1],
  ['j', 1],
  ['pageup', -PAGE_ROWS],
  ['pagedown', PAGE_ROWS],
  [' ', PAGE_ROWS],
  ['home', Number.NEGATIVE_INFINITY],
  ['g', Number.NEGATIVE_INFINITY],
]);

function isCharacter(key: Key): boolean {
  return Array.from(key).length === 1;
}

function next<T>(values: readonly T[], current: T): T {
  const following = values[(values.indexOf(current) + 1) % values.length];
  return following ?? current;
}
