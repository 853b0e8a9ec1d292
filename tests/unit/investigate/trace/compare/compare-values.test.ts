import { describe, expect, test } from 'vitest';
import { pointDifference } from '../../../../../src/investigate/trace/compare/compare-values.ts';
import type { PointReport, TracedHit } from '../../../../../src/model/trace/trace-report.ts';

const hit = (pass: number, text: string, startedAtMs = 0): TracedHit => ({
  ...{ pass, startedAtMs },
  values: [{ kind: 'value', name: 'x', value: { text, type: 'number' } }],
});
const point = (hits: readonly TracedHit[], held = hits.length, sum = 0): PointReport => ({
  ...{ point: 1, places: [], hits },
  total: {
    ...{ passes: held, held, failed: 0 },
    series: [
      {
        ...{ name: 'x', changes: 0, distinct: 1, isMore: false, types: { number: 1, NaN: 1 }, failed: 0 },
        range: { least: 0, most: 1, sum },
      },
    ],
  },
});
const compared = (one: PointReport, other: PointReport) => pointDifference('a.js:1: x', one, other, 9);

describe('the values of a point in two runs', () => {
  test('part at the first pass with another value', () => {
    const found = compared(
      point([hit(1, '1'), hit(2, '2'), hit(3, '3')]),
      point([hit(1, '1', 9), hit(2, '5'), hit(3, '8')]),
    );
    expect(found.rows.map(({ one }) => one?.pass)).toEqual([2, 3]);
    expect(found.series).toEqual([]);
  });

  test('part where one run came by more often', () => {
    const found = compared(point([hit(1, '1'), hit(2, '2')], 2, 3), point([hit(1, '1')], 1, 1));
    expect(found).toMatchObject({ passes: { one: 2, other: 1 }, rows: [{ one: { pass: 2 } }], series: [{}] });
    expect(found.rows[0]?.other).toBeUndefined();
  });

  test('do not part at passes that one run did not keep', () => {
    const found = compared(point([hit(1, '1'), hit(9, '9')], 9), point([hit(1, '1'), hit(8, '8')], 8));
    expect(found.rows).toEqual([]);
    expect(found.passes).toEqual({ one: 9, other: 8 });
  });

  test('are alike whatever the order of their kinds', () => {
    const one = point([hit(1, '1')]);
    const [series] = one.total.series;
    if (!series) throw new Error('no series');
    const turned = { ...one, total: { ...one.total, series: [{ ...series, types: { NaN: 1, number: 1 } }] } };
    expect(compared(one, turned)).toMatchObject({ rows: [], series: [] });
  });
});
