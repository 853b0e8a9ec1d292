import { expect, test } from 'vitest';
import { LoopLines } from '../../../../../src/investigate/trace/live/loop-lines.ts';
import { assignedIn, OuterNames } from '../../../../../src/investigate/trace/live/outer-names.ts';

test.each([
  ['hits++;', ['hits']],
  ['++rounds;', ['rounds']],
  ['total += item.price;', ['total']],
  ['stats.hits = a === b ? 1 : 2;', ['stats']],
  ["cache['a'].b ??= made;", ['cache']],
  ['const made = outer = 1;', ['outer']],
  ['let i = 0;', []],
  ['if (a == b || c >= d) f((x) => x);', []],
  ['this.total = 1;', []],
  ['counter //= 2', ['counter']],
])('%s', (text, names) => {
  expect(assignedIn(text)).toEqual(names);
});

test('names are kept from line to line, without those of the function', () => {
  const lines = new LoopLines([
    'def f():',
    '    global hits, misses',
    '    hits += 1',
    '    own = 2',
    '    return hits',
  ]);
  const outer = new OuterNames(lines);
  expect(outer.at(3, [])).toEqual(['hits']);
  expect(outer.at(4, ['own'])).toEqual(['hits']);
  expect(outer.at(5, ['own'])).toEqual(['hits']);
  expect(['hits', 'misses', 'own'].map((name) => outer.isGlobal(name))).toEqual([true, true, false]);
});
