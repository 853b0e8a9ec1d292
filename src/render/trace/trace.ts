import type { ActionNames } from '../../model/advice.ts';
import type { RowsWritten } from '../../model/trace/rows-written.ts';
import type {
  FunctionTotal,
  ShownFile,
  TracedFunction,
  TraceFinding,
  TraceReport,
} from '../../model/trace/trace-report.ts';
import type { TracePlace, TracePoint, WantedCall, WantedTrace } from '../../model/trace/trace-request.ts';
import { LIST_BUDGET_TOKENS, TRACE_BUDGET_TOKENS } from '../budget.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { asItIs, counted, type Mask, oneLine } from '../plain-text.ts';
import { layOut } from '../sections.ts';
import { fitted } from '../tokens/fitted.ts';
import { cutToCost, surely, tokenCost } from '../tokens/token-cost.ts';
import { renderCalls } from './calls.ts';
import { renderComparison } from './compared/comparison.ts';
import { renderFrame } from './frame.ts';
import { renderListing } from './lines/line-listing.ts';
import { renderLines } from './lines/lines.ts';
import { renderLives } from './lives.ts';
import { type CallArguments, callText, NO_QUESTION, nextLine, type Rendered } from './next-call.ts';
import { renderOrigins } from './origins.ts';
import { renderTraceEnd } from './trace-end.ts';
import { renderValues } from './values.ts';

/** Tokens that the end of a run may have in any case; it gets what the rest leaves. */
const END_TOKENS = 250;
/** The most tokens of the file of rows, of remarks about the command, and of the call that shows more. */
const ROWS_TOKENS = 80;
const NOTES_TOKENS = 80;
const NEXT_TOKENS = 140;
const MAX_GAPS = 3;
const MAX_GAP_CHARS = 240;
const NOTHING_RAN = { shows: 'what ran', change: { ...NO_QUESTION, mode: 'calls' } };

/** A trace, and what was asked. */
export interface TraceView {
  readonly report: TraceReport;
  readonly finding: TraceFinding;
  readonly wanted: WantedTrace;
  /** The points as they were given. */
  readonly asked: readonly string[];
  readonly startedAtMs: number;
  /** Show what the program wrote, whatever came of it. */
  readonly withOutput: boolean;
  /** The file of all rows. */
  readonly rows?: RowsWritten | undefined;
  /** Some rows were asked for by their numbers. */
  readonly asksRows: boolean;
  /** All arguments of the call, as they were sent. */
  readonly given: CallArguments;
  /** The number under which the trace is kept. */
  readonly number: number | undefined;
}

/** The options of {@link renderTrace}. */
interface TraceOptions extends PathContext {
  readonly actions?: ActionNames | undefined;
  /** Remarks about the command, a sentence each. */
  readonly notes?: readonly string[];
  readonly mask?: Mask;
}

interface MaskingView extends TraceView {
  readonly mask: Mask;
}

interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * A trace as text, of {@link TRACE_BUDGET_TOKENS} at most as it is read; rows that were asked for may take more. `isError`: nothing that
 * was asked for was recorded.
 */
export function renderTrace(given: TraceView, options: TraceOptions): Answer {
  const { cwd, notes = [], mask = asItIs } = options;
  const view = { ...given, mask };
  const context = { cwd };
  const number = lostText(view.report) === undefined ? view.number : undefined;
  const written = view.rows ? [cutToCost(rowsText(view.rows, view.report, context), ROWS_TOKENS)] : [];
  const endIn = (budget: number) =>
    renderTraceEnd(view.report, { ...options, withOutput: view.withOutput, number }, budget);
  const said = notes.length > 0 ? [cutToCost(notes.join('\n'), NOTES_TOKENS)] : [];
  const whole = view.asksRows ? LIST_BUDGET_TOKENS : TRACE_BUDGET_TOKENS;
  const others = [findingText(view, context, whole).text, ...written, ...said].join('\n');
  const left = Math.floor(whole - NEXT_TOKENS - tokenCost(others));
  const end = [...written, fitted(Math.max(END_TOKENS, left), endIn, mask), ...said];
  const answerIn = (budget: number) => {
    const { text, next, isError } = findingText(view, context, budget);
    const line = next && nextLine(view.given, next, mask);
    return { text, isError, after: [...end, ...(line === undefined ? [] : [line])].join('\n') };
  };
  const { text, after, isError } = fitted(whole, answerIn, (answer) => mask(`${answer.text}\n${answer.after}`));
  // Only names and paths without words are longer than there is room for.
  return { text: `${cutToCost(text, surely(whole) - tokenCost(mask(after)) - 1)}\n${after}`, isError };
}

