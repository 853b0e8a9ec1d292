import { readText } from '../../files/read-file.ts';
import { linesOfText } from '../../files/text-lines.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { TracePlace, WantedTrace } from '../../model/trace/trace-request.ts';

/** Longer files are not counted. */
const MAX_BYTES = 5_000_000;

/** The places that a question is about. */
export function placesOf(wanted: WantedTrace): readonly TracePlace[] {
  switch (wanted.kind) {
    case 'frame':
      return [wanted.inside === undefined || wanted.inside === 'run' ? wanted.place : wanted.inside];
    case 'calls':
      return wanted.below ? [wanted.below] : [];
    case 'lines':
      return wanted.within ? [wanted.within] : [];
    case 'values':
      return wanted.points.map(({ place }) => place);
  }
}

/**
 * Refuses a line that a file does not have before anything runs: the line before it would be shown, and mistaken for it. A file that
 * is not there may be a source that only a map knows.
 *
 * @throws DebugError `invalid_argument`
 */
export function checkLines(wanted: WantedTrace): void {
  for (const place of placesOf(wanted)) {
    if (place.kind !== 'line') continue;
    const text = readText(place.path, MAX_BYTES);
    const lines = text === undefined ? undefined : linesOfText(text, place.path).length;
    if (lines === undefined || place.line <= lines) continue;
    throw new DebugError('invalid_argument', `${place.path} has ${lines} lines, and no line ${place.line}.`, {
      advice: 'Nothing was started. Correct the line, and call again.',
      details: { argument: 'line', path: place.path, line: place.line },
    });
  }
}
