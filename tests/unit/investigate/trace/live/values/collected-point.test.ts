import { expect, test } from 'vitest';
import { CollectedPoint } from '../../../../../../src/investigate/trace/live/values/collected-point.ts';
import type { BreakpointRecord } from '../../../../../../src/model/breakpoints/breakpoint-record.ts';
import type { CollectedValue } from '../../../../../../src/model/collected-value.ts';
import type { TracePoint } from '../../../../../../src/model/trace/trace-request.ts';

const POINT: TracePoint = { id: 1, place: { kind: 'line', path: '/a.js', line: 3 }, expressions: ['a', 'b'] };
const RECORD: BreakpointRecord = {
  id: 7,
  target: { kind: 'line', path: '/a.js', line: 3 },
  enabled: true,
  oneShot: false,
  state: { kind: 'verified', location: { path: '/a.js', line: 4, column: 1 }, movedFromLine: 3 },
  hits: 6,
};
const value = (json: unknown, type: string = typeof json): CollectedValue => ({ kind: 'value', type, json });
const hit = (...values: CollectedValue[]) => ({ id: 7, threadId: 1, values, size: 1 });

test('keeps the first rows and the last, and counts all', () => {
  const point = new CollectedPoint(POINT, 4);
  for (let index = 0; index < 6; index++) point.add(hit(value(index), { kind: 'thrown', message: 'no' }), index);
  const records = point.records(RECORD);
  expect(records[0]).toEqual({ kind: 'point', point: 1, path: '/a.js', line: 4 });
  expect(records.flatMap((each) => (each.kind === 'hit' ? each.pass : []))).toEqual([1, 2, 5, 6]);
  expect(records.at(-1)).toEqual({
    kind: 'pointTotal',
    point: 1,
    passes: 6,
    held: 6,
    failed: 0,
    series: [
      {
        name: 'a',
        changes: 5,
        distinct: 6,
        isMore: false,
        types: { number: 6 },
        range: { least: 0, most: 5, sum: 15 },
        failed: 0,
      },
      { name: 'b', changes: 0, distinct: 0, isMore: false, types: {}, failed: 6 },
    ],
  });
});

test('says what each value is', () => {
  const point = new CollectedPoint({ ...POINT, expressions: ['a'] }, 10);
  const values = [
    value(null, 'object'),
    value([1], 'object'),
    value('t'),
    { kind: 'value', type: 'object', json: {}, description: 'Map(1)' } as const,
    { kind: 'value', type: 'undefined' } as const,
    { kind: 'value', type: 'float', json: 36, text: '36.0' } as const,
  ];
  for (const each of values) point.add(hit(each), 0);
  const rows = point.records(RECORD).flatMap((each) => (each.kind === 'hit' ? each.values : []));
  expect(rows.map((row) => (row.kind === 'value' ? [row.value.type, row.value.text] : []))).toEqual([
    ['null', 'null'],
    ['array', '[1]'],
    ['string', '"t"'],
    ['object', 'Map(1)'],
    ['undefined', 'undefined'],
    ['float', '36.0'],
  ]);
});

test('takes passes and failures from what its condition was counted to', () => {
  const point = new CollectedPoint({ ...POINT, condition: 'a > 1' }, 10);
  point.add(hit(value(2), value(1)), 0);
  const tallies = { main: { passes: 9, trues: 1, failures: 3, error: 'ReferenceError: a' } };
  const total = point.records({ ...RECORD, hits: 1, tallies }).at(-1);
  expect(total).toMatchObject({ passes: 9, held: 1, failed: 3, error: 'ReferenceError: a' });
});

test('has no place and no series where it was never reached', () => {
  const records = new CollectedPoint(POINT, 10).records({
    ...RECORD,
    hits: 0,
    state: { kind: 'pending', reason: 'x' },
  });
  expect(records).toEqual([{ kind: 'pointTotal', point: 1, passes: 0, held: 0, failed: 0, series: [] }]);
});
