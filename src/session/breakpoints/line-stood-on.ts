import { readText } from '../../files/read-file.ts';
import { linesOfText } from '../../files/text-lines.ts';
import type { BreakpointRecord } from '../../model/breakpoints/breakpoint-record.ts';

/** Longer sources are not read for one line. */
const MAX_SOURCE_BYTES = 4_000_000;

/** The line of source that a breakpoint stands on, where that is in the file which its user has named. */
export function lineStoodOn({ target, state }: BreakpointRecord): string | undefined {
  if (target.kind !== 'line' || state.kind !== 'verified' || state.location.path !== target.path) return undefined;
  const text = readText(target.path, MAX_SOURCE_BYTES);
  return text === undefined ? undefined : linesOfText(text, target.path)[state.location.line - 1]?.trim();
}
