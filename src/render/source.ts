import type { SourceLocation } from '../model/source-location.ts';
import type { SourceExcerpt } from '../model/stop-report.ts';
import { displayLocation, displayPath, type PathContext } from './paths.ts';
import { cut, oneLine, wellFormed } from './plain-text.ts';

/** The number of source lines on each side of the line that matters. */
const CONTEXT_LINES = 3;
/** Longer source lines are cut: a minified bundle is one line of a megabyte. */
const MAX_LINE_CHARS = 160;

/** A line of source as shown, with how far it is from the one that matters (0 is that one). */
interface SourceLine {
  readonly text: string;
  readonly distance: number;
}

/**
 * The lines around a place, the place itself marked: `  >>> 10 | code`; or those around its call, which are said to be that. Empty when the
 * excerpt does not hold the place.
 */
export function sourceLines(excerpt: SourceExcerpt, place: SourceLocation, context: PathContext): SourceLine[] {
  if (excerpt.withheld !== undefined) return [{ text: `  (${excerpt.withheld})`, distance: 0 }];
  const { caller } = excerpt;
  if (caller === undefined) return linesAround(excerpt, place);
  const text = `  (no text of ${displayPath(place.path, context)} is known; called from ${displayLocation(caller, context)}:)`;
  return [{ text, distance: 0 }, ...linesAround(excerpt, caller)];
}

function linesAround(excerpt: SourceExcerpt, place: SourceLocation): SourceLine[] {
  const at = place.line - excerpt.startLine;
  if (excerpt.lines[at] === undefined) return [];
  const first = Math.max(0, at - CONTEXT_LINES);
  const shown = excerpt.lines.slice(first, at + CONTEXT_LINES + 1);
  const width = String(excerpt.startLine + first + shown.length - 1).length;
  return shown.map((code, offset) => {
    const index = first + offset;
    const visible = index === at ? windowAround(code, place.column) : cut(oneLine(code), MAX_LINE_CHARS);
    const number = String(excerpt.startLine + index).padStart(width);
    return {
      text: `  ${index === at ? '>>>' : '   '} ${number} | ${visible}`.trimEnd(),
      distance: Math.abs(index - at),
    };
  });
}

/** One line of source, marked, as under a moved breakpoint. */
export function markedLine(line: number, code: string): string {
  return `  >>> ${line} | ${cut(oneLine(code), MAX_LINE_CHARS)}`.trimEnd();
}

/** The part of a long line that holds the column; a short line whole. */
function windowAround(code: string, column: number): string {
  const end = column + MAX_LINE_CHARS / 2;
  if (code.length <= MAX_LINE_CHARS || end <= MAX_LINE_CHARS) return cut(oneLine(code), MAX_LINE_CHARS);
  const start = Math.max(0, Math.min(end, code.length) - MAX_LINE_CHARS + 1);
  return cut(`…${oneLine(wellFormed(code.slice(start, start + MAX_LINE_CHARS)))}`, MAX_LINE_CHARS);
}
