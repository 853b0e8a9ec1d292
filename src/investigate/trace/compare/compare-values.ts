import type { TracedEnd, TracedResult, TracedSeries } from '../../../model/trace/trace-record.ts';
import type { PointDifference, PointReport, Sides, TracedHit } from '../../../model/trace/trace-report.ts';

/** The differences of a point in two runs: the number of passes, the first so many kept passes that differ, the series. */
export function pointDifference(asked: string, one: PointReport, other: PointReport, maxRows: number): PointDifference {
  return {
    asked,
    passes: { one: one.total.passes, other: other.total.passes },
    rows: differentRows(one, other).slice(0, maxRows),
    series: differentSeries(one.total.series, other.total.series),
  };
}

/** Passes are counted in each process by itself: of one number, the first ones of both runs belong together. */
function differentRows(one: PointReport, other: PointReport): Partial<Sides<TracedHit>>[] {
  const [here, there] = [byPass(one.hits), byPass(other.hits)];
  const keys = [...new Set([...here.keys(), ...there.keys()])];
  const found = keys.flatMap((key): Partial<Sides<TracedHit>>[] => {
    const [a, b] = [here.get(key), there.get(key)];
    if (a && b) return rowOf(a) === rowOf(b) ? [] : [{ one: a, other: b }];
    // What the other run did not keep is no difference.
    if (a) return isWhole(other) ? [{ one: a }] : [];
    return b && isWhole(one) ? [{ other: b }] : [];
  });
  return found.sort((a, b) => passOf(a) - passOf(b));
}

function byPass(hits: readonly TracedHit[]): Map<string, TracedHit> {
  const counts = new Map<number, number>();
  return new Map(
    hits.map((hit) => {
      const count = (counts.get(hit.pass) ?? 0) + 1;
      counts.set(hit.pass, count);
      return [`${hit.pass} ${count}`, hit];
    }),
  );
}

function isWhole({ hits, total }: PointReport): boolean {
  return total.held <= hits.length;
}

function passOf({ one, other }: Partial<Sides<TracedHit>>): number {
  return (one ?? other)?.pass ?? 0;
}

/** All that a pass says of values. Clocks and identities differ from run to run, and callers move with their lines. */
function rowOf({ values, end }: TracedHit): string {
  return [...values.map(resultOf), endOf(end)].join('\n');
}

function resultOf(result: TracedResult): string {
  return result.kind === 'value' ? `${result.name}=${result.value.text}` : `${result.name} threw ${result.message}`;
}

function endOf(end: TracedEnd | undefined): string {
  if (end?.kind === 'returned') return end.value.text;
  return end?.kind === 'threw' ? `threw ${end.error.text}` : (end?.kind ?? '');
}

function differentSeries(one: readonly TracedSeries[], other: readonly TracedSeries[]): Partial<Sides<TracedSeries>>[] {
  const names = [...new Set([...one, ...other].map(({ name }) => name))];
  return names.flatMap((name) => {
    const [a, b] = [one.find((each) => each.name === name), other.find((each) => each.name === name)];
    if (a && b && countsOf(a) === countsOf(b)) return [];
    return [{ ...(a ? { one: a } : {}), ...(b ? { other: b } : {}) }];
  });
}

/** The counts of kinds in one order: that in which they were seen first may differ. */
function countsOf({ types, ...rest }: TracedSeries): string {
  return JSON.stringify([rest, Object.entries(types).sort()]);
}
