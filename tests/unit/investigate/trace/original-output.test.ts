import { describe, expect, test } from 'vitest';
import { originalOutput } from '../../../../src/investigate/trace/original-output.ts';
import type { MovedLine } from '../../../../src/model/trace/trace-record.ts';

const plain = '\tthrow new Error(a + b);';
const added = [
  { column: 6, length: 3, target: 1 },
  { column: 7, length: 10 },
  { column: 23, length: 2 },
];
const shown = '\tthrow<1> <234567890new Error(a + b)<2;';
const moved: MovedLine = { kind: 'moved', path: '/a.js', line: 3, plain, shown, added };
const told = (column: number) => `/a.js:3\n${shown}\n\t${' '.repeat(column - 1)}^\n\nError: x\n`;
const expected = (column: number) => `/a.js:3\n${plain}\n\t${' '.repeat(column - 1)}^\n\nError: x\n`;

describe('the line that Node shows with an error', () => {
  test.each([
    ['before everything that was added', 1, 1],
    ['within something that stands for another place', 7, 1],
    ['within something added', 12, 7],
    ['behind it', 21, 8],
  ])('%s', (_name, column, plainColumn) => {
    expect(originalOutput(`before\n${told(column)}after\n`, [moved])).toBe(`before\n${expected(plainColumn)}after\n`);
  });

  test('what is no line of the table stays as it is', () => {
    const other = told(4).replace(':3', ':4');
    expect(originalOutput(other, [moved])).toBe(other);
    expect(originalOutput('', [moved])).toBe('');
  });

  test('every place where it is shown is put right', () => {
    expect(originalOutput(told(1) + told(1), [moved])).toBe(expected(1) + expected(1));
  });
});
