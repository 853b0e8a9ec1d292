import type { MovedLine } from '../../../render/patch.ts';
import type { DebugSession } from '../../../session/debug-session.ts';

/** On which lines of a file the program is stopped, and its breakpoints are: by their numbers, the stop's is undefined. */
type Lines = ReadonlyMap<number | undefined, number>;

/** @param path Absolute. */
export function linesIn({ state, breakpoints }: DebugSession, path: string): Lines {
  const lines = new Map<number | undefined, number>();
  if (state.kind === 'stopped' && state.location.path === path) lines.set(undefined, state.location.line);
  for (const { id, state: where } of breakpoints.list())
    if (where.kind === 'verified' && where.location.path === path) lines.set(id, where.location.line);
  return lines;
}

/** Lists the breakpoints that are on another line than before. */
export function movedSince(before: Lines, now: Lines): MovedLine[] {
  return [...now].flatMap(([breakpoint, line]) =>
    !before.has(breakpoint) || before.get(breakpoint) === line
      ? []
      : { line, ...(breakpoint === undefined ? {} : { breakpoint }) },
  );
}
