import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodeParts } from '../../../../../src/investigate/test-run/suspects/code-parts.ts';
import { ProcessTests } from '../../../../../src/investigate/test-run/suspects/test-parts.ts';
import type { TraceRecord } from '../../../../../src/model/trace/trace-record.ts';

const PATH = '/shop/cart.js';

function code(text: number, counters: number, path = PATH): TraceRecord {
  const statements = Array.from({ length: counters }, (_, at) => [at + 1, at + 1, at, 0] as const);
  const functions = [{ name: 'total', line: 1, endLine: 99, counter: 0 }];
  return { kind: 'code', text, path, functions, statements, branches: [], unfinished: [] };
}

function boundary(phase: 'begin' | 'end', ...name: readonly string[]): TraceRecord {
  return { kind: 'test', phase, name, file: '/shop/cart.test.js' };
}

const counts = (values: readonly number[], text = 1): TraceRecord => ({ kind: 'counts', text, values });

/** The name of each test and the lines that ran in it; `mixed` last. */
function read(records: readonly TraceRecord[]): string[] {
  const parts = new CodeParts();
  const process = new ProcessTests(parts);
  for (const record of records) process.add(record);
  const lines = (numbers: Iterable<number>) => [...numbers].map((each) => parts.list[each]?.line).sort();
  const tests = process.ended.map(({ name, parts: ran }) => `${name.join(' > ')}: ${lines(ran)}`);
  if (process.mixed.size === 0) return tests;
  const atOnce = process.mixedTests.map(({ name }) => name.join(' > '));
  return [...tests, `mixed: ${lines(process.mixed)}`, `at once: ${atOnce.join(', ')}`];
}

describe('what a process has counted', () => {
  test('belongs to the test that had begun and not ended', () => {
    const records = [code(1, 4), counts([0, 1]), boundary('begin', 'a'), counts([0, 1, 1, 2]), boundary('end', 'a')];
    expect(read([...records, counts([2, 1]), boundary('begin', 'b'), counts([3, 1]), boundary('end', 'b')])).toEqual([
      'a: 2',
      'b: 4',
    ]);
  });

  test('belongs to the part of a test that runs', () => {
    const outer = [boundary('begin', 'a'), counts([0, 1])];
    const inner = [boundary('begin', 'a', 'b'), counts([1, 1]), boundary('end', 'a', 'b')];
    expect(read([code(1, 3), ...outer, ...inner, counts([2, 1]), boundary('end', 'a')])).toEqual([
      'a > b: 2',
      'a: 1,3',
    ]);
  });

  test('belongs to nobody while tests run at once', () => {
    const records = [
      ...[code(1, 5), boundary('begin', 'a'), counts([0, 1]), boundary('begin', 'b'), counts([1, 1])],
      ...[boundary('end', 'b'), counts([2, 1]), boundary('end', 'a'), counts([3, 1])],
      ...[boundary('begin', 'c'), counts([4, 1]), boundary('end', 'c')],
    ];
    expect(read(records)).toEqual(['c: 5', 'mixed: 1,2,3', 'at once: a, b']);
  });

  test('counters that go down again stand for nothing that ran', () => {
    const records = [code(1, 2), counts([0, 3]), boundary('begin', 'a'), counts([0, 2, 1, 1]), boundary('end', 'a')];
    expect(read(records)).toEqual(['a: 2']);
  });

  test('what runs when a file is loaded is in no test', () => {
    const statements = [[7, 7, 0, -1]] as const;
    const loaded: TraceRecord = {
      kind: 'code',
      text: 1,
      path: PATH,
      functions: [],
      statements,
      branches: [],
      unfinished: [],
    };
    expect(read([loaded, boundary('begin', 'a'), counts([0, 1]), boundary('end', 'a')])).toEqual(['a: ']);
  });

  // Feature: mcp-debugger-tool, Property 301: what is read to have run in a test is what ran in it
  test('is told apart whatever runs between and within the tests', () => {
    const ran = fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 6 });
    const run = fc.record({ before: ran, within: fc.array(ran, { maxLength: 3 }), text: fc.constantFrom(1, 2) });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 12 }), (runs) => {
        const totals = new Map<string, number>();
        const counted = (numbers: readonly number[], text: number) => {
          const values = numbers.flatMap((counter) => {
            const total = (totals.get(`${text} ${counter}`) ?? 0) + 1;
            totals.set(`${text} ${counter}`, total);
            return [counter, total];
          });
          return counts(values, text);
        };
        const records = runs.flatMap(({ before, within, text }, index) => [
          counted(before, text),
          boundary('begin', `test ${index}`),
          ...within.map((numbers) => counted(numbers, text)),
          boundary('end', `test ${index}`),
        ]);
        const expected = runs.map(({ within }, index) => {
          const lines = [...new Set(within.flat())].map((counter) => counter + 1).sort();
          return `test ${index}: ${lines}`;
        });
        expect(read([code(1, 10), code(2, 10, '/shop/other.js'), ...records])).toEqual(expected);
      }),
    );
  });
});
