import { describe, expect, test } from 'vitest';
import { chooseSuspects } from '../../../../../src/investigate/test-run/suspects/choose-suspects.ts';
import type { CountedPart } from '../../../../../src/investigate/test-run/suspects/rank-parts.ts';
import type { TestFailure } from '../../../../../src/model/tests/test-report.ts';

const path = '/shop/cart.js';

function part(line: number, more: Partial<CountedPart> = {}): CountedPart {
  return { path, line, endLine: line, within: '1:total', failed: new Set([0]), passed: 0, ...more };
}

function failedAt(line: number): TestFailure {
  const location = { path, line, column: 1 };
  const error = { name: 'Error', message: '', stack: [{ name: 'total', location }], stackText: '' };
  const site = { kind: 'unseen', cause: 'not thrown', reason: '' } as const;
  return { kind: 'test', name: 'a', error, moreErrors: [], site };
}

interface Chosen {
  readonly all?: readonly CountedPart[];
  readonly changed?: readonly number[];
  readonly failedLine?: number;
}

function choose(
  groups: readonly (readonly CountedPart[])[],
  { all = groups.flat(), changed = [], failedLine = 99 }: Chosen = {},
): string[] {
  const ranked = groups.map((parts, index) => ({ score: 1 - index / 10, parts }));
  const isChanged = (_: string, line: number) => changed.includes(line);
  const chosen = chooseSuspects(ranked, { all, failures: [failedAt(failedLine)], isChanged });
  return chosen.map(({ line, endLine, way }) => [line, ...(endLine > line ? [endLine] : []), way ?? ''].join('-'));
}

const scattered = [1, 3, 5, 7, 9, 11].map((line) => part(line));
const between = [2, 4, 6, 8, 10].map((line) => part(line));

describe('suspects', () => {
  test('are lines of a function that follow each other, as one', () => {
    expect(choose([[part(4), part(5), part(7), part(9)]], { all: [4, 5, 7, 8, 9].map((line) => part(line)) })).toEqual([
      '9-',
      '4-7-',
    ]);
  });

  test('are ways of branches where no line ran instead', () => {
    const way = part(4, { way: 'if (rate) false' });
    expect(choose([[way]])).toEqual(['4-if (rate) false']);
    expect(choose([[way, part(6)]])).toEqual(['6-']);
  });

  test('are none where more than five are as likely, but for those that were changed', () => {
    const all = [...scattered, ...between];
    expect(choose([scattered], { all })).toEqual([]);
    expect(choose([scattered], { all, changed: [7, 8] })).toEqual(['7-']);
  });

  test('come with those that were changed first, then those near to where the test failed', () => {
    const all = [...scattered, ...between];
    expect(choose([scattered.slice(0, 3)], { all, failedLine: 6 })).toEqual(['5-', '3-', '1-']);
    expect(choose([scattered.slice(0, 3)], { all, failedLine: 6, changed: [1] })).toEqual(['1-', '5-', '3-']);
  });

  test('are none where only the line that failed is known', () => {
    expect(choose([[part(4)]], { failedLine: 4 })).toEqual([]);
    expect(choose([[part(4)]], { failedLine: 5 })).toEqual(['4-']);
  });

  test('are whole groups, as long as there are five at most', () => {
    const all = [...scattered, ...between];
    expect(choose([scattered.slice(0, 2), scattered.slice(2, 4)], { all })).toHaveLength(4);
    expect(choose([scattered.slice(0, 2), scattered.slice(2)], { all })).toHaveLength(2);
  });
});
