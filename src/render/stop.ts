import type { ActionNames } from '../model/advice.ts';
import { isBuiltin } from '../model/source-location.ts';
import type { ExceptionInfo, RelatedException, StopReason } from '../model/stop-outcome.ts';
import type { LocalVariable, StopReport } from '../model/stop-report.ts';
import { STOP_BUDGET_TOKENS } from './budget.ts';
import { exceptionLine } from './evaluate.ts';
import { outputSection, STOP_OUTPUT_LIMITS } from './output.ts';
import { displayLocation, type PathContext } from './paths.ts';
import { counted, linesOf, oneLine } from './plain-text.ts';
import { layOut, type Section } from './sections.ts';
import { sourceLines } from './source.ts';
import { isOwnFrame, type StackEntry, stackEntries } from './stack.ts';
import { localLine, whenOf } from './variables.ts';
import { watchLines } from './watches.ts';
import { writeLine, writerLines } from './writes.ts';

/** The order in which the parts of a stop give way when the budget is short: the higher, the sooner. */
const TIER = {
  source: 0,
  exception: 1,
  changedLocals: 2,
  warnings: 3,
  watches: 4,
  caller: 5,
  output: 6,
  localsInView: 7,
  otherLocals: 8,
  deeperStack: 9,
} as const;

const TOP_FRAMES = 5;
/** So many entries of the stack say where the program is and who called. */
const CALLER_ENTRIES = 2;
const MAX_EXCEPTION_LINES = 8;
const MAX_EXCEPTION_LINE_CHARS = 160;
const MAX_NAME_CHARS = 60;
/** Numbers of breakpoints in the first line. */
const MAX_NUMBERS = 8;
const MAX_WARNING_CHARS = 240;

/** Facts for the first line of a stop. */
export interface StopHeaderOptions extends PathContext {
  /** Estimated tokens; only the header line may go beyond. {@link STOP_BUDGET_TOKENS} when left out. */
  readonly budgetTokens?: number | undefined;
  /** The number of the session's breakpoints: with several, the header names the one that was hit. */
  readonly breakpointCount?: number | undefined;
  /** Name of the thread, to be given when there are several. */
  readonly thread?: string | undefined;
}

/** Options of {@link renderStop}. */
interface StopOptions extends StopHeaderOptions {
  /** Name the calls that show what is left out. */
  readonly actions: ActionNames;
}

/** A stop that explains itself: `Stopped (breakpoint) at app.js:10`, the source around it, and all that changed. */
export function renderStop(report: StopReport, options: StopOptions): string {
  const { actions } = options;
  const sections = [
    sourceSection(report, options),
    writeSection(report, options),
    exceptionSection(report.stop.exception, options),
    relatedSection(report.related ?? [], options),
    localsSection(report, options),
    stackSection(report, options),
    listSection('Watches:', watchLines(report.watches, TIER.watches), 'watch', actions.watch),
    writersSection(report, options),
    outputSection(report.output, {
      cwd: options.cwd,
      title: 'Output:',
      indent: '  ',
      tier: TIER.output,
      limits: STOP_OUTPUT_LIMITS,
      more: actions.output,
    }),
    warningsSection(report.warnings, actions),
  ];
  return layOut(stopHeader(report, options), sections, options.budgetTokens ?? STOP_BUDGET_TOKENS);
}

/** The first line of a stop; its beginning, up to the line number, is what clients look for and stays as it is. */
export function stopHeader({ stop }: StopReport, options: StopHeaderOptions): string {
  const place = `Stopped (${reasonWord(stop.reason)}) at ${displayLocation(stop.location, options)}`;
  const ids = stop.hitBreakpointIds;
  const named = ids.length > 0 && (options.breakpointCount ?? 1) > 1;
  const shown = ids.length > MAX_NUMBERS ? [...ids.slice(0, MAX_NUMBERS), `… ${ids.length - MAX_NUMBERS} more`] : ids;
  const numbers = named ? ` [breakpoint${ids.length === 1 ? '' : 's'} ${shown.join(', ')}]` : '';
  const thread = options.thread === undefined ? '' : ` [thread ${oneLine(options.thread, 60)}]`;
  return `${place}${numbers}${thread}`;
}

