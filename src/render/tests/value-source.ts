import type { TestFailure } from '../../model/tests/test-report.ts';
import type { ValueSource } from '../../model/tests/value-source.ts';
import type { TracedCall, TracedPlace } from '../../model/trace/trace-report.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { ending, oneLine } from '../plain-text.ts';
import { IMPLIED } from '../trace/calls.ts';
import { changeText, endText } from '../trace/facts.ts';
import { type FrameRow, frameRows } from '../trace/frame-rows.ts';
import { shortFacts } from '../trace/short-facts.ts';

const MAX_VALUE_CHARS = 60;
const MAX_NAME_CHARS = 40;
const MAX_PLACE_CHARS = 60;
const MAX_SOURCE_CHARS = 80;
const MAX_ROW_CHARS = 140;
/** Rows of the call in which the value came to be, and of each call around it: those that ran last before. */
const MAX_ROWS = 8;
const MAX_OUTER_ROWS = 3;
const MAX_STEPS = 8;
const MAX_UNCHANGED = 2;
/** A statement that only returns a variable. */
const HANDS_ON = /^return [\w$.[\]]*;?$/;

/** A line of the answer; the higher the rank, the sooner it is left out. */
interface RankedLine {
  readonly text: string;
  readonly rank: number;
}

/** The origin of the value that an assertion should not have found: the place, the life of that call, and the way from there. */
export function valueSourceLines(
  failure: TestFailure,
  failures: readonly TestFailure[],
  context: PathContext,
): RankedLine[] {
  const { valueSource } = failure;
  if (valueSource === undefined) return [];
  if (valueSource.kind === 'passed')
    return [{ text: '  Passed when it was run again by itself: flaky, or it depends on what ran before.', rank: 0.09 }];
  if (valueSource.kind === 'late') {
    const text = `  Where ${oneLine(valueSource.text, MAX_VALUE_CHARS)} came from took too long to find: give a longer timeoutMs.`;
    return [{ text, rank: 3 }];
  }
  if (valueSource.kind === 'called') return calledLines(valueSource, context);
  const earlier = failures.slice(0, failures.indexOf(failure)).find((each) => isSameOrigin(each, valueSource));
  if (earlier) return [{ text: `  ${headline(valueSource, context)}, as above`, rank: 0.09 }];
  const [inner, ...outer] = valueSource.calls;
  const { origin, sources } = valueSource;
  const way = wayText(valueSource, context);
  // An object may have changed since.
  const until = origin.value.object === undefined ? { until: origin.place } : {};
  return [
    { text: `  ${headline(valueSource, context)}`, rank: 0.09 },
    ...unchangedLines(valueSource, context),
    ...(way === undefined ? [] : [{ text: `    then ${way}`, rank: 0.25 }]),
    ...(inner ? callLines(inner, { sources, ...until, rank: 0.2, maxRows: MAX_ROWS, context }) : []),
    ...outer.flatMap((call) =>
      callLines(call, { sources, shown: valueSource.calls, rank: 2, maxRows: MAX_OUTER_ROWS, context }),
    ),
  ];
}

type Called = Extract<ValueSource, { kind: 'called' }>;

function calledLines({ call, sources }: Called, context: PathContext): RankedLine[] {
  const rows = callLines(call, { sources, rank: 0.2, maxRows: MAX_ROWS, context });
  return [{ text: '  What it called:', rank: 0.09 }, ...rows];
}

type Found = Extract<ValueSource, { kind: 'found' }>;

function isSameOrigin({ valueSource: other }: TestFailure, { origin }: Found): boolean {
  return other?.kind === 'found' && other.origin === origin;
}

function headline({ text, origin: { place, times } }: Found, context: PathContext): string {
  const repeated = times > 1 ? `, ${times} times` : '';
  return `Where ${oneLine(text, MAX_VALUE_CHARS)} came from: ${happened(place)} at ${placeText(place, context)}${repeated}`;
}

function happened({ how, name = '', function: called }: TracedPlace): string {
  const inner = callText(called.name);
  const what = oneLine(name, MAX_NAME_CHARS);
  switch (how) {
    case 'set':
      return `${inner} set ${what}`;
    case 'returned':
      return `${inner} returned it`;
    case 'threw':
      return `${inner} threw it`;
    case 'result':
      return `${callText(name)} returned it to ${inner}`;
    case 'passed':
      return `${inner} passed it to ${callText(name)}`;
    case 'argument':
      return `${inner} was given it${what === '' ? '' : ` as ${what}`}`;
    case 'caught':
      return `${inner} caught it`;
    case 'yielded':
      return `${inner} yielded it`;
    case 'resumed':
      return `${inner} was resumed with it`;
  }
}

