import type { PointReport, TracedCall } from '../../model/trace/trace-report.ts';
import type { TracePoint } from '../../model/trace/trace-request.ts';
import type { PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';
import { renderFrame } from './frame.ts';
import { renderValues } from './values.ts';

/** The most estimated tokens of an answer whose session stands at nothing new. */
const BUDGET_TOKENS = 600;
/** The same, where the stop that ended it is shown beside it. */
const SHORT_BUDGET_TOKENS = 400;
const MAX_NOTES = 5;

/** The text beside the records of a live session. */
export interface LiveView {
  readonly notes: readonly string[];
  /** The stop that ended it is shown beside it. */
  readonly endsInStop: boolean;
}

/** The most estimated tokens of the records. */
export function liveBudget({ endsInStop }: Pick<LiveView, 'endsInStop'>): number {
  return endsInStop ? SHORT_BUDGET_TOKENS : BUDGET_TOKENS;
}

/** The rest of a call, as far as it was followed. */
export function renderLiveFrame(
  { call, source, notes, endsInStop }: LiveView & { readonly call: TracedCall; readonly source: readonly string[] },
  context: PathContext,
): string {
  const view = { kind: 'frame', call, isWanted: true, source, wanted: { kind: 'rest' } } as const;
  const { text } = renderFrame(view, context, liveBudget({ endsInStop }));
  return [text, ...shortNotes(notes)].join('\n');
}

/** Values that were recorded at points while a session ran. */
export function renderLiveValues(
  {
    points,
    reports,
    asked,
    startedAtMs,
    notes,
    endsInStop,
  }: LiveView & {
    readonly points: readonly TracePoint[];
    readonly reports: readonly PointReport[];
    /** The points as they were given. */
    readonly asked: readonly string[];
    readonly startedAtMs: number;
  },
  context: PathContext,
): string {
  const views = points.flatMap(({ id, condition }, index) => {
    const report = reports.find(({ point }) => point === id);
    return report
      ? [{ asked: asked[index] ?? '', report, hasCondition: condition !== undefined, hasFile: false, startedAtMs }]
      : [];
  });
  const { text } = renderValues(views, context, liveBudget({ endsInStop }));
  return [text, ...shortNotes(notes)].join('\n');
}

/** The notes beside the records, one line each. */
export function shortNotes(notes: readonly string[]): string[] {
  return notes.slice(0, MAX_NOTES).map((note) => oneLine(note, 240));
}
