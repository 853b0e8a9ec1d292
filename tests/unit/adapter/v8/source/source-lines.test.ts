import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offsetIn, SourceLines } from '../../../../../src/adapter/v8/source/source-lines.ts';

// Feature: mcp-debugger-tool, Property 324: Places and offsets of a script name each other
// *For any* text with line terminators of every kind and any offset in it, the place of the offset has that offset.
test('the offset of a place is where the place was taken from', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', '\u2028', '\u2029', ''))
    .map((each) => each.join(''));
  fc.assert(
    fc.property(text, fc.nat(), (source, number) => {
      const offset = number % (source.length + 1);
      // Between the two of a CR LF there is no place.
      fc.pre(source.slice(offset - 1, offset + 1) !== '\r\n');
      expect(offsetIn(source, new SourceLines(source).positionOf(offset))).toBe(offset);
    }),
    { numRuns: 500 },
  );
});

test('a line behind the text begins at its end', () => {
  expect(offsetIn('a\nb', { lineNumber: 9, columnNumber: 2 })).toBe(5);
});
