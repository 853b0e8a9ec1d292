import type { DebugStackEntry, DebugVariablesEntry } from '../../journal/entries.ts';
import { localsBefore, type StopView, stopAt } from '../log/moment.ts';
import { displayable } from '../text/displayable.ts';
import { type Line, type Span, span } from '../text/styled-line.ts';
import type { PaneContext } from './context.ts';

const MAX_CHARS = 400;

type Variable = DebugVariablesEntry['variables'][number];

/** The locals at the last stop; a changed one is marked with `*` and says what it was. */
export function localsLines(context: PaneContext, height: number): readonly Line[] {
  const stop = stopOf(context);
  if (!stop) return [[span('No stop yet.', 'dim')]];
  const { locals } = stop;
  if (!locals) return [[span('They were not read at this stop.', 'dim')]];
  if (locals.variableCount === 0) return [[span('There are none.', 'dim')]];
  const before = previousValues(context, stop);
  const lines = locals.variables.map((variable) => variableLine(variable, before));
  return limited(lines, locals.variableCount - lines.length, height);
}

/** The frames at the last stop, innermost first. */
export function stackLines(context: PaneContext, height: number): readonly Line[] {
  const stop = stopOf(context);
  if (!stop) return [[span('No stop yet.', 'dim')]];
  const { stack } = stop;
  if (!stack) return [[span('It was not read at this stop.', 'dim')]];
  const lines = stack.frames.map((frame, level) => frameLine(frame, level));
  return limited(lines, stack.frameCount - lines.length, height);
}

/** The watched expressions at the last stop. */
export function watchesLines(context: PaneContext, height: number): readonly Line[] {
  const watches = stopOf(context)?.watches?.watches ?? [];
  if (watches.length === 0) return [[span('No watches.', 'dim')]];
  const lines = watches.map(({ expression, value, failed, previous }) => [
    mark(previous !== undefined),
    span(clean(expression), 'accent'),
    span(' = '),
    span(clean(value), failed ? 'bad' : previous === undefined ? 'plain' : 'changed'),
    ...was(previous),
  ]);
  return limited(lines, 0, height);
}

function stopOf({ log, session, at }: PaneContext): StopView | undefined {
  return session && stopAt(log, session, at);
}

function variableLine({ name, type, value, previous }: Variable, before: ReadonlyMap<string, string>): Line {
  const old = previous === undefined ? before.get(name) : previous;
  const changed = old !== undefined && old !== value;
  return [
    mark(changed),
    span(clean(name), 'accent'),
    span(' = '),
    span(clean(value), changed ? 'changed' : 'plain'),
    ...was(changed ? old : undefined),
    span(type === '' ? '' : `  ${clean(type)}`, 'dim'),
  ];
}

/** Our own journals say what changed. In others, it is what differs from the stop before in this function. */
function previousValues({ log, session, at }: PaneContext, stop: StopView): ReadonlyMap<string, string> {
  const none = new Map<string, string>();
  if (!session || stop.state.pid !== 0) return none;
  const before = localsBefore(log, session, stop, at);
  return before ? new Map(before.variables.map(({ name, value }) => [name, value])) : none;
}

function frameLine({ name, file, line, presentation }: DebugStackEntry['frames'][number], level: number): Line {
  const own = presentation === 'normal';
  const place = `${clean(file)}:${line}`;
  const text = `${presentation === 'async' ? 'async ' : ''}${clean(name) || '(anonymous)'}`;
  return [
    span(level === 0 ? '→' : ' ', 'warn'),
    span(`#${level} `, 'dim'),
    span(text, own ? 'plain' : 'dim'),
    span(`  ${place}`, 'dim'),
  ];
}

/** As many lines as there is room for, the last of them saying how many are left out. */
function limited(lines: readonly Line[], missing: number, height: number): readonly Line[] {
  if (lines.length + (missing > 0 ? 1 : 0) <= height) {
    return missing > 0 ? [...lines, [span(`  and ${missing} more`, 'dim')]] : lines;
  }
  const shown = lines.slice(0, Math.max(0, height - 1));
  return [...shown, [span(`  and ${lines.length - shown.length + missing} more`, 'dim')]];
}

function mark(changed: boolean): Span {
  return span(changed ? '*' : ' ', 'changed');
}

function was(previous: string | null | undefined): readonly Span[] {
  if (previous === undefined) return [];
  return [span(previous === null ? '  new' : `  was ${clean(previous)}`, 'dim')];
}

function clean(text: string): string {
  return displayable(text.slice(0, MAX_CHARS));
}