/** The word for a reason; `run-to` is what a caller asked for where DAP says `goto`. */
export function reasonWord(reason: StopReason): string {
  return reason === 'goto' ? 'run-to' : reason;
}

/** The source around a stop, the nearest lines being the last to give way. */
export function sourceSection({ source, stop }: StopReport, context: PathContext): Section {
  const shown = source === undefined ? [] : sourceLines(source, stop.location, context);
  return {
    lines: shown.map(({ text, distance }) => ({ text, tier: TIER.source + distance / 1000 })),
    contiguous: true,
  };
}

/** Describes a stop at a watched place. */
function writeSection({ write }: Pick<StopReport, 'write'>, context: PathContext): Section {
  return { lines: write === undefined ? [] : [{ text: writeLine(write, context), tier: TIER.exception }] };
}

function writersSection({ writers = [] }: StopReport, context: PathContext): Section {
  const lines = writers.flatMap((watch) => writerLines(watch, context));
  return { lines: lines.map((text) => ({ text, tier: TIER.watches })) };
}

/** The thrown value at a stop; the further lines of its message (an assertion's diff) below it. */
export function exceptionSection(exception: ExceptionInfo | undefined, context: PathContext): Section {
  if (exception === undefined) return { lines: [] };
  const further = linesOf(exception.message).slice(1);
  const shown = further.slice(0, MAX_EXCEPTION_LINES).map((line) => `  ${oneLine(line, MAX_EXCEPTION_LINE_CHARS)}`);
  const texts = [
    `Exception: ${exceptionLine(exception)} (${fateOf(exception, context)})`,
    ...shown.map((line) => line.trimEnd()),
  ];
  const hidden = further.length - shown.length;
  return {
    lines: texts.map((text) => ({ text, tier: TIER.exception })),
    contiguous: true,
    note: ({ lines }) =>
      lines + hidden > 0 ? `  … ${counted(lines + hidden, 'more line')} of the message` : undefined,
  };
}

const UNDECIDED = { promise: 'rejects a promise that may be handled', handlers: 'may be caught' };

function fateOf({ uncaught, caughtAt, undecided }: ExceptionInfo, context: PathContext): string {
  if (uncaught) return 'uncaught';
  if (undecided) return UNDECIDED[undecided];
  return caughtAt === undefined ? 'caught' : `caught at ${displayLocation(caughtAt, context)}`;
}

/** The causes and the members of an exception, a line each. */
export function relatedSection(related: readonly RelatedException[], context: PathContext): Section {
  const lines = related.map((each) => ({ text: relatedText(each, context), tier: TIER.exception }));
  return { lines, note: ({ lines: left }) => (left > 0 ? `  … ${left} more related to it` : undefined) };
}

const RELATION_WORDS: Readonly<Record<RelatedException['relation'], string>> = {
  cause: 'caused by',
  context: 'raised while handling',
  member: 'contains',
};

/** `  caused by KeyError: 'x' at app.py:3 in find`. */
export function relatedText(each: RelatedException, context: PathContext): string {
  const within = each.functionName === undefined ? '' : ` in ${oneLine(each.functionName, MAX_NAME_CHARS)}`;
  const place = each.location === undefined ? '' : ` at ${displayLocation(each.location, context)}${within}`;
  return `${'  '.repeat(each.depth + 1)}${RELATION_WORDS[each.relation]} ${relatedLine(each)}${place}`;
}

function relatedLine({ name, message }: RelatedException): string {
  return oneLine(message === '' ? name : `${name}: ${message}`, MAX_EXCEPTION_LINE_CHARS);
}

