import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayable } from '../../../src/tui/text/displayable.ts';
import { columnsOf, cutToColumns, field, fitLine, span, textOf } from '../../../src/tui/text/styled-line.ts';
import { duration } from '../../../src/tui/text/times.ts';

const ESC = String.fromCharCode(0x1b);

test.each([
  ['plain', 'plain'],
  [`${ESC}[31mred${ESC}[0m`, 'red'],
  ['a\tb\nc', 'a  b\\nc'],
  ['👨‍👩‍👧', '👨👩👧'],
  ['👍🏽', '👍'],
  ['🇩🇪', 'DE'],
  ['❤️', '❤'],
  ['a\u202eb', 'a\\u202eb'],
  ['zero\u200bwidth\ufeff', 'zerowidth'],
])('%j is shown as %j', (text, shown) => {
  expect(displayable(text)).toBe(shown);
});

describe('any text', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

  test('is exactly as wide as its field', () => {
    fc.assert(
      fc.property(text, fc.nat(40), (value, columns) => {
        const shown = displayable(value);
        expect(columnsOf(field(shown, columns))).toBe(columns);
        expect(columnsOf(cutToColumns(shown, columns))).toBeLessThanOrEqual(columns);
        expect(columnsOf(textOf(fitLine([span(shown), span(shown)], columns)))).toBe(columns);
      }),
      { numRuns: 500 },
    );
  });

  test('is one line without control characters', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(displayable(value)).not.toMatch(/\p{Cc}|\p{Cs}|\u2028/u);
      }),
      {
        numRuns: 300,
      },
    );
  });
});

test.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [1_000, '1.0 s'],
  [59_940, '60 s'],
  [60_000, '1m 00s'],
  [3_599_400, '59m 59s'],
  [3_600_000, '1h 00m'],
  [26 * 3_600_000, '1d 2h'],
  [400 * 24 * 3_600_000, '400d'],
])('%d ms is %s', (ms, shown) => {
  expect(duration(ms)).toBe(shown);
  expect(shown.length).toBeLessThanOrEqual(7);
});