function callText(name: string): string {
  const text = oneLine(name, MAX_NAME_CHARS);
  return /^[\w$.#<>[\]]+$/.test(text) ? `${text}()` : text;
}

function placeText({ function: { path }, line }: TracedPlace, context: PathContext): string {
  return `${ending(displayPath(path, context), MAX_PLACE_CHARS)}:${line}`;
}

/** Calls that were given the value and returned it as it was, although it is wrong. */
function unchangedLines(source: Found, context: PathContext): RankedLine[] {
  return unchangedPlaces(source).map(({ place, statement }) => {
    const text = `${callText(place.function.name)} returned it as it was at ${placeText(place, context)}`;
    return { text: oneLine(`    ${text} ${statement}`, MAX_ROW_CHARS).trimEnd(), rank: 0.15 };
  });
}

/** The places that did something for the value: one that only hands it on is part of the way. */
function unchangedPlaces({ origin: { unchanged = [] }, isTied, sources }: Found) {
  const places = isTied ? unchanged : [];
  return places
    .map((place) => ({ place, statement: sources.get(place.function.path)?.[place.line - 1]?.trim() ?? '' }))
    .filter(({ statement }) => !HANDS_ON.test(statement))
    .slice(0, MAX_UNCHANGED);
}

/** The calls that the value came to, each once, without those of {@link unchangedLines}. */
function wayText(source: Found, context: PathContext): string | undefined {
  const { origin, isTied } = source;
  const { place, path } = origin;
  if (!isTied) return undefined;
  const steps = new Map<string, string>();
  const said = new Set(unchangedPlaces(source).map((each) => each.place.function.key));
  for (const each of path) {
    if (said.has(each.function.key)) continue;
    if (each.function.key === place.function.key && each.number === place.number) continue;
    steps.set(`${each.function.key} ${each.number}`, `${callText(each.function.name)} ${placeText(each, context)}`);
  }
  const texts = [...steps.values()];
  if (texts.length === 0) return undefined;
  if (texts.length <= MAX_STEPS) return texts.join(', ');
  return [...texts.slice(0, MAX_STEPS - 1), '…', ...texts.slice(-1)].join(', ');
}

interface CallView {
  readonly sources: Found['sources'];
  /** Calls of which all is said. */
  readonly shown?: readonly TracedCall[];
  /** The place at which the value was there: later rows are left out. */
  readonly until?: TracedPlace;
  readonly rank: number;
  readonly maxRows: number;
  readonly context: PathContext;
}

/** A call, and what its statements did until the value was there. */
function callLines(call: TracedCall, view: CallView): RankedLine[] {
  const { name, path, line } = call.function;
  const given = call.arguments.filter((each) => !IMPLIED.includes(each.name)).map(changeText);
  const values = oneLine(given.map((each) => oneLine(each, MAX_VALUE_CHARS)).join(', '), MAX_ROW_CHARS);
  const head = `${oneLine(name, MAX_NAME_CHARS)}(${values}) ${displayPath(path, view.context)}:${line}`;
  const source = view.sources.get(path) ?? [];
  const rows = frameRows(call.events).filter((row) => row.line !== 0);
  const { until } = view;
  const last = until ? rows.findLastIndex((row) => row.line === until.line) : -1;
  const shown = (last === -1 ? rows : rows.slice(0, last + 1)).slice(-view.maxRows);
  return [
    { text: oneLine(`    ${head} ${oneLine(endText(call.end), MAX_VALUE_CHARS)}`, MAX_ROW_CHARS), rank: view.rank },
    ...shown.map((row, at) => ({
      text: rowText(row, source, returnText(row, call, view)),
      rank: view.rank + (at === shown.length - 1 ? 0.01 : row.facts.length > 0 ? 0.1 : 0.3),
    })),
  ];
}

/** The return of a call that the row made to own code: not if that call is shown, nor if its function is written there. */
function returnText(row: FrameRow, call: TracedCall, { context, shown = [] }: CallView): string {
  const made = call.returns?.findLast((each) => each.line === row.line);
  if (made === undefined) return '';
  const { function: called, returnLine } = made;
  const isWrittenThere = called.path === call.function.path && returnLine === made.line;
  if (isWrittenThere || shown.some((each) => each.function.key === called.key)) return '';
  return ` (from ${ending(displayPath(called.path, context), MAX_PLACE_CHARS)}:${returnLine})`;
}

function rowText(row: FrameRow, source: readonly string[], from: string): string {
  const line = row.line === undefined ? '' : (source[row.line - 1]?.trim() ?? '');
  const facts = shortFacts(row.facts, line);
  const what = row.line === undefined ? (row.title ?? '') : `${row.line} ${oneLine(line, MAX_SOURCE_CHARS)}`;
  const text = `${'  '.repeat(row.depth + 3)}${what}${facts.length > 0 ? `  | ${facts.join('; ')}` : ''}`;
  return oneLine(text, MAX_ROW_CHARS - from.length) + from;
}
