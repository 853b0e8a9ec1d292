import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LONGEST, longestFirst } from '../support/longest-first.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the longest files come first, in their order, and the others as they were', () => {
  const [first, second] = LONGEST.map((name) => ({ moduleId: `${root}${name}` }));
  const [a, b] = ['a', 'b'].map((name) => ({ moduleId: `${root}tests/${name}.test.ts` }));
  expect(longestFirst([b, second, a, first])).toEqual([first, second, b, a]);
});

test('each of them is there', () => {
  expect(LONGEST.filter((name) => !existsSync(`${root}${name}`))).toEqual([]);
});