function localsSection({ locals: all, source, stop }: StopReport, { actions, ...context }: StopOptions): Section {
  // The runtime's own locals say nothing about the program; asked for by name they are still shown.
  const locals = isBuiltin(stop.location.path) ? [] : all;
  // All of them new means that there was no earlier stop in this call, and then the word says nothing.
  const markNew = locals.some((local) => local.previous !== null);
  const isChanged = (local: LocalVariable) => markNew && local.previous !== undefined;
  const current = source?.lines[stop.location.line - source.startLine] ?? '';
  const words = new Set(`${current} ${stop.exception?.message ?? ''}`.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu));
  const lines = [
    ...locals.filter(isChanged).map((local) => ({ text: localLine(local, markNew), tier: TIER.changedLocals })),
    ...locals
      .filter((local) => !isChanged(local))
      .map((local) => ({ text: localLine(local, markNew), tier: tierOf(local, words) })),
  ];
  return listSection(
    `Locals${whenOf(locals, stop.exception?.cleanup, context)}:`,
    lines,
    'variable',
    actions.variables,
  );
}

/** Variables named by the line about to run, or by the exception, are what the reader looks for first. */
function tierOf(local: LocalVariable, wordsInView: ReadonlySet<string>): number {
  return wordsInView.has(local.name) ? TIER.localsInView : TIER.otherLocals;
}

function stackSection({ frames }: StopReport, options: StopOptions): Section {
  const way = options.actions.stack === undefined ? '' : ` (${options.actions.stack})`;
  const top = topOf(frames, options);
  const beyond = frames.length - framesIn(top);
  return {
    title: 'Stack:',
    lines: top.map(({ text, frames: weight }, index) => ({
      text: `  ${text.replaceAll('\n', '\n  ')}`,
      weight,
      tier: index < CALLER_ENTRIES ? TIER.caller : TIER.deeperStack,
    })),
    contiguous: true,
    note: ({ weight }) => (weight + beyond > 0 ? `  … ${weight + beyond} more${way}` : undefined),
  };
}

/** The entries that are shown: with runs of frames in packages folded, where otherwise less of the program's own code would be among them. */
function topOf(frames: StopReport['frames'], options: StopOptions): StackEntry[] {
  const [whole, folded] = [false, true].map((foldPackages) => {
    const entries = stackEntries(frames, { ...options, foldPackages });
    return entries.slice(0, endOfTop(entries));
  });
  const ownIn = (entries: readonly StackEntry[] = []) => frames.slice(0, framesIn(entries)).filter(isOwnFrame).length;
  return (ownIn(folded) > ownIn(whole) ? folded : whole) ?? [];
}

function framesIn(entries: readonly StackEntry[]): number {
  return entries.reduce((sum, entry) => sum + entry.frames, 0);
}

/** Index after the last shown entry: so many frames, and a folded run behind them only if it is the end of the stack. */
function endOfTop(entries: readonly { readonly folded: boolean }[]): number {
  let frames = 0;
  const end = entries.findIndex((entry) => {
    if (!entry.folded) frames += 1;
    return frames > TOP_FRAMES;
  });
  if (end === -1) return entries.length;
  return entries[end - 1]?.folded === true ? end - 1 : end;
}

function warningsSection(warnings: readonly string[], actions: ActionNames): Section {
  const lines = warnings.map((text) => ({ text: `  ${oneLine(text, MAX_WARNING_CHARS)}`, tier: TIER.warnings }));
  return listSection('Warnings:', lines, 'warning', actions.listBreakpoints);
}

function listSection(title: string, lines: Section['lines'], noun: string, way: string | undefined): Section {
  const shownBy = way === undefined ? '' : `: ${way}`;
  const plural = noun === 'watch' ? 'watches' : `${noun}s`;
  return {
    title,
    lines,
    note: ({ weight }) => (weight > 0 ? `  … ${weight} more ${weight === 1 ? noun : plural}${shownBy}` : undefined),
  };
}
