import { expect, test } from 'vitest';
import type { FrameRow } from '../../../../src/render/trace/frame-rows.ts';
import { ledTo } from '../../../../src/render/trace/led-to.ts';

const SOURCE = ['const a = 1;', 'const log = b;', 'const c = a + 1;', 'if (d) {', 'c.name = 3;', 'return c * 2;'];
const row = (line: number, ...facts: readonly string[]): FrameRow => ({ depth: 0, line, facts: [...facts] });
const ROWS = [
  row(1, 'a = 1'),
  row(2, 'log = 7'),
  row(3, 'c = 2'),
  row(4, 'd: taken'),
  row(5, 'c.name undefined → 3'),
  row(6),
];

test('to a statement led what set what it uses, what set that, and the conditions on the way', () => {
  expect([...ledTo(5, ROWS, SOURCE)].sort()).toEqual([0, 2, 3, 4, 5]);
});

test('what comes after it had no part in it', () => {
  expect([...ledTo(1, ROWS, SOURCE)].sort()).toEqual([1]);
});
