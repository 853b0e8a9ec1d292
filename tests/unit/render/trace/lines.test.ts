import { describe, expect, test } from 'vitest';
import type {
  CountedBranch,
  ShownFile,
  TracedFile,
  TracedLine,
  TraceFinding,
} from '../../../../src/model/trace/trace-report.ts';
import { renderTrace, type TraceView } from '../../../../src/render/trace/trace.ts';
import { expectGolden } from '../../../support/golden.ts';
import { cwd } from '../samples.ts';
import { report, SOURCE } from './samples.ts';

const context = { cwd };
const invoice = '1:invoice';
const line = (number: number, count: number, within: string | undefined = invoice, unfinished = 0): TracedLine => ({
  line: number,
  endLine: number,
  count,
  unfinished,
  within,
});
const branch = (at: number, what: string, ways: Readonly<Record<string, number>>): CountedBranch => ({
  line: at,
  what,
  within: invoice,
  ways: Object.entries(ways).map(([name, count]) => ({ name, count })),
});

const file: ShownFile = {
  path: `${cwd}/pricing.js`,
  source: [...SOURCE, 'function unused() {', '  return 1;', '}', 'invoice([]);'],
  functions: [
    { key: invoice, name: 'invoice', line: 1, endLine: 10, calls: 3 },
    { key: '11:unused', name: 'unused', line: 11, endLine: 13, calls: 0 },
  ],
  lines: [
    line(2, 3),
    line(3, 3, invoice, 1),
    line(4, 2_000, invoice, 1),
    line(5, 1_999),
    line(6, 0),
    line(9, 2),
    line(12, 0, '11:unused'),
    { ...line(14, 1), within: undefined },
  ],
  branches: [
    branch(3, 'for (const item of items)', { passes: 2_000 }),
    branch(5, 'if (price > 10)', { true: 0, false: 1_999 }),
  ],
};

const viewOf = (finding: TraceFinding, wanted: TraceView['wanted']): TraceView => ({
  report,
  finding,
  wanted,
  asked: [],
  startedAtMs: 1_000,
  withOutput: false,
  asksRows: false,
  given: { program: 'app.js', mode: 'lines' },
  number: undefined,
});
const overview = (files: readonly ShownFile[]) =>
  renderTrace(viewOf({ kind: 'lines', files }, { kind: 'lines' }), context).text;

describe('lines that ran', () => {
  test('are an overview of what did not, and of what was left', () => {
    expectGolden('render/trace-lines', overview([file]));
  });

  test('stand beside their source for one function, and for one file', () => {
    const within = { kind: 'function', name: 'invoice' } as const;
    const whole = { ...file, functions: file.functions.slice(0, 1) };
    const listing = renderTrace(viewOf({ kind: 'lines', files: [whole] }, { kind: 'lines', within }), context);
    expectGolden('render/trace-lines-function', listing.text);
    const all = renderTrace(viewOf({ kind: 'lines', files: [file] }, { kind: 'lines', file: file.path }), context);
    expectGolden('render/trace-lines-file', all.text);
  });

  test('of many files are bounded, and name the call that shows the rest', () => {
    const many = Array.from({ length: 200 }, (_, at) => ({ ...file, path: `${cwd}/src/pricing-${at}.js` }));
    const text = overview(many);
    expect(text.length / 4).toBeLessThan(700);
    expect(text).toContain('200 files loaded: 1200 of 1600 lines with code ran');
    const next = '{"program":"app.js","mode":"lines","file":"src/pricing-0.js"}';
    expect(text.split('\n').at(-1)).toBe(`Next, the counts beside each line: ${next}`);
  });

  test('do not count a refusal that never came as a gap before others', () => {
    const source = file.source.map((each, at) => (at === 5 ? "      throw new Error('no');" : each));
    const text = overview(Array.from({ length: 120 }, (_, at) => ({ ...file, source, path: `${cwd}/p${at}.js` })));
    expect(text).toContain('p3.js');
    // One may fill what room is left.
    expect(text.split('not finished').length).toBeGreaterThan(8);
    expect(text.split('throw new Error').length).toBeLessThanOrEqual(2);
  });

  test('of a handler say how often it caught something, and nothing where it did not', () => {
    const caught = branch(5, 'catch (error)', { caught: 4 });
    expect(overview([{ ...file, branches: [caught] }])).toContain('  5 catch (error): 4 errors caught');
    const text = overview([{ ...file, branches: [branch(5, 'catch (error)', { caught: 0 })] }]);
    expect(text).not.toContain('catch');
    expect(text).not.toContain('not run');
  });

  test('of two runs show what ran in one only', () => {
    const other: TracedFile = {
      ...file,
      functions: file.functions.map((each) => ({ ...each, calls: 1 })),
      lines: file.lines.map((each) => ({ ...each, count: each.line === 6 ? 5 : 1, unfinished: 0 })),
      branches: file.branches.map((each) => ({ ...each, ways: each.ways.map(({ name }) => ({ name, count: 1 })) })),
    };
    const otherEnded = { kind: 'exited', exitCode: 0, signal: null } as const;
    const named = { kind: 'comparison', of: 'lines', otherName: 'the other run' } as const;
    const compared = { ...named, files: [{ one: file, other }], otherEnded } as const;
    expectGolden('render/trace-lines-compared', renderTrace(viewOf(compared, { kind: 'lines' }), context).text);
    const alike = { ...compared, files: [{ one: file, other: file }] };
    expect(renderTrace(viewOf(alike, { kind: 'lines' }), context).text).toContain(
      'Both runs ran the same lines equally often: 6 lines.',
    );
  });

  test('are an error where nothing was counted', () => {
    const { text, isError } = renderTrace(viewOf({ kind: 'unknown', near: [] }, { kind: 'lines' }), context);
    expect(isError).toBe(true);
    expect(text).toContain('No code was counted');
  });
});
