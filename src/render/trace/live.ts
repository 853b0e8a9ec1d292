import type { PointReport, TracedCall } from '../../model/trace/trace-report.ts';
import type { TracePoint } from '../../model/trace/trace-request.ts';
import { TRACE_BUDGET_TOKENS } from '../budget.ts';
import type { PathContext } from '../paths.ts';
import { type Mask, oneLine } from '../plain-text.ts';
import { fitted } from '../tokens/fitted.ts';
import { renderFrame } from './frame.ts';
import { renderValues } from './values.ts';

const MAX_NOTES = 5;
const MAX_NOTE_CHARS = 240;

/** The text beside the records of a live session. */
export interface LiveView {
  /** Remarks to be read before the records, a sentence each. */
  readonly above: readonly string[];
  readonly notes: readonly string[];
  /** The stop that ended it, or the place at which the session stands. */
  readonly below: string;
  readonly mask: Mask;
}

/** The records with the text beside them, of {@link TRACE_BUDGET_TOKENS} at most: the records get what that leaves. */
export function withBeside<T extends { readonly text: string }>(
  { above, notes, below, mask }: LiveView,
  recordsIn: (budgetTokens: number) => T,
): T {
  const shown = notes.slice(0, MAX_NOTES).map((note) => oneLine(note, MAX_NOTE_CHARS));
  const answerIn = (budgetTokens: number) => {
    const records = recordsIn(budgetTokens);
    return { ...records, text: [...above, records.text, ...shown, below].join('\n') };
  };
  return fitted(TRACE_BUDGET_TOKENS, answerIn, ({ text }) => mask(text));
}

/** The rest of a call, as far as it was followed. */
export function renderLiveFrame(
  { call, source, ...beside }: LiveView & { readonly call: TracedCall; readonly source: readonly string[] },
  context: PathContext,
): string {
  const view = { kind: 'frame', call, isWanted: true, source, wanted: { kind: 'rest' } } as const;
  return withBeside(beside, (budget) => renderFrame(view, context, budget)).text;
}

/** Values that were recorded at points while a session ran. */
export function renderLiveValues(
  {
    points,
    reports,
    asked,
    startedAtMs,
    ...beside
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
  return withBeside(beside, (budget) => renderValues(views, context, budget)).text;
}
