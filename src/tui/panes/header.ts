import { counted } from '../../render/plain-text.ts';
import { displayable } from '../text/displayable.ts';
import { columnsOf, fitLine, type Line, type Span, span } from '../text/styled-line.ts';
import { shortTimeOfDay } from '../text/times.ts';
import type { JournalPhase, PaneContext } from './context.ts';

/** The first line: which journal, how much of it is read, whether it is followed, what happened to whom it matters. */
export function headerLine(context: PaneContext, columns: number): Line {
  const { log, nowMs, origin } = context;
  const errors = log.index.failures.length;
  const right: Span[] = [
    ...(errors > 0 ? [span(`  ${counted(errors, 'error')}`, 'bad')] : []),
    span(`  ${log.length} entries  `, 'dim'),
    following(context),
    span(log.length > 0 ? `  ${shortTimeOfDay(nowMs)} ` : ' ', 'dim'),
  ];
  const width = right.reduce((sum, { text }) => sum + columnsOf(text), 0);
  const left: Line = [span(' mcp-debugger ', 'title'), span(displayable(origin.name), 'plain'), reading(context)];
  return [...fitLine(left, Math.max(0, columns - width)), ...right];
}

const PHASES: Readonly<Record<JournalPhase, string>> = {
  waiting: '  waiting for it to appear',
  reading: '  reading …',
  playing: '  playing …',
  read: '',
};

function reading({ origin: { phase } }: PaneContext): Span {
  return span(PHASES[phase], 'warn');
}

function following({ log, view, origin }: PaneContext): Span {
  if (!view.following) {
    const later = log.length - view.seen;
    return span(later > 0 ? `paused, ${later} later` : 'paused', 'warn');
  }
  return origin.live ? span('following', 'good') : span('at the end', 'good');
}
