import { expect, test } from 'vitest';
import { firstItems } from '../../../src/journal/first-items.ts';

test.each([
  ['[1, 2, 3, 4, 5]', '[1, 2, 3, 4, 5]'],
  ['[1, 2, 3, 4, 5, 6, 7]', '[1, 2, 3, 4, 5... +2 more]'],
  ['[1, 2, 3, 4, 5, 6, … 1,994 more]', '[1, 2, 3, 4, 5... +1995 more]'],
  ['[1, 2, … 998 more]', '[1, 2, … 998 more]'],
  ['Uint8Array(6) [1, 2, 3, 4, 5, 6]', 'Uint8Array(6) [1, 2, 3, 4, 5... +1 more]'],
  [
    "[\"a, b\", 'c\\', d', {e: 1, f: 2}, [3, 4], (5, 6), 7]",
    "[\"a, b\", 'c\\', d', {e: 1, f: 2}, [3, 4], (5, 6)... +1 more]",
  ],
  ['{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6}', '{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6}'],
  ['"[1, 2, 3, 4, 5, 6]"', '"[1, 2, 3, 4, 5, 6]"'],
  ['[1, 2, 3, 4, 5, 6, "no end]', '[1, 2, 3, 4, 5, 6, "no end]'],
])('%s', (text, expected) => {
  expect(firstItems(text)).toBe(expected);
});
