import type { TracedCall, TraceFinding } from '../../model/trace/trace-report.ts';
import type { WantedCall } from '../../model/trace/trace-request.ts';
import { CHARS_PER_TOKEN } from '../budget.ts';
import type { PathContext } from '../paths.ts';
import { counted, oneLine } from '../plain-text.ts';
import type { SectionLine } from '../sections.ts';
import { chosenLives, type Life } from './chosen-lives.ts';
import { type FrameRow, frameRows } from './frame-rows.ts';
import { ledTo } from './led-to.ts';
import { IMPLIED_TOP, LifeHeads, wholeHead } from './life-head.ts';
import { MadeValues } from './made-values.ts';
import { type NextCall, NO_QUESTION, placeOfFunction, type Rendered } from './next-call.ts';
import { dullness, shortFacts } from './short-facts.ts';

/** Kept for what is said of the rest. */
const NOTE_CHARS = 70;
const MAX_SOURCE_CHARS = 60;
const MAX_ROW_CHARS = 120;
/** The longest row if there is room for all rows. */
const MAX_WHOLE_ROW_CHARS = 240;
const MAX_VALUE_CHARS = 50;
/** The worth of a row that makes something is less than this. */
const MOST = 5;
/** By how much calls that are farther from the statement that all is about come later, and by how much what led to it comes sooner. */
const FARTHER = 0.7;
const LEADING = 0.8;
/** Tier of the rows in which the calls around it were made. */
const LEADING_TIER = 1.5;
const AFTERWARDS = 4;
/** By how much rows come later that set what the statement does not use. */
const ASIDE = 1;
/** By how much passes of loops come later where conditions are asked about. */
const WITHIN = 0.4;
/** By how much the rows of the call that was asked for come sooner. */
const ASKED = 0.6;
/** By how much code outside of functions comes later, which runs when its file is loaded. */
const LOADING = 3;

/** The lives of a call and of those that were made in it. */
export type LivesView = Extract<TraceFinding, { kind: 'lives' }> & {
  /** The program's output. */
  readonly written: string;
  readonly wanted: WantedCall;
  /** The title in place of the number of functions that ran. */
  readonly title?: string;
  readonly made?: MadeStatement;
};

/** A statement that all is about. */
export interface MadeStatement {
  readonly call: TracedCall;
  readonly line: number;
  /** The distance of each call from the wanted call, from 0 on. */
  readonly near: ReadonlyMap<TracedCall, number>;
  /** The lines on which the calls around it made the next inner one. */
  readonly leading: ReadonlyMap<TracedCall, number>;
}

/** Each call with the statements that made something which was not there before. */
export function renderLives(view: LivesView, context: PathContext, budgetTokens: number): Rendered {
  const { calls, entry, written } = view;
  // What was given to the call that all is about matters as well as what it made.
  const made = new MadeValues(calls, view.made ? undefined : entry, written);
  const title =
    view.title ?? `${counted(calls.length, 'function')} ran; of each ${whichText(view.wanted)}, with what it made:`;
  const room = budgetTokens * CHARS_PER_TOKEN - title.length - NOTE_CHARS;
  const livesIn = (maxRowChars: number) => calls.map((call) => lifeOf(call, { view, made, context, maxRowChars }));
  const whole = livesIn(MAX_WHOLE_ROW_CHARS);
  const shown = lengthOf(whole) <= room ? whole : chosenLives(livesIn(MAX_ROW_CHARS), room);
  const left = calls.length - shown.length;
  const note = left > 0 ? [`… ${counted(left, 'more function')}`] : [];
  const heads = new LifeHeads(context);
  const lines = shown.flatMap(({ call, isFar, rows }) => [heads.next(call, isFar), ...rows.map((row) => row.text)]);
  const text = [title, ...lines, ...note].join('\n');
  return { text, next: nextOf(view, made, context) };
}

/** All rows of the call that made most of what was seen in the end. */
function nextOf(view: LivesView, made: MadeValues, context: PathContext): NextCall | undefined {
  const { calls } = view;
  const worth = (call: TracedCall) => Math.max(0, ...made.scores(call).values());
  const best = view.made?.call ?? [...calls].sort((one, other) => worth(other) - worth(one))[0];
  if (!best) return undefined;
  const functions = calls.map((call) => call.function);
  const place = placeOfFunction(best.function, functions, context);
  const change = { ...NO_QUESTION, ...place, call: String(best.number) };
  return { shows: `all rows of ${oneLine(best.function.name, MAX_VALUE_CHARS)}`, change };
}

function whichText(wanted: WantedCall): string {
  switch (wanted.kind) {
    case 'first':
    case 'last':
      return `its ${wanted.kind} call`;
    case 'throws':
      return 'its last call, or the first that threw';
    case 'value':
      return 'the last call before the value came to be';
    case 'number':
      return `its call ${wanted.number}, or the last`;
    case 'condition':
      return `the first call where ${oneLine(wanted.expression, 60)}, or the last`;
  }
}