function findingText(
  view: MaskingView,
  context: PathContext,
  budget: number,
): Rendered & { readonly isError: boolean } {
  const { report } = view;
  const lost = lostText(report);
  if (lost !== undefined) return { text: lost, next: undefined, isError: true };
  const gaps = gapsOf(view);
  if (gaps.length === 0) return seenText(view, context, budget);
  const more = gaps.length > MAX_GAPS ? [`… ${counted(gaps.length - MAX_GAPS, 'more reason')}`] : [];
  const shown = gaps.slice(0, MAX_GAPS).map((each) => oneLine(each, MAX_GAP_CHARS));
  const head = `Not all of the run was seen. ${[...shown, ...more].join('\n')}`;
  const seen = seenText(view, context, budget - tokenCost(head) - 1);
  return { ...seen, text: `${head}\n${seen.text}` };
}

/** The reasons why not all was seen, of both runs where two are compared. */
function gapsOf({ report: { gaps = [] }, finding }: TraceView): readonly string[] {
  if (finding.kind !== 'comparison') return gaps;
  return [...gaps, ...(finding.otherGaps ?? []).map((each) => `Of ${finding.otherName}: ${each}`)];
}

function seenText(view: MaskingView, context: PathContext, budget: number): Rendered & { readonly isError: boolean } {
  const { finding, report, wanted } = view;
  const isPartial = (report.gaps ?? []).length > 0;
  switch (finding.kind) {
    case 'frame': {
      return { ...renderFrame({ ...finding, wanted: callWanted(wanted) }, context, budget), isError: false };
    }
    case 'lives': {
      const written = report.output.chunks.map(({ text }) => text).join('');
      const lives = { ...finding, written, wanted: callWanted(wanted) };
      return { ...renderLives(lives, context, budget), isError: false };
    }
    case 'origins': {
      const written = report.output.chunks.map(({ text }) => text).join('');
      const isError = finding.origins.length === 0;
      return { ...renderOrigins({ ...finding, written }, context, budget), isError };
    }
    case 'comparison':
      return { ...renderComparison(finding, context, budget), isError: false };
    case 'calls':
      return report.totals.length === 0
        ? {
            text: `${report.processes === 0 ? UNTRACED : noCallText(report)} ${OWN_CODE}`,
            next: undefined,
            isError: true,
          }
        : { ...renderCalls(report, context, budget), isError: false };
    case 'values':
      return { ...valuesText(view, context, budget), isError: report.points.every(({ total }) => total.passes === 0) };
    case 'lines':
      return { ...linesText(view, finding.files, { context, budget }), isError: false };
    case 'ambiguous':
      return { text: ambiguousText(view, finding.totals, { context, budget }), next: undefined, isError: true };
    case 'neverCalled':
      return {
        text: neverCalledText(finding.functions, isPartial ? 'No call seen' : 'Never called', { context, budget }),
        next: NOTHING_RAN,
        isError: true,
      };
    case 'unknown':
      return { ...unknownText(view, finding, context), isError: true };
  }
}

/** The text for a run that left no record: a process keeps it in memory at first, where a signal that stops or ends it soon leaves it. */
function lostText({ ended, processes }: TraceReport): string | undefined {
  if (processes > 0) return undefined;
  const signal = ended.kind === 'running' ? ended.suspended && 'SIGSTOP' : ended.signal;
  return signal
    ? `Nothing of the run is known: ${signal} came before it had written down what it recorded.`
    : undefined;
}

/** The words for a run in which no function was called, as far as it was seen. */
export function noCallText({ gaps = [] }: TraceReport): string {
  return gaps.length > 0 ? 'No call of own code was seen.' : 'No function of own code was called.';
}

function linesText(
  { wanted, report }: TraceView,
  files: readonly ShownFile[],
  { context, budget }: { readonly context: PathContext; readonly budget: number },
): Rendered {
  const isFunction = wanted.kind === 'lines' && wanted.within !== undefined;
  const isNarrow = isFunction || (wanted.kind === 'lines' && wanted.file !== undefined);
  const isPartial = (report.gaps ?? []).length > 0;
  return isNarrow
    ? renderListing(files, { ...context, isPartial, isFunction }, budget)
    : renderLines(files, { ...context, isPartial }, budget);
}

function callWanted(wanted: WantedTrace): WantedCall {
  return wanted.kind === 'frame' ? wanted.call : { kind: 'first' };
}

function valuesText(view: TraceView, context: PathContext, budget: number): Rendered {
  const { report, wanted, asked, startedAtMs, rows } = view;
  const points = wanted.kind === 'values' ? wanted.points : [];
  const views = points.flatMap((point: TracePoint, index) => {
    const found = report.points.find((each) => each.point === point.id);
    const hasCondition = point.condition !== undefined;
    const hasFile = rows !== undefined;
    return found ? [{ asked: asked[index] ?? '', report: found, hasCondition, startedAtMs, hasFile }] : [];
  });
  return renderValues(views, context, budget);
}

