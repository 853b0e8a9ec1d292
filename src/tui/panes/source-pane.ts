import type { DebugStackEntry } from '../../journal/entries.ts';
import { type BreakpointView, breakpointsAt, type StopView, stopAt } from '../log/moment.ts';
import { displayable } from '../text/displayable.ts';
import { type Line, span } from '../text/styled-line.ts';
import type { PaneContext } from './context.ts';

/** Longer lines are cut before they are made displayable. */
const MAX_CHARS = 400;
/** The journal's mark at the end of a text that it cut. */
const CUT_MARK = '... (truncated)';

/** Some lines of a source, by the 1-based number of the first. */
interface Excerpt {
  readonly startLine: number;
  readonly lines: readonly string[];
  /** The reason why the excerpt may differ from the code that ran; undefined if it is the same. */
  readonly doubt?: string;
}

/** The source around the last stop, its line and the breakpoints marked. */
export function sourceBlock(context: PaneContext, height: number): readonly Line[] {
  const { log, session, at } = context;
  const stop = session && stopAt(log, session, at);
  if (!session || !stop?.state.location) return [[span('No stop yet.', 'dim')]];
  const { file, line } = stop.state.location;
  const excerpt = excerptOf(context, stop);
  if (!excerpt) return [[span(`${displayable(file)} cannot be read here.`, 'dim')]];
  const breakpoints = breakpointsAt(log, session, at).filter(({ entry }) => entry.file === file);
  const room = excerpt.doubt === undefined ? height : height - 1;
  const last = excerpt.startLine + excerpt.lines.length - 1;
  const first = Math.max(excerpt.startLine, Math.min(line - (room >> 1), last - room + 1));
  const lines = excerpt.lines.slice(first - excerpt.startLine, first - excerpt.startLine + room);
  const width = String(first + lines.length - 1).length;
  const shown = lines.map((text, offset) => sourceLine(text, first + offset, { stop, breakpoints, width }));
  return excerpt.doubt === undefined ? shown : [...shown, [span(excerpt.doubt, 'dim')]];
}

/** `app.js:10`, for the pane's title. */
export function sourceTitle({ log, session, at }: PaneContext): string {
  const location = session && stopAt(log, session, at)?.state.location;
  return location ? `Source: ${displayable(location.file)}:${location.line}` : 'Source';
}

interface Marks {
  readonly stop: StopView;
  readonly breakpoints: readonly BreakpointView[];
  readonly width: number;
}

function sourceLine(text: string, number: number, { stop, breakpoints, width }: Marks): Line {
  const here = number === stop.state.location?.line;
  const breakpoint = breakpoints.find(({ entry }) => entry.line === number);
  const code = displayable(text.slice(0, MAX_CHARS));
  const arrow = stop.current ? '→' : '·';
  const tone = stop.state.reason === 'exception' ? 'bad' : 'warn';
  return [
    breakpoint ? span(breakpoint.entry.verified ? '●' : '○', 'bad') : span(' '),
    here ? span(arrow, stop.current ? tone : 'dim') : span(' '),
    span(`${String(number).padStart(width)} `, here ? 'strong' : 'dim'),
    span(code, here && stop.current ? 'strong' : 'plain'),
    ...(breakpoint && breakpoint.hits > 0 ? [span(`  ${breakpoint.hits}x`, 'dim')] : []),
  ];
}

/**
 * The file as it is now where that is what the program ran, because it goes further than what the journal keeps; otherwise what
 * the journal kept.
 */
function excerptOf({ sources, session }: PaneContext, stop: StopView): Excerpt | undefined {
  const { location } = stop.state;
  if (!location || !session) return undefined;
  const kept = stop.stack?.source;
  const file = sources(location.file, session);
  if (kept && !(file && agrees(kept, file))) return kept;
  if (!file || file.length < location.line) return undefined;
  return kept ? { startLine: 1, lines: file } : { startLine: 1, lines: file, doubt: 'the file as it is now' };
}

function agrees({ startLine, lines }: NonNullable<DebugStackEntry['source']>, file: readonly string[]): boolean {
  return lines.every((line, offset) => {
    const now = file[startLine + offset - 1] ?? '';
    return line.endsWith(CUT_MARK) ? now.startsWith(line.slice(0, -CUT_MARK.length)) : now === line;
  });
}
