import type { TracedFunction, TraceFinding, TraceReport, WrittenFunction } from '../../model/trace/trace-report.ts';
import type { TracePoint, WantedTrace } from '../../model/trace/trace-request.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';
import { renderCalls } from './calls.ts';
import { renderListing } from './lines/line-listing.ts';
import { filesThatRan, renderLiveLines } from './lines/live-lines.ts';
import { type LiveView, renderLiveValues, withBeside } from './live.ts';
import { renderLives } from './lives.ts';
import { noCallText } from './trace.ts';

const MAX_NAMED = 5;
const OWN_CODE = 'Own code is what lies below its cwd or beside its program, outside of installed packages.';

/** The recording of a session. */
export interface LiveTraceView extends LiveView {
  readonly report: TraceReport;
  readonly finding: TraceFinding;
  readonly wanted: WantedTrace;
  /** The points as they were given. */
  readonly asked: readonly string[];
  readonly startedAtMs: number;
}

/** The record of a session from its place to its next stop. `isError`: nothing that was asked for was recorded. */
export function renderLiveTrace(
  view: LiveTraceView,
  context: PathContext,
): { readonly text: string; readonly isError: boolean } {
  const { report, wanted } = view;
  const beside = { ...view, notes: [...view.notes, ...(report.gaps ?? []), ...report.notes] };
  if (wanted.kind === 'values') return valuesAnswer(beside, wanted.points, context);
  const { text, isError } = withBeside(beside, (budget) => findingText(view, context, budget));
  return { text, isError };
}

function valuesAnswer(view: LiveTraceView, points: readonly TracePoint[], context: PathContext) {
  const { report } = view;
  const text = renderLiveValues({ ...view, points, reports: report.points }, context);
  return { text, isError: report.points.every(({ total }) => total.passes === 0) };
}

function findingText(
  { report, finding, wanted }: LiveTraceView,
  context: PathContext,
  budget: number,
): { readonly text: string; readonly isError: boolean } {
  switch (finding.kind) {
    case 'calls':
      return report.totals.every(({ calls }) => calls === 0)
        ? nothing(wanted, noCallText(report), context)
        : { text: renderCalls(report, context, budget).text, isError: false };
    case 'lives': {
      const lives = {
        ...finding,
        written: '',
        wanted: wanted.kind === 'frame' ? wanted.call : ({ kind: 'first' } as const),
      };
      return { text: renderLives(lives, context, budget).text, isError: false };
    }
    case 'lines': {
      const ran = filesThatRan(finding.files);
      if (ran.length === 0) return { text: `No line of own code ran that was asked about. ${OWN_CODE}`, isError: true };
      const isFunction = wanted.kind === 'lines' && wanted.within !== undefined;
      const isNarrow = isFunction || (wanted.kind === 'lines' && wanted.file !== undefined);
      if (!isNarrow) return { text: renderLiveLines(ran, context, budget), isError: false };
      return {
        text: renderListing(ran, { cwd: context.cwd, isPartial: (report.gaps ?? []).length > 0, isFunction }, budget)
          .text,
        isError: false,
      };
    }
    case 'neverCalled':
      return { text: `Not called until then: ${named(finding.functions, context)}.`, isError: true };
    case 'unknown':
      return { text: unknownText(finding.near, context), isError: true };
    default:
      return nothing(wanted, noCallText(report), context);
  }
}

function nothing(wanted: WantedTrace, noCall: string, context: PathContext) {
  const below = wanted.kind === 'calls' ? wanted.below : undefined;
  if (!below) return { text: `${noCall} ${OWN_CODE}`, isError: true };
  const name =
    below.kind === 'function'
      ? `${below.name}()`
      : `the function around ${displayPath(below.path, context)}:${below.line}`;
  return {
    text: `No call of ${oneLine(name, 80)} was seen until then, or no such function is loaded. ${OWN_CODE}`,
    isError: true,
  };
}

function unknownText(near: readonly WrittenFunction[], context: PathContext): string {
  const like = near.length > 0 ? ` Written are ${named(near, context)}.` : '';
  return `No function that the program has loaded is that one. ${OWN_CODE}${like}`;
}

function named(functions: readonly (TracedFunction | WrittenFunction)[], context: PathContext): string {
  const shown = functions.slice(0, MAX_NAMED);
  const names = shown.map(({ name, path, line }) => `${oneLine(name, 60)} ${displayPath(path, context)}:${line}`);
  return [...names, ...(functions.length > shown.length ? ['…'] : [])].join(', ');
}
