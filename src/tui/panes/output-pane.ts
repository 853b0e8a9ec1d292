import type { DebugOutputEntry } from '../../journal/entries.ts';
import { linesOf } from '../../render/plain-text.ts';
import { countUpTo } from '../log/columns.ts';
import { entryOf } from '../log/moment.ts';
import { displayable } from '../text/displayable.ts';
import { type Line, span, type Tone } from '../text/styled-line.ts';
import type { PaneContext } from './context.ts';

/** A program may write its lines in pieces. So many pieces are read for each line that is shown. */
const PIECES_PER_LINE = 4;

const TONES: Readonly<Record<DebugOutputEntry['category'], Tone>> = { stdout: 'plain', stderr: 'bad', log: 'accent' };

/** A run of pieces of one category. */
interface Run {
  readonly category: DebugOutputEntry['category'];
  text: string;
  omitted: number;
}

/** The last lines that the program wrote, as they are on its terminal. */
export function outputLines({ log, session, at }: PaneContext, height: number): readonly Line[] {
  const end = session ? countUpTo(session.outputs, at) : 0;
  if (!session || end === 0) return [[span('Nothing was written.', 'dim')]];
  const runs: Run[] = [];
  for (const index of session.outputs.slice(Math.max(0, end - height * PIECES_PER_LINE), end)) {
    const entry = entryOf(log, index, 'debug:output');
    if (entry) append(runs, entry);
  }
  return runs.flatMap(runLines).slice(-height);
}

function append(runs: Run[], { category, output, omitted = 0 }: DebugOutputEntry): void {
  const last = runs.at(-1);
  if (last?.category === category && last.omitted === 0) {
    last.text += output;
    last.omitted = omitted;
  } else {
    runs.push({ category, text: output, omitted });
  }
}

function runLines({ category, text, omitted }: Run): Line[] {
  const lines: Line[] = linesOf(text).map((line) => [span(displayable(line), TONES[category])]);
  return omitted > 0 ? [...lines, [span(`(${omitted} characters left out)`, 'dim')]] : lines;
}
