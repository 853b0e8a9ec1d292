import { countUpTo } from '../log/columns.ts';
import { columnsOf, cutToColumns, field, fitLine, type Line, type Span, span } from '../text/styled-line.ts';
import { duration, shortTimeOfDay, timeOfDay } from '../text/times.ts';
import { rowsOf } from '../view/row-filter.ts';
import type { PaneContext } from './context.ts';
import { answerText, entryText } from './entry-text.ts';

const SESSION_COLUMNS = 8;
/** Narrower timelines show the time without its milliseconds. */
const WIDE = 60;
/** The chosen row has so many rows after it, where there are some. */
const ROWS_AFTER = 2;

/** Calls with what happened during each, oldest first, the chosen one in view. */
export function timelineLines(context: PaneContext, columns: number, height: number): readonly Line[] {
  const rows = rowsOf(context.log.index, context.view.filter);
  if (rows.length === 0) return [[span(emptyText(context), 'dim')]];
  const place = countUpTo(rows, context.row ?? -1) - 1;
  const first = Math.max(0, Math.min(rows.length - height, place - height + 1 + Math.min(ROWS_AFTER, height >> 2)));
  return rows.slice(first, first + height).map((row) => rowLine(context, row, columns));
}

function emptyText({ log, origin }: PaneContext): string {
  if (log.length > 0) return 'No row is of the chosen session and type. Esc shows all.';
  return origin.phase === 'waiting'
    ? 'There is no journal yet. It appears with the first tool call.'
    : 'No entries yet.';
}

function rowLine(context: PaneContext, row: number, columns: number): Line {
  const { log, view } = context;
  const { index } = log;
  const chosen = row === context.row;
  const time = (columns >= WIDE ? timeOfDay : shortTimeOfDay)(index.timeMs(row));
  const session = index.session(row)?.name ?? '';
  const several = index.sessions.length > 1 && view.filter.sessionId === undefined;
  const within = context.row !== undefined && index.parent(row) === context.row;
  const head: Line = [
    span(chosen ? '›' : within ? '·' : ' ', 'accent'),
    span(`${time} `, 'dim'),
    ...(several ? [span(`${field(session, SESSION_COLUMNS)} `, 'accent')] : []),
    span(index.parent(row) === undefined ? '' : '  '),
  ];
  const end = outcome(context, row);
  const left = columns - columnsOf(end.text) - 1;
  const body = fitLine(
    [...head, ...bodyOf(context, row)].flatMap((part) => matched(part, view.search)),
    left,
  );
  const line = fitLine([...body, span(' '), end], columns);
  return chosen ? line.map((part) => ({ ...part, selected: true })) : line;
}

function bodyOf({ log }: PaneContext, row: number): Line {
  const own = entryText(log.entry(row));
  const answer = log.index.kind(row) === 'call' ? log.index.partner(row) : undefined;
  if (answer === undefined) return own;
  const { entry } = log.entry(answer);
  if (entry?.message === 'tool:error') return [...own, span(` → ${cutLine(entry.error)}`, 'bad')];
  if (entry?.message === 'tool:response') return [...own, span(` → ${answerText(entry.response)}`, 'dim')];
  return own;
}

/** A refusal's first line says what happened; the rest is in the entry. */
function cutLine(error: string): string {
  return answerText({ text: error });
}

/** The outcome and duration of a call; empty for entries that are no call. */
function outcome({ log, nowMs }: PaneContext, row: number): Span {
  const { index } = log;
  if (index.kind(row) !== 'call') return span('');
  const answer = index.partner(row);
  if (answer === undefined) return span(`${duration(nowMs - index.timeMs(row))} …`, 'running');
  const took = duration(tookMs(log.entry(answer).json.duration) ?? index.timeMs(answer) - index.timeMs(row));
  return index.failed(row) ? span(`${took} ✗`, 'bad') : span(`${took} ✓`, 'good');
}

function tookMs(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The pieces of a span, with those that were searched for marked. */
function matched(part: Span, search: string): readonly Span[] {
  if (search === '') return [part];
  const at = part.text.toLowerCase().indexOf(search.toLowerCase());
  if (at < 0) return [part];
  const end = at + search.length;
  return [
    { ...part, text: part.text.slice(0, at) },
    { ...part, text: part.text.slice(at, end), tone: 'match' },
    { ...part, text: part.text.slice(end) },
  ];
}

/** Names the filters of the timeline, for its title. */
export function timelineTitle({ log, view }: PaneContext, columns: number): string {
  const { sessionId, type } = view.filter;
  const name = log.index.sessions.find(({ id }) => id === sessionId)?.name;
  const parts = [name && `session ${name}`, type !== 'all' && type, view.search && `"${view.search}"`].filter(Boolean);
  return cutToColumns(`Timeline${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`, columns);
}
