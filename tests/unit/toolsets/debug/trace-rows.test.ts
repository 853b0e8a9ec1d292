import { expect, test } from 'vitest';
import { keepFirst, rowsArgument } from '../../../../src/toolsets/debug/trace-rows.ts';

const rows = (text: string) => rowsArgument(text, { kind: 'values', points: [] }, (path) => `/w/${path}`);

test.each([
  ['40-80', { kind: 'range', first: 40, last: 80 }],
  [' 7 ', { kind: 'range', first: 7, last: 7 }],
  ['1..9', { kind: 'range', first: 1, last: 9 }],
  ['out/rows.jsonl', { kind: 'file', path: '/w/out/rows.jsonl' }],
])('%s', (text, expected) => {
  expect(rows(text)).toEqual(expected);
});

test.each(['0-3', '9-3', '1-5000', '3000000', '200001'])('%s is refused', (text) => {
  expect(() => rows(text)).toThrow('are no passes that an answer can show');
});

test('a trace that has no rows refuses them', () => {
  expect(() => rowsArgument('all.jsonl', { kind: 'calls' }, (path) => path)).toThrow('rows are passes of places');
});

test('as many rows are kept as are asked for', () => {
  expect(keepFirst({ kind: 'range', first: 40, last: 80 })).toBe(80);
});
