import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CodePart } from '../../../../../src/investigate/test-run/suspects/code-parts.ts';
import { countParts, rankParts } from '../../../../../src/investigate/test-run/suspects/rank-parts.ts';

const part = (line: number): CodePart => ({ path: '/shop/cart.js', line, endLine: line, within: '1:total' });

/** Ranks lines from 1 on, by which tests ran them: `f1` failed, `p1` passed. */
function ranking(ran: Readonly<Record<string, readonly number[]>>, mixed: readonly number[] = []): string[] {
  const parts = Array.from({ length: 12 }, (_, index) => part(index + 1));
  const tests = new Map(Object.entries(ran).map(([key, lines]) => [key, Uint32Array.from(lines, (each) => each - 1)]));
  const keys = Object.keys(ran);
  const verdicts = {
    failed: keys.filter((each) => each.startsWith('f')),
    passed: keys.filter((each) => each.startsWith('p')),
  };
  const counted = countParts({ parts, tests, mixed: new Set(mixed.map((each) => each - 1)) }, verdicts);
  return rankParts(counted, verdicts.failed.length, verdicts.passed.length).map(
    ({ parts: group, score }) => `${score.toFixed(2)}: ${group.map(({ line }) => line)}`,
  );
}

describe('parts of the code', () => {
  test('that failing tests alone ran are the likeliest, and those that all ran are not suspected', () => {
    const passing = { p1: [1, 2], p2: [1, 2], p3: [1, 3], p4: [1] };
    expect(ranking({ f1: [1, 3, 4], f2: [1, 3, 4, 5], ...passing })).toEqual(['1.00: 4', '0.82: 3', '0.71: 5']);
  });

  test('explain first what most of the failures have in common, then the rest', () => {
    expect(ranking({ f1: [1, 2], f2: [1, 2], f3: [1, 3], p1: [1], p2: [1, 4] })).toEqual(['0.82: 2', '1.00: 3']);
  });

  test('that explain few of the failures are no suspects', () => {
    expect(ranking({ f1: [1, 2], f2: [1], f3: [1], f4: [1], p1: [1] })).toEqual([]);
  });

  test('that may have run in a test that passed are no suspects', () => {
    expect(ranking({ f1: [1, 2, 3], p1: [1], p2: [1] }, [3])).toEqual(['1.00: 2']);
  });

  // Feature: mcp-debugger-tool, Property 302: the first suspects have the highest score by Ochiai's measure of all that distinguish
  test('come in the order of the measure, whatever ran', () => {
    const lines = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 });
    const tests = fc.array(lines, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(tests, tests, (failed, passed) => {
        const ran = Object.fromEntries([
          ...failed.map((each, index) => [`f${index}`, each] as const),
          ...passed.map((each, index) => [`p${index}`, each] as const),
        ]);
        const [first] = ranking(ran);
        const scores = Array.from({ length: 12 }, (_, index) => {
          const ef = failed.filter((each) => each.includes(index + 1)).length;
          const ep = passed.filter((each) => each.includes(index + 1)).length;
          const distinguishes = ef * 3 >= failed.length && (ep * 2) / passed.length <= ef / failed.length;
          return distinguishes && ef > 0 ? ef / Math.sqrt(failed.length * (ef + ep)) : 0;
        });
        const best = Math.max(...scores);
        expect(first?.split(':')[0]).toBe(best === 0 ? undefined : best.toFixed(2));
        const bestLines = scores.flatMap((score, index) => (score === best ? [index + 1] : []));
        for (const line of first?.split(': ')[1]?.split(',') ?? []) expect(bestLines).toContain(Number(line));
      }),
    );
  });
});