/** `All 120 rows are in passes.jsonl.` A process that was killed may not have written the row of a call that it was in. */
function rowsText(
  { path, rows, left, maxRows, maxBytes }: RowsWritten,
  { points }: TraceReport,
  context: PathContext,
): string {
  const passes = points.reduce((sum, { total }) => sum + total.held, 0);
  const where = displayPath(path, context);
  if (rows === 0) return `There was no row to write into ${where}.`;
  const form = 'a JSON text in each line';
  if (rows === passes) return `All ${counted(rows, 'row')} are in ${where}, ${form}.`;
  if (left === 0) return `${counted(rows, 'row')} are in ${where}, ${form}.`;
  const limit = `a file holds ${maxRows} rows, ${maxBytes / 1_000_000} MB`;
  return `The first ${rows} of ${counted(passes, 'row')} are in ${where}, ${form}: ${limit}.`;
}

function ambiguousText(
  { given, mask }: MaskingView,
  totals: readonly FunctionTotal[],
  { context, budget }: { readonly context: PathContext; readonly budget: number },
): string {
  const lines = totals.map((total, index) => {
    const { path, line } = total.function;
    const call = callText(given, { function: undefined, file: displayPath(path, context), line }, mask);
    const parts = [nameAndPlace(total.function, context), counted(total.calls, 'call'), ...(call ? [call] : [])];
    return { text: `  ${parts.join(': ')}`, tier: index };
  });
  const note = ({ lines: left }: { readonly lines: number }) => (left > 0 ? `  … ${left} more functions` : undefined);
  return layOut('Several functions have that name. Ask for one of them:', [{ lines, note }], budget);
}

function neverCalledText(
  functions: readonly TracedFunction[],
  title: string,
  { context, budget }: { readonly context: PathContext; readonly budget: number },
): string {
  const [first] = functions;
  if (first && functions.length === 1) return `${title}: ${nameAndPlace(first, context)}.`;
  const lines = functions.map((each, index) => ({ text: `  ${nameAndPlace(each, context)}`, tier: index }));
  const note = ({ lines: left }: { readonly lines: number }) => (left > 0 ? `  … ${left} more functions` : undefined);
  return layOut(`${title}:`, [{ lines, note }], budget);
}

const UNTRACED = 'Nothing of the run could be traced: no program of Node.js or Python in it was reached.';
const OWN_CODE = 'Own code is what lies below cwd or beside the program, outside of installed packages.';

/** The reasons why nothing of a named file was traced. */
const NOT_TRACED = {
  missing: 'there is no such file',
  installed: 'it belongs to an installed package, which is not traced',
  unloaded: 'the run did not load that file as code, or no function stands there',
} as const;

function askedPlace(wanted: WantedTrace): TracePlace | undefined {
  if (wanted.kind === 'lines') return wanted.within;
  if (wanted.kind !== 'frame') return undefined;
  return wanted.inside === undefined || wanted.inside === 'run' ? wanted.place : wanted.inside;
}

function unknownText(
  { report, wanted, given }: TraceView,
  { near, file }: Extract<TraceFinding, { kind: 'unknown' }>,
  context: PathContext,
): Rendered {
  const asked = askedPlace(wanted);
  const name = asked?.kind === 'function' ? asked.name : undefined;
  const place = asked?.kind === 'line' ? asked : undefined;
  const line = place && `${displayPath(place.path, context)}:${place.line}`;
  const around =
    line === undefined && wanted.kind === 'lines' ? 'No code was counted' : `No function around ${line ?? 'that line'}`;
  const what = name === undefined ? around : `No function ${oneLine(name, 80)}`;
  const why = file === undefined ? 'no loaded file of own code has it' : NOT_TRACED[file];
  const where = report.processes === 0 ? 'nothing of the run could be traced' : why;
  const [nearest] = near;
  const isLike = nearest && nearest.name !== name?.split('.').at(-1);
  const named = near.map(({ name: each, path, line }) => `${oneLine(each, 60)} ${displayPath(path, context)}:${line}`);
  const known = nearest
    ? [
        isLike
          ? `Like it are ${named.join(', ')}.`
          : `It is written at ${named[0]}, where the run knows no function by this name.`,
      ]
    : [];
  const text = [`${what}: ${where}. ${OWN_CODE}`, ...known].join('\n');
  if (!nearest) return { text, next: given.mode === 'calls' ? undefined : NOTHING_RAN };
  const { path, line: atLine } = nearest;
  // A function that something else than its declaration names is still the one around its line.
  const change = isLike
    ? { function: `${nearest.name}()`, file: undefined, line: undefined }
    : { function: undefined, file: displayPath(path, context), line: atLine };
  return { text, next: { shows: oneLine(nearest.name, 60), change } };
}

function nameAndPlace({ name, path, line }: TracedFunction, context: PathContext): string {
  return `${oneLine(name, 80)} ${displayPath(path, context)}:${line}`;
}
