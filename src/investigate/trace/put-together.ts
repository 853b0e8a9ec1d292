import type { TracedSeries, TraceRecord } from '../../model/trace/trace-record.ts';
import type {
  FunctionTotal,
  PointReport,
  TracedFunction,
  TracedHit,
  TraceReport,
} from '../../model/trace/trace-report.ts';
import { groupBy } from '../group-by.ts';
import { countedFiles } from './counted-files.ts';
import { ProcessTrace } from './process-trace.ts';

/** Puts the records of all processes and workers of a run together, in the order of the events. */
export function putTogether(
  records: readonly (readonly TraceRecord[])[],
  points: readonly number[],
): Omit<TraceReport, 'ended' | 'output'> & { readonly gaps: readonly string[] } {
  const processes = records.map((each) => new ProcessTrace(each)).sort((a, b) => a.startedAtMs - b.startedAtMs);
  const byTime = (a: { readonly startedAtMs: number }, b: { readonly startedAtMs: number }) =>
    a.startedAtMs - b.startedAtMs;
  return {
    processes: processes.length,
    functions: [...functionsOf(processes).values()],
    calls: processes.flatMap((each, index) => each.calls(index)).sort(byTime),
    roots: processes.flatMap((each) => each.roots()).sort(byTime),
    totals: totalsOf(processes),
    origins: processes.flatMap((each, index) => each.origins(index)),
    closest: processes.flatMap((each) => each.closest()),
    points: points.map((point) => pointReport(processes, point)),
    files: countedFiles(records),
    notes: [...new Set(processes.flatMap(({ notes }) => notes))],
    gaps: [...new Set(processes.flatMap(({ gaps }) => gaps))],
  };
}

function functionsOf(processes: readonly ProcessTrace[]): Map<string, TracedFunction> {
  return new Map(processes.flatMap(({ functions }) => functions.map((each) => [each.key, each])));
}

function totalsOf(processes: readonly ProcessTrace[]): FunctionTotal[] {
  const all = groupBy(
    processes.flatMap((each) => each.totals()),
    ({ called }) => called.key,
  );
  return [...all.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const sum = (of: (total: (typeof same)[number]['total']) => number) =>
      same.reduce((total, each) => total + of(each.total), 0);
    const error = same.find(({ total }) => total.error !== undefined)?.total.error;
    const isChosen = same.some(({ total }) => total.held !== undefined);
    return {
      function: first.called,
      calls: sum(({ calls }) => calls),
      threw: sum(({ threw }) => threw),
      totalMs: sum(({ totalMs }) => totalMs),
      ...(isChosen ? { held: sum(({ held = 0 }) => held), failed: sum(({ failed = 0 }) => failed) } : {}),
      ...(error === undefined ? {} : { error }),
    };
  });
}

function pointReport(processes: readonly ProcessTrace[], point: number): PointReport {
  const places = processes.flatMap((each) => each.places().filter((place) => place.point === point));
  const totals = processes.flatMap((each) => each.pointTotal(point) ?? []);
  const sum = (of: (total: (typeof totals)[number]) => number) => totals.reduce((all, each) => all + of(each), 0);
  const error = totals.find((each) => each.error !== undefined)?.error;
  const unique = new Map(places.map(({ kind: _, point: __, ...place }) => [`${place.path}:${place.line}`, place]));
  return {
    point,
    places: [...unique.values()],
    hits: withOrigins(processes.flatMap((each) => each.hits(point))),
    total: {
      passes: sum(({ passes }) => passes),
      held: sum(({ held }) => held),
      failed: sum(({ failed }) => failed),
      ...(error === undefined ? {} : { error }),
      series: seriesOf(totals.flatMap(({ series }) => series)),
    },
  };
}

/** Each thread or process counts its passes by itself, or takes part in the count: which it was is said where there are several. */
function withOrigins(hits: readonly TracedHit[]): readonly TracedHit[] {
  const origins = new Set(hits.map(({ origin }) => `${origin?.pid} ${origin?.thread}`));
  return origins.size > 1 ? hits : hits.map(({ origin: _, ...hit }) => hit);
}

/** Adds up the series of one expression in several processes. */
function seriesOf(all: readonly TracedSeries[]): TracedSeries[] {
  const sums = [...groupBy(all, ({ name }) => name).values()].map((same) => same.reduce(added));
  return sums.map(({ texts: _, ...series }) => series);
}

function added(a: TracedSeries, b: TracedSeries): TracedSeries {
  const types: Record<string, number> = { ...a.types };
  for (const [type, count] of Object.entries(b.types)) types[type] = (types[type] ?? 0) + count;
  const range =
    a.range && b.range
      ? {
          least: Math.min(a.range.least, b.range.least),
          most: Math.max(a.range.most, b.range.most),
          sum: a.range.sum + b.range.sum,
        }
      : (a.range ?? b.range);
  return {
    name: a.name,
    changes: a.changes + b.changes,
    ...differentIn(a, b),
    types,
    failed: a.failed + b.failed,
    ...(range ? { range } : {}),
  };
}

/** A value that both have is one. Without the texts of one of them, the number is a lower bound. */
function differentIn(a: TracedSeries, b: TracedSeries): Pick<TracedSeries, 'distinct' | 'isMore' | 'texts'> {
  if (!a.texts || !b.texts) return { distinct: Math.max(a.distinct, b.distinct), isMore: true };
  const texts = [...new Set([...a.texts, ...b.texts])];
  return { distinct: texts.length, isMore: a.isMore || b.isMore, texts };
}
