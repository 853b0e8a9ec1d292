import type { TracedResult, TracedSeries, TracedValue } from '../../model/trace/trace-record.ts';
import type { PointReport, TracedHit } from '../../model/trace/trace-report.ts';
import { displayPath, type PathContext } from '../paths.ts';
import { counted, oneLine } from '../plain-text.ts';
import { layOut, type Section, type SectionLine } from '../sections.ts';
import { IMPLIED } from './calls.ts';
import { callerText, durationText, endText, resultText } from './facts.ts';
import { type NextCall, NO_QUESTION, type Rendered } from './next-call.ts';
import { RESULT, type SamePair, samePairs } from './same-objects.ts';

const MAX_ROW_CHARS = 240;

/** A point as it was asked for, and what came of it. */
export interface PointView {
  /** The point as the caller gave it: `cart.js:19: price`. */
  readonly asked: string;
  readonly report: PointReport;
  readonly hasCondition: boolean;
  /** Time of the run's start, since the epoch. */
  readonly startedAtMs: number;
  /** All rows are in a file. */
  readonly hasFile: boolean;
}

/** The outcome of expressions at each pass of places: counts, how each series ran, then a row for each pass. */
export function renderValues(points: readonly PointView[], context: PathContext, budgetTokens: number): Rendered {
  const header = points.length === 1 ? undefined : counted(points.length, 'point');
  const missing = new Map<number, number>();
  const sections = points.map((point) =>
    pointSection(point, context, (count) => missing.set(point.report.point, count)),
  );
  const text = layOut(header, sections, budgetTokens);
  return {
    text,
    next: nextOf(
      points,
      [...missing.values()].some((count) => count > 0),
      context,
    ),
  };
}

function pointSection(point: PointView, context: PathContext, onMissing: (passes: number) => void): Section {
  const { hits, total } = point.report;
  const facts = [
    ...total.series.map(seriesText),
    ...samePairs(hits.map(namedValues)).map((pair) => sameText(pair, hits)),
  ];
  const news = newErrors(hits);
  const rows = hits.map((hit, index) => {
    const distance = Math.min(index, hits.length - index);
    return hitLine(point, hit, { distance, isAlarming: news.has(hit) }, context);
  });
  const lines: SectionLine[] = [
    { text: headline(point, context), tier: 0 },
    ...facts.map((text) => ({ text: `  ${text}`, tier: 1, weight: 0 })),
    ...rows,
  ];
  const unseen = Math.max(0, total.held - hits.length);
  return {
    lines,
    note: ({ weight }) => {
      const missing = weight + unseen;
      onMissing(missing);
      return missing > 0 ? `  … ${counted(missing, 'row')} not shown` : undefined;
    },
  };
}

/** Two names of a row may both be a value that a call returned. */
function namedValues({ values, end }: TracedHit): (readonly [string, TracedValue])[] {
  const named = values.flatMap((each) => (each.kind === 'value' ? [[each.name, each.value] as const] : []));
  return end?.kind === 'returned' ? [...named, [RESULT, end.value]] : named;
}

/** `items: same object as defaults.items in all 4 rows`. */
function sameText({ name, other, rows }: SamePair, hits: readonly TracedHit[]): string {
  const often = rows === hits.length ? `all ${counted(rows, 'row')}` : `${rows} of ${counted(hits.length, 'row')}`;
  return `${oneLine(name, 60)}: same object as ${oneLine(other, 60)} in ${rows === 1 && hits.length === 1 ? 'its row' : often}`;
}

/** All rows, where some are not shown; else the life of a call at the place: the one that threw, where the place is a function. */
function nextOf(points: readonly PointView[], isCut: boolean, context: PathContext): NextCall | undefined {
  if (isCut && points.every(({ hasFile }) => !hasFile)) {
    return { shows: 'all rows in a file', change: { rows: 'passes.jsonl' } };
  }
  const reached = points.find(({ report }) => report.total.passes > 0);
  const place = reached?.report.places[0];
  if (!reached || !place) return { shows: 'what ran', change: { ...NO_QUESTION, mode: 'calls' } };
  const file = displayPath(place.path, context);
  const isFunction = reached.report.hits.some(({ end }) => end !== undefined);
  const threw = reached.report.hits.find(({ end }) => end?.kind === 'threw');
  const call = isFunction ? String(threw?.pass ?? reached.report.hits[0]?.pass ?? 1) : 'first';
  return { shows: 'the life of a call there', change: { ...NO_QUESTION, file, line: place.line, call } };
}

