import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineMap } from '../../../../../src/investigate/trace/compare/line-map.ts';

const lines = (text: string) => text.split('');

describe('a line of a file that was edited', () => {
  test.each([
    ['abcd', 'abcd', [1, 2, 3, 4]],
    ['abcd', 'xxabcd', [3, 4, 5, 6]],
    ['abcd', 'acd', [1, undefined, 2, 3]],
    ['abcd', 'abxd', [1, 2, undefined, 4]],
    ['abcdef', 'axcdyf', [1, undefined, 3, 4, undefined, 6]],
    ['', 'ab', [1]],
  ])('%s → %s', (from, to, expected) => {
    const map = lineMap(lines(from), lines(to));
    expect(expected.map((_, index) => map(index + 1))).toEqual(expected);
  });

  // Feature: mcp-debugger-tool, Property 30: a line of an edited file is one of the same text, and the order of lines is kept
  test('is one of the same text, in the same order', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(text, text, (from, to) => {
        const map = lineMap(from, to);
        const found = from.map((_, index) => map(index + 1));
        for (const [index, line] of found.entries()) if (line !== undefined) expect(to[line - 1]).toBe(from[index]);
        const known = found.filter((line) => line !== undefined);
        expect(known).toEqual([...new Set(known)].sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });
});
