import { describe, expect, test } from 'vitest';
import type { TracedResult } from '../../../../src/model/trace/trace-record.ts';
import type { TracedNode, TracedOrigin } from '../../../../src/model/trace/trace-report.ts';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { renderTrace, type TraceView } from '../../../../src/render/trace/trace.ts';
import { expectGolden } from '../../../support/golden.ts';
import { cwd } from '../samples.ts';
import { call, invoice, report, returned, SOURCE, threw, total, value } from './samples.ts';

const wanted: WantedTrace = { kind: 'frame', place: { kind: 'function', name: 'invoice' }, call: { kind: 'throws' } };
const view: TraceView = {
  report,
  finding: { kind: 'frame', call, total, isWanted: false, source: SOURCE },
  wanted,
  asked: [],
  startedAtMs: 1_000,
  withOutput: false,
  asksRows: false,
  given: { program: 'app.js', function: 'invoice()' },
  number: 3,
};
const context = { cwd };

const node = (name: string, more: Partial<TracedNode> = {}): TracedNode => ({
  function: { ...invoice, name, key: name },
  startedAtMs: 1_000,
  durationMs: 0.5,
  arguments: [],
  end: returned('1'),
  alike: 0,
  children: [],
  ...more,
});

describe('an answer of a trace', () => {
  test('ends with how the program ended', () => {
    expectGolden('render/trace', renderTrace(view, context).text);
  });

  test('shows what a failed program said last', () => {
    const failed = {
      ...report,
      ended: { kind: 'exited', exitCode: 1, signal: null } as const,
      output: { chunks: [{ category: 'stderr', text: 'Error: boom\n' } as const], omittedChars: 0 },
    };
    expect(renderTrace({ ...view, report: failed }, context).text).toContain(
      'The program failed: exit code 1. This is trace 3.\nOutput:\n  [stderr] Error: boom',
    );
  });

  test('says first why not all was seen, and then that nothing was seen, not that nothing happened', () => {
    const gap = 'The trace function was taken away by coverage: what ran from then on is not recorded.';
    const partial = { ...view, report: { ...report, totals: [], gaps: [gap] } };
    const file = {
      path: invoice.path,
      functions: [{ key: 'a', name: 'pay', line: 1, endLine: 4, calls: 0 }],
      lines: [{ line: 2, endLine: 2, count: 0, unfinished: 0, within: 'pay' }],
      branches: [],
      source: SOURCE,
    };
    const line = { endLine: 2, unfinished: 0, within: 'pay' };
    const entered = {
      ...file,
      functions: [{ key: 'pay', name: 'pay', line: 1, endLine: 4, calls: 1 }],
      lines: [
        { ...line, line: 2, count: 1 },
        { ...line, line: 3, endLine: 3, count: 0 },
      ],
    };
    const findings = [
      { kind: 'neverCalled', functions: [invoice] },
      { kind: 'neverCalled', functions: [invoice, { ...invoice, line: 9 }] },
      { kind: 'calls' },
      { kind: 'lines', files: [file] },
      { kind: 'lines', files: [entered] },
    ] as const;
    const texts = [
      ...findings.map((finding) => renderTrace({ ...partial, finding }, context).text),
      renderTrace(
        { ...partial, wanted: { kind: 'lines', file: file.path }, finding: { kind: 'lines', files: [file] } },
        context,
      ).text,
      renderTrace(
        {
          ...view,
          finding: {
            kind: 'comparison',
            otherName: 'trace 2',
            otherGaps: [gap],
            of: 'calls',
            differences: [],
            folded: 0,
            counts: [],
          },
        },
        context,
      ).text,
    ];
    for (const text of texts) expect(text).toMatch(/^Not all of the run was seen\. (?:Of trace 2: )?The trace/);
    expectGolden('render/trace-gaps', texts.join('\n---\n'));
  });

  test('says that a program was ended at its time limit', () => {
    const running = { ...report, ended: { kind: 'running', waitedMs: 2_000 } as const };
    expect(renderTrace({ ...view, report: running }, context).text).toContain(
      'still ran after 2.0 s and was ended; what was recorded until then is shown',
    );
  });

  test('has the tree of calls, those that threw before others when room is short', () => {
    const leaf = (index: number) => node('priceOf', { arguments: [{ name: 'n', after: value(String(index)) }] });
    const roots = [
      node('main', {
        durationMs: 20,
        children: [
          ...Array.from({ length: 200 }, (_, index) => leaf(index)),
          node('pay', { durationMs: 9, end: threw('TypeError: card is undefined'), alike: 3 }),
        ],
      }),
    ];
    const answer = renderTrace(
      { ...view, wanted: { kind: 'calls' }, finding: { kind: 'calls' }, report: { ...report, roots } },
      context,
    );
    expect(answer.text).toContain('main()');
    expect(answer.text).toContain('pay() pricing.js:1 threw TypeError: card is undefined  9 ms  (and 3 more alike)');
    expect(answer.text).toMatch(/… \d+ rows of the tree left out/);
    expect(answer.text.length / 4).toBeLessThan(701);
  });

  test('has values of points: the counts, the series, and a row for each pass', () => {
    const at = { kind: 'line', path: `${cwd}/pricing.js`, line: 4 } as const;
    const point = { id: 1, place: at, expressions: ['price'], condition: 'price > 1' };
    const hit = (pass: number, text: string) => ({
      pass,
      startedAtMs: 1_000 + pass,
      values: [{ kind: 'value', name: 'price', value: value(text) } as const],
      ...(pass === 1 ? { caller: { name: 'main', path: `${cwd}/app.js`, line: 2 } } : {}),
    });
    const points = [
      {
        point: 1,
        places: [{ path: `${cwd}/pricing.js`, line: 4 }],
        hits: [hit(1, '36'), hit(2, '12')],
        total: {
          passes: 9,
          held: 8,
          failed: 1,
          error: 'TypeError: x',
          series: [
            {
              name: 'price',
              changes: 7,
              distinct: 5,
              isMore: false,
              types: { number: 7, NaN: 1 },
              range: { least: 0, most: 36, sum: 48 },
              failed: 0,
            },
          ],
        },
      },
    ];
    const answer = renderTrace(
      {
        ...view,
        wanted: { kind: 'values', points: [point] },
        finding: { kind: 'values' },
        asked: ['pricing.js:4 if price > 1: price'],
        report: { ...report, points },
      },
      context,
    );
    expectGolden('render/trace-values', answer.text);
    expect(answer.isError).toBe(false);
  });

  test('has what a method was called on behind its arguments', () => {
    const values = ['self', 'price'].map((name) => ({ kind: 'value', name, value: value('1') }) as const);
    const places = [{ path: `${cwd}/pricing.js`, line: 1 }];
    const pointTotal = { passes: 1, held: 1, failed: 0, series: [] };
    const hits = [{ pass: 1, startedAtMs: 1_000, values, end: returned('2') }];
    const points = [{ point: 1, places, hits, total: pointTotal }];
    const wantedPoints = [{ id: 1, place: { kind: 'function', name: 'invoice' }, expressions: [] }] as const;
    const asks = { wanted: { kind: 'values', points: wantedPoints }, finding: { kind: 'values' } } as const;
    const { text } = renderTrace({ ...view, ...asks, asked: ['invoice()'], report: { ...report, points } }, context);
    expect(text).toContain('price = 1, self = 1  → 2');
  });

  test.each<[string[], TracedOrigin[]]>([
    [
      ['pass 1 (main thread)', 'pass 2 (thread 1)'],
      [
        { pid: 7, thread: 0 },
        { pid: 7, thread: 1 },
      ],
    ],
    [
      ['pass 1 (process 7)', 'pass 2 (process 8, thread 2)'],
      [
        { pid: 7, thread: 0 },
        { pid: 8, thread: 2 },
      ],
    ],
  ])('says in which thread or process a pass was: %j', (texts, origins) => {
    const values = [{ kind: 'value', name: 'n', value: value('1') } as const];
    const hits = origins.map((origin, at) => ({ pass: at + 1, startedAtMs: 1_000, values, origin }));
    const places = [{ path: `${cwd}/pricing.js`, line: 4 }];
    const points = [{ point: 1, places, hits, total: { passes: 2, held: 2, failed: 0, series: [] } }];
    const at = { kind: 'line', path: `${cwd}/pricing.js`, line: 4 } as const;
    const asks = {
      wanted: { kind: 'values', points: [{ id: 1, place: at, expressions: ['n'] }] },
      finding: { kind: 'values' },
    } as const;
    const { text } = renderTrace({ ...view, ...asks, asked: ['pricing.js:4'], report: { ...report, points } }, context);
    for (const each of texts) expect(text).toContain(each);
  });

  test('gives each point rows, also where one fails at all of its passes', () => {
    const at = { kind: 'line', path: `${cwd}/pricing.js`, line: 4 } as const;
    const pointOf = (id: number, values: (pass: number) => TracedResult) => ({
      point: id,
      places: [{ path: `${cwd}/pricing.js`, line: 4 }],
      hits: Array.from({ length: 60 }, (_, index) => ({
        ...{ pass: index + 1, startedAtMs: 1_000, values: [values(index + 1)] },
      })),
      total: { passes: 60, held: 60, failed: 0, series: [] },
    });
    const points = [
      pointOf(1, (pass) => ({ kind: 'value', name: 'price', value: value(String(pass)) })),
      pointOf(2, () => ({ kind: 'thrown', name: 'x', message: 'ReferenceError: x is not defined' })),
    ];
    const asked = ['pricing.js:4: price', 'pricing.js:4: x'];
    const wantedPoints = asked.map((text, index) => ({ id: index + 1, place: at, expressions: [text.slice(14)] }));
    const finding = { kind: 'values' } as const;
    const ofBoth = { ...view, wanted: { kind: 'values', points: wantedPoints } as const, finding, asked };
    const { text } = renderTrace({ ...ofBoth, report: { ...report, points } }, context);
    expect(text.match(/price = /g)?.length).toBeGreaterThan(5);
    expect(text).toContain('x threw ReferenceError');
  });

  test.each([
    [{ kind: 'unknown', near: [] } as const, 'No function invoice: no loaded file of own code has it'],
    [{ kind: 'neverCalled', functions: [invoice] } as const, 'Never called: invoice pricing.js:1.'],
    [{ kind: 'ambiguous', totals: [total, total] } as const, 'Several functions have that name. Ask for one of them'],
  ])('says why there is nothing to show: %o', (finding, expected) => {
    const answer = renderTrace({ ...view, finding }, context);
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain(expected);
  });

  test('leads to a function that something else than its declaration names', () => {
    const near = [{ name: 'invoice', path: `${cwd}/cart.js`, line: 7 }];
    const answer = renderTrace({ ...view, finding: { kind: 'unknown', near } }, context);
    expect(answer.text).toContain(
      'It is written at invoice cart.js:7, where the run knows no function by this name.\n',
    );
    expect(answer.text).toMatch(/^Next, invoice: \{"program":"app\.js","file":"cart\.js","line":7\}$/m);
  });
});