function headline({ asked, report, hasCondition }: PointView, context: PathContext): string {
  const { places, total } = report;
  const stood = places.map(({ path, line }) => `${displayPath(path, context)}:${line}`).join(', ');
  const at = stood === '' || asked.startsWith(stood) ? '' : ` at ${stood}`;
  const condition = hasCondition ? `, condition true ${total.held}, failed ${total.failed}` : '';
  const error = total.error === undefined ? '' : `: ${oneLine(total.error, 120)}`;
  const nowhere = places.length === 0 ? ' (no such place in own code that was loaded)' : '';
  return `${oneLine(asked, 120)}${at}${nowhere}: reached ${counted(total.passes, 'time')}${condition}${error}`;
}

/** `price: 5 different of 8, number 7, NaN 1; 0 to 40, sum 210; changed 6 times`. */
function seriesText(series: TracedSeries): string {
  return `${oneLine(series.name, 60)}: ${seriesCounts(series)}`;
}

/** A series without its name. */
export function seriesCounts({ changes, distinct, isMore, types, range, failed }: TracedSeries): string {
  const kinds = Object.entries(types).map(([type, count]) => `${oneLine(type, 40)} ${count}`);
  const parts = [
    ...(kinds.length > 0 ? [`${isMore ? 'at least ' : ''}${distinct} different`, kinds.join(', ')] : []),
    ...(range ? [`${range.least} to ${range.most}, sum ${Number(range.sum.toPrecision(12))}`] : []),
    ...(kinds.length > 0 ? [`changed ${counted(changes, 'time')}`] : []),
    ...(failed > 0 ? [`threw ${counted(failed, 'time')}`] : []),
  ];
  return oneLine(parts.join('; '), MAX_ROW_CHARS);
}

/** The passes with an error that none before had: a point that fails at each pass in the same way is not to take the room of others. */
function newErrors(hits: readonly TracedHit[]): ReadonlySet<TracedHit> {
  const known = new Set<string>();
  return new Set(
    hits.filter((hit) => {
      const errors = errorsOf(hit).filter((text) => !known.has(text));
      for (const text of errors) known.add(text);
      return errors.length > 0;
    }),
  );
}

function errorsOf({ values, end }: TracedHit): string[] {
  const thrown = values.flatMap((each) => (each.kind === 'thrown' ? [`${each.name}: ${each.message}`] : []));
  return end?.kind === 'threw' ? [...thrown, end.error.text] : thrown;
}

/** ` (thread 2)`, ` (process 4242, thread 1)`, where there are several. */
function originText({ origin }: TracedHit, hits: readonly TracedHit[]): string {
  if (!origin) return '';
  const { pid, thread } = origin;
  const named = thread === 0 ? 'main thread' : `thread ${thread}`;
  if (hits.every((each) => each.origin?.pid === pid)) return ` (${named})`;
  return ` (process ${pid}${thread === 0 ? '' : `, ${named}`})`;
}

interface HitPlace {
  /** From the nearer end of the rows. */
  readonly distance: number;
  readonly isAlarming: boolean;
}

function hitLine(
  point: PointView,
  hit: TracedHit,
  { distance, isAlarming }: HitPlace,
  context: PathContext,
): SectionLine {
  const clock = `+${durationText(Math.max(0, hit.startedAtMs - point.startedAtMs))}`;
  const isImplied = ({ name }: TracedResult) => IMPLIED.includes(name);
  // What a method is of says more than there is room for.
  const values = [...hit.values.filter((each) => !isImplied(each)), ...hit.values.filter(isImplied)];
  const end = hit.end ? endText(hit.end) : '';
  const parts = [
    `  pass ${hit.pass}${originText(hit, point.report.hits)}`,
    clock,
    values.map(resultText).join(', '),
    end,
    callerText(hit.caller, context),
  ];
  const text = oneLine(parts.filter((part) => part !== '').join('  '), MAX_ROW_CHARS);
  return { text, tier: (isAlarming ? 1.5 : 2) + distance / 10_000 };
}
