import { expect, test } from 'vitest';
import { withSeries } from '../../../../../../src/investigate/trace/live/values/filled-series.ts';
import type { TraceRecord } from '../../../../../../src/model/trace/trace-record.ts';

const number = (value: number) => ({ text: String(value), type: 'number', number: value });
const hit = (pass: number, given: number, end: Extract<TraceRecord, { kind: 'hit' }>['end']): TraceRecord => ({
  kind: 'hit',
  point: 1,
  pass,
  atMs: pass,
  values: [{ kind: 'value', name: 'item', value: number(given) }],
  ...(end ? { end } : {}),
});
const TOTAL = { kind: 'pointTotal', point: 1, passes: 3, held: 3, failed: 0, series: [] } as const;

test('the values of rows are counted, and what calls came to', () => {
  const rows = [
    hit(1, 4, { kind: 'returned', value: number(8) }),
    hit(2, 4, { kind: 'threw', error: { text: 'RangeError', type: 'error' } }),
    hit(3, 5, { kind: 'suspended', line: 3 }),
  ];
  const [total] = withSeries([TOTAL, ...rows]);
  expect(total).toMatchObject({
    series: [
      { name: 'item', changes: 1, distinct: 2, failed: 0, range: { least: 4, most: 5, sum: 13 } },
      { name: 'return', changes: 0, distinct: 1, failed: 1, range: { least: 8, most: 8, sum: 8 } },
    ],
  });
});

test('what was counted already, and rows of other points, stay as they are', () => {
  const counted = { ...TOTAL, series: [{ name: 'a', changes: 0, distinct: 1, isMore: false, types: {}, failed: 0 }] };
  expect(withSeries([counted, hit(1, 4, undefined)])[0]).toBe(counted);
  expect(withSeries([{ ...TOTAL, point: 2 }, hit(1, 4, undefined)])[0]).toMatchObject({ series: [] });
});
