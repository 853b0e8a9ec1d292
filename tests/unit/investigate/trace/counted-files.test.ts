import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedFiles } from '../../../../src/investigate/trace/counted-files.ts';
import { comparedFiles, lineFinding } from '../../../../src/investigate/trace/line-finding.ts';
import { decodeRecord } from '../../../../src/investigate/trace/record-schema.ts';
import type { TraceRecord } from '../../../../src/model/trace/trace-record.ts';

type Code = Extract<TraceRecord, { kind: 'code' }>;

const code: Code = {
  kind: 'code',
  text: 1,
  path: '/w/a.js',
  functions: [{ name: 'f', line: 2, endLine: 5, counter: 0 }],
  statements: [
    [3, 3, 0, 0],
    [4, 4, 1, 0],
    [4, 4, 2, 0],
    [7, 7, 3, -1],
  ],
  branches: [
    {
      line: 4,
      what: 'if (x)',
      within: 0,
      ways: [
        { name: 'true', counter: 2 },
        { name: 'false', counter: 4 },
      ],
    },
  ],
  unfinished: [[3, 5]],
};
const counts = (...values: number[]): TraceRecord => ({ kind: 'counts', text: 1, values });

describe('counted files', () => {
  test('take a counter as it was written last, and 0 for one that never was', () => {
    const [file] = countedFiles([[code, counts(0, 2, 1, 2), counts(0, 5, 2, 1), counts(1, 5)]]);
    expect(file?.functions).toEqual([{ key: '2:f', name: 'f', line: 2, endLine: 5, calls: 5 }]);
    expect(file?.lines.map(({ line, count }) => [line, count])).toEqual([
      [3, 5],
      [4, 5],
      [7, 0],
    ]);
    expect(file?.branches[0]?.ways).toEqual([
      { name: 'true', count: 1 },
      { name: 'false', count: 0 },
    ]);
  });

  test('are those of all processes, summed', () => {
    const [file, ...more] = countedFiles([
      [code, counts(0, 2, 5, 1)],
      [code, counts(0, 3, 3, 1)],
    ]);
    expect(more).toEqual([]);
    expect(file?.functions[0]?.calls).toBe(5);
    expect(file?.lines.find(({ line }) => line === 3)).toEqual({
      line: 3,
      endLine: 3,
      count: 5,
      unfinished: 1,
      within: '2:f',
    });
    expect(file?.lines.find(({ line }) => line === 7)?.within).toBeUndefined();
  });

  test('tell two functions of one name on one line apart', () => {
    const twice: Code = { ...code, functions: [...code.functions, { name: 'f', line: 2, endLine: 2, counter: 3 }] };
    const [file] = countedFiles([[twice, counts(0, 1, 3, 7)], [twice]]);
    expect(file?.functions.map(({ calls }) => calls)).toEqual([1, 7]);
  });

  // Feature: mcp-debugger-tool, Property 290: what several processes counted is the sum of what each counted
  test('sum up whatever the processes counted', () => {
    const runs = fc.array(fc.array(fc.nat(1_000), { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(runs, (all) => {
        const [file] = countedFiles(all.map((values) => [code, counts(...values.flatMap((count, at) => [at, count]))]));
        const sum = (of: (values: readonly number[]) => number) => all.reduce((total, values) => total + of(values), 0);
        expect(file?.functions[0]?.calls).toBe(sum((values) => values[0] ?? 0));
        expect(file?.lines.find(({ line }) => line === 4)?.count).toBe(
          sum((values) => Math.max(values[1] ?? 0, values[2] ?? 0)),
        );
        expect(file?.branches[0]?.ways[1]?.count).toBe(sum((values) => values[4] ?? 0));
      }),
    );
  });

  test('are read as they were written, and nothing else', () => {
    expect(decodeRecord(JSON.stringify(code))).toEqual(code);
    expect(decodeRecord(JSON.stringify(counts(0, 1)))).toEqual(counts(0, 1));
    expect(decodeRecord(JSON.stringify({ ...code, statements: [[1, 1]] }))).toBeUndefined();
    expect(decodeRecord(JSON.stringify(counts(0, -1)))).toBeUndefined();
  });
});

describe('files of an answer', () => {
  test('come with those first that hold gaps in what was entered, and tests last', () => {
    const whole: Code = { ...code, path: '/w/whole.js', text: 2, statements: [[3, 3, 0, 0]], branches: [] };
    const tests: Code = { ...code, path: '/w/test/a.test.js', text: 3 };
    const counted = [1, 2, 3].map((text): TraceRecord => ({ kind: 'counts', text, values: [0, 1] }));
    const { files } = lineFinding(countedFiles([[tests, whole, code, ...counted]]), ['/w']);
    expect(files.map(({ path }) => path)).toEqual(['/w/a.js', '/w/whole.js', '/w/test/a.test.js']);
  });

  test('of two runs stand side by side, also where one did not load them', () => {
    const here = countedFiles([[code, counts(0, 2)]]);
    const there = countedFiles([[{ ...code, path: '/w/b.js' }, counts(0, 3)]]);
    const pairs = comparedFiles(here, there, ['/w']);
    expect(pairs.map(({ one, other }) => [one.path, one.functions[0]?.calls, other.functions[0]?.calls])).toEqual([
      ['/w/a.js', 2, 0],
      ['/w/b.js', 0, 3],
    ]);
  });
});
