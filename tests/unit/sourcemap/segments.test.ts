import { encodedMappings, type SourceMapSegment, TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Segments } from '../../../src/sourcemap/segments.ts';

const number = fc.nat(3_000_000);
const segment = fc.oneof(
  fc.tuple(number).map(([column]): SourceMapSegment => [column]),
  fc
    .tuple(number, fc.nat(3), number, number)
    .map(([column, source, line, from]): SourceMapSegment => [column, source, line, from]),
  fc
    .tuple(number, fc.nat(3), number, number, fc.nat(9))
    .map(([column, source, line, from, name]): SourceMapSegment => [column, source, line, from, name]),
);
const ascending = fc.array(segment, { maxLength: 12 }).map((line) => line.sort((a, b) => a[0] - b[0]));
const mappings = fc.array(ascending, { maxLength: 8 });

function mapOf(lines: SourceMapSegment[][]): TraceMap {
  const names = Array.from({ length: 10 }, (_, index) => `name${index}`);
  return new TraceMap({ version: 3, names, sources: ['a', 'b', 'c', 'd'], mappings: lines });
}

/** The library's answer for a place, in the words of ours. */
function expectedAt(map: TraceMap, line: number, column: number) {
  const found = traceSegment(map, line, column);
  if (!found || found.length === 1) return undefined;
  const [generatedColumn, source, originalLine, originalColumn, name] = found;
  return { source, line: originalLine, column: originalColumn, name, generatedColumn };
}

describe('Segments', () => {
  test('say of any place what the library says, whether decoded here or there', () => {
    const places = fc.array(fc.tuple(fc.nat(9), number), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(mappings, places, (lines, anywhere) => {
        const map = mapOf(lines);
        const edges = lines.flatMap((line, index) =>
          line.flatMap(([column]) => [column - 1, column, column + 1].map((at) => [index, at] as const)),
        );
        const decoded = [Segments.decode(encodedMappings(map)), Segments.of(lines)];
        for (const [line, column] of [...anywhere, ...edges]) {
          const expected = expectedAt(map, line, column);
          for (const segments of decoded) expect(segments.at(line, column)).toEqual(expected);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('find all starts of a line, and the first line that has code', () => {
    fc.assert(
      fc.property(fc.array(fc.array(segment, { maxLength: 6 }), { maxLength: 6 }), (lines) => {
        for (const line of lines) line.sort((a, b) => a[0] - b[0]);
        const segments = Segments.decode(encodedMappings(mapOf(lines)));
        for (const [source, line] of lines
          .flat()
          .flatMap(([, from, at]) => (from === undefined || at === undefined ? [] : [[from, at] as const]))) {
          const starts = segments.startsOf(source, line);
          expect(starts.length).toBeGreaterThan(0);
          for (const { lineNumber, columnNumber, originalColumn } of starts) {
            expect(
              lines[lineNumber]?.some(
                ([column, from, at, col]) =>
                  column === columnNumber && from === source && at === line && col === originalColumn,
              ),
            ).toBe(true);
          }
          expect(segments.firstLineFrom([source], line, line)).toBe(line);
          expect(segments.firstLineFrom([source], line - 1, line - 1)).toBe(
            lines.flat().some(([, from, at]) => from === source && at === line - 1) ? line - 1 : undefined,
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  test('take segments in any order', () => {
    // Columns 8, 0, 4 of one line, of source lines 2, 0, 1.
    const unsorted = 'QAEA,RAFA,IACA';
    const segments = Segments.decode(unsorted);
    expect([0, 4, 8].map((column) => segments.at(0, column)?.line)).toEqual([0, 1, 2]);
  });

  test('refuse what is no mappings', () => {
    for (const text of ['A!AA', 'AA AA', 'é', 'AAg']) expect(() => Segments.decode(text)).toThrow('no base64 digit');
  });
});
