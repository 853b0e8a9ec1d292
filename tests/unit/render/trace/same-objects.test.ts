import { describe, expect, test } from 'vitest';
import type { TracedChange } from '../../../../src/model/trace/trace-record.ts';
import { SameObjects, samePairs } from '../../../../src/render/trace/same-objects.ts';

const object = (number: number, type = 'Array') => ({ text: '[]', type, object: number });
const change = (name: string, number?: number): TracedChange => ({
  name,
  after: number === undefined ? { text: '1', type: 'number' } : object(number),
});
const remarks = (...changes: TracedChange[]) => {
  const same = new SameObjects();
  return changes.map((each) => same.remark(each));
};

describe('names of the same object', () => {
  test('are said when one is given, and when the object is changed, once each', () => {
    const said = remarks(change('a', 1), change('b', 1), change('a.x'), change('a[0]'), change('b', 1));
    expect(said).toEqual(['', ' (same object as a)', ' (b is the same object)', '', '']);
  });

  test('are not said of names that hold another one by now', () => {
    expect(remarks(change('a', 1), change('a', 2), change('b', 1), change('b.x'))).toEqual(['', '', '', '']);
    expect(remarks(change('a', 1), change('a'), change('b', 1))).toEqual(['', '', '']);
  });

  test('are not said of functions and other values that nobody changes', () => {
    const same = new SameObjects();
    const fn = (name: string) => same.remark({ name, after: object(1, 'function') });
    expect([fn('a'), fn('b')]).toEqual(['', '']);
  });

  test('are counted over rows', () => {
    const rows = [
      [['items', object(1)] as const, ['defaults.items', object(1)] as const],
      [['items', object(2)] as const, ['defaults.items', object(1)] as const],
    ];
    expect(samePairs(rows)).toEqual([{ name: 'items', other: 'defaults.items', rows: 1 }]);
  });
});