interface CallLife extends Life {
  readonly call: TracedCall;
  /** Other calls are of more interest. */
  readonly isFar: boolean;
}

interface Around {
  readonly view: LivesView;
  readonly made: MadeValues;
  readonly context: PathContext;
  readonly maxRowChars: number;
}

function lengthOf(lives: readonly Life[]): number {
  const lines = lives.flatMap(({ head, rows }) => [head, ...rows]);
  return lines.reduce((sum, { text }) => sum + text.length + 1, 0);
}

function lifeOf(call: TracedCall, { view, made, context, maxRowChars }: Around): CallLife {
  const scores = made.scores(call);
  const best = Math.max(0, ...scores.values());
  const source = view.sources.get(call.function.path) ?? [];
  const rows = frameRows(call.events).filter(({ line }) => line !== 0);
  const isFar = view.made !== undefined && view.made.call !== call;
  const far = laterBy(call, view);
  const tier = call === view.entry ? 0 : far + (best < 1 ? MOST + 0.5 : MOST - best);
  const shown = rows.map((row) =>
    rowLine(row, { best, scores, source, maxRowChars, asksWhy: view.made !== undefined }),
  );
  return {
    call,
    isFar,
    head: { text: wholeHead(call, isFar, context), tier },
    rows:
      view.made?.call === call
        ? aroundMade(shown, rows, { line: view.made.line, source })
        : farther(shown, rows, { far, leading: view.made?.leading.get(call) }),
  };
}

/** By how much all of a call comes later than of the call that is of most interest. */
function laterBy(call: TracedCall, { made, entry }: LivesView): number {
  const near = FARTHER * (made?.near.get(call) ?? 0);
  if (call === entry) return made ? near : -ASKED;
  const isLoading = call !== made?.call && call.function.name.startsWith(IMPLIED_TOP);
  return near + (isLoading ? LOADING : 0);
}

/** The tiers of another call: all rows later, but the one that made the next inner call; rows after that had no part in it. */
function farther(
  shown: readonly SectionLine[],
  rows: readonly FrameRow[],
  { far, leading }: { readonly far: number; readonly leading: number | undefined },
): readonly SectionLine[] {
  const at = leading === undefined ? -1 : rows.findLastIndex((row) => row.line === leading);
  return shown.map((row, index) => {
    if (at < 0 || index < at) return { ...row, tier: row.tier + far };
    return { ...row, tier: index === at ? LEADING_TIER + far : row.tier + far + AFTERWARDS };
  });
}

/** The tiers of the statement's call: rows that led to the statement come before all else. */
function aroundMade(
  shown: readonly SectionLine[],
  rows: readonly FrameRow[],
  { line, source }: { readonly line: number; readonly source: readonly string[] },
): readonly SectionLine[] {
  const at = rowOf(rows, line);
  const least = Math.min(...shown.map(({ tier }) => tier));
  const led = ledTo(at, rows, source);
  return shown.map((row, index) => {
    if (index > at) return row;
    const aside = led.has(index) ? 0 : ASIDE;
    return { ...row, tier: index === at ? 0 : (at - index) * 0.15 + (row.tier - least) * 0.6 + aside - LEADING };
  });
}

/** The row of a line; of a line that came in a later pass of a loop only, the row of that pass. */
function rowOf(rows: readonly FrameRow[], line: number): number {
  const own = rows.findIndex((row) => row.line === line);
  return own >= 0 ? own : rows.findIndex(({ facts }) => facts.some((fact) => fact.startsWith(`${line}: `)));
}

interface RowWorth {
  readonly best: number;
  readonly scores: ReadonlyMap<number, number>;
  readonly source: readonly string[];
  readonly maxRowChars: number;
  /** The results of conditions count as much as new values. */
  readonly asksWhy: boolean;
}

function rowLine(row: FrameRow, { best, scores, source, maxRowChars, asksWhy }: RowWorth): SectionLine {
  const line = row.line === undefined ? '' : (source[row.line - 1]?.trim() ?? '');
  const facts = shortFacts(row.facts, line);
  const score = row.isAlarming ? best : row.line === undefined ? 0.5 : (scores.get(row.line) ?? 0);
  const tier =
    MOST -
    best +
    row.depth * (asksWhy ? WITHIN : 0) +
    (score > 0 ? (best - score) / 2 : dullness(facts, line, asksWhy));
  const what = row.line === undefined ? (row.title ?? '') : `${row.line} ${oneLine(line, MAX_SOURCE_CHARS)}`;
  const said = facts.length > 0 ? `  | ${facts.join('; ')}` : '';
  return { text: oneLine(`${'  '.repeat(row.depth + 1)}${what}${said}`, maxRowChars), tier };
}
