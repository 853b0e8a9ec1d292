import type { TracedResult, TraceRecord } from '../../../../model/trace/trace-record.ts';
import { ValueSeries } from './value-series.ts';

type Row = Extract<TraceRecord, { kind: 'hit' }>;

/** The records of a debugger that counts no values, with what its rows come to. */
export function withSeries(records: readonly TraceRecord[]): TraceRecord[] {
  const rows = records.filter((each): each is Row => each.kind === 'hit');
  return records.map((record) => {
    if (record.kind !== 'pointTotal' || record.series.length > 0) return record;
    return { ...record, series: seriesOf(rows.filter(({ point }) => point === record.point)) };
  });
}

function seriesOf(rows: readonly Row[]) {
  const all = new Map<string, ValueSeries>();
  for (const row of rows) {
    for (const result of [...row.values, ...endOf(row)]) {
      const series = all.get(result.name) ?? new ValueSeries(result.name);
      all.set(result.name, series);
      series.add(result);
    }
  }
  return [...all.values()].map((each) => each.counts());
}

/** The outcome of a call, as a value beside those that it was given. */
function endOf({ end }: Row): TracedResult[] {
  if (end?.kind === 'returned') return [{ kind: 'value', name: 'return', value: end.value }];
  return end?.kind === 'threw' ? [{ kind: 'thrown', name: 'return', message: end.error.text }] : [];
}
