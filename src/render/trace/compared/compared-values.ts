import type { TracedSeries } from '../../../model/trace/trace-record.ts';
import type { PointDifference, Sides, TraceComparison, TracedHit } from '../../../model/trace/trace-report.ts';
import type { PathContext } from '../../paths.ts';
import { counted, oneLine } from '../../plain-text.ts';
import { layOut, type SectionLine } from '../../sections.ts';
import { callerText, endText, resultText } from '../facts.ts';
import { NO_QUESTION, type Rendered } from '../next-call.ts';
import { seriesCounts } from '../values.ts';
import { sides } from './sides.ts';

const MAX_ASKED_CHARS = 120;

type ValuesComparison = Extract<TraceComparison, { of: 'values' }>;

/** For each point the first pass at which two runs part, then the next ones, and how their series differ. */
export function renderComparedValues(view: ValuesComparison, context: PathContext, budgetTokens: number): Rendered {
  const { points, otherName } = view;
  const isAlike = points.every((point) => isSame(point));
  const sections = points.map((point, index) => ({
    lines: pointLines(point, index, { otherName, context }),
    note: ({ lines: left }: { readonly lines: number }) => (left > 0 ? `  … ${left} more lines` : undefined),
  }));
  const header = isAlike
    ? `The values are alike here and in ${otherName}.`
    : `The values differ from those in ${otherName}:`;
  const text = layOut(header, sections, budgetTokens);
  const at = points.map(({ asked }) => asked);
  return { text, next: { shows: 'the rows of this run', change: { ...NO_QUESTION, at } } };
}

function isSame({ passes, rows, series }: PointDifference): boolean {
  return passes.one === passes.other && rows.length === 0 && series.length === 0;
}

interface Place {
  readonly otherName: string;
  readonly context: PathContext;
}

function pointLines(point: PointDifference, index: number, place: Place): SectionLine[] {
  const { asked, passes } = point;
  const reached =
    passes.one === passes.other
      ? `reached ${counted(passes.one, 'time')} in both`
      : `reached ${counted(passes.one, 'time')} here, ${passes.other} there`;
  const verdict = isSame(point) ? ', alike' : '';
  const title = { text: `${oneLine(asked, MAX_ASKED_CHARS)}: ${reached}${verdict}`, tier: 1 + index / 100 };
  return [
    title,
    ...point.rows.flatMap((row, at) => rowLines(row, at, place)),
    ...point.series.flatMap((each) => seriesLines(each, place)),
  ];
}

function rowLines(
  { one, other }: Partial<Sides<TracedHit>>,
  index: number,
  { otherName, context }: Place,
): SectionLine[] {
  const tier = 2 + index / 100;
  const pass = (one ?? other)?.pass ?? 0;
  const caller = callerText((one ?? other)?.caller, context);
  const title = `  ${index === 0 ? 'first at' : 'then at'} pass ${pass}${caller === '' ? '' : ` ${caller}`}:`;
  const [here, there] = [rowText(one), rowText(other)];
  return [{ text: title, tier }, ...sides({ what: '', otherName, tier }, here, there)];
}

function rowText(hit: TracedHit | undefined): string {
  if (!hit) return 'no such pass';
  return [hit.values.map(resultText).join(', '), hit.end ? endText(hit.end) : '']
    .filter((part) => part !== '')
    .join('  ');
}

function seriesLines({ one, other }: Partial<Sides<TracedSeries>>, { otherName }: Place): SectionLine[] {
  const name = oneLine((one ?? other)?.name ?? '', 60);
  const text = (series: TracedSeries | undefined) => (series ? seriesCounts(series) : 'no values');
  return sides({ what: name, otherName, tier: 3 }, text(one), text(other));
}
