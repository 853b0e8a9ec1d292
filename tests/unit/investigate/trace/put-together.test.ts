import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingOf } from '../../../../src/investigate/trace/finding.ts';
import { putTogether } from '../../../../src/investigate/trace/put-together.ts';
import { decodeRecord } from '../../../../src/investigate/trace/record-schema.ts';
import type { TracedSeries, TraceRecord } from '../../../../src/model/trace/trace-record.ts';
import type { TraceReport } from '../../../../src/model/trace/trace-report.ts';
import type { WantedCall } from '../../../../src/model/trace/trace-request.ts';

const value = (text: string) => ({ text, type: 'number' });
const end = (text: string) => ({ kind: 'returned', value: value(text) }) as const;
const process = (startedAtMs: number): TraceRecord => ({ kind: 'process', pid: 1, thread: 0, argv: [], startedAtMs });
const written = (id: number, name = 'f', path = '/w/a.js'): TraceRecord => ({
  kind: 'function',
  id,
  name,
  path,
  line: 1,
  endLine: 3,
});
const total = (id: number, calls: number, more: object = {}): TraceRecord => ({
  kind: 'total',
  function: id,
  calls,
  threw: 0,
  totalMs: calls,
  ...more,
});
const call = (id: number, number: number, atMs: number, more: object = {}): TraceRecord => ({
  kind: 'call',
  function: id,
  number,
  isWanted: true,
  atMs,
  durationMs: 1,
  arguments: [],
  events: [],
  end: end(String(number)),
  ...more,
});
const node = (id: number, parent: number | undefined, more: object = {}): TraceRecord => ({
  kind: 'node',
  id,
  ...(parent === undefined ? {} : { parent }),
  function: 1,
  atMs: id,
  durationMs: 1,
  arguments: [],
  end: end('1'),
  alike: 0,
  ...more,
});

const hit = (pass: number, thread?: number): TraceRecord => ({
  kind: 'hit',
  point: 1,
  pass,
  atMs: pass,
  ...(thread === undefined ? {} : { thread }),
  values: [],
});

const reportOf = (...records: TraceRecord[][]): TraceReport => ({
  ended: { kind: 'exited', exitCode: 0, signal: null },
  output: { chunks: [], omittedChars: 0 },
  ...putTogether(records, [1]),
});
const find = (report: TraceReport, wanted: WantedCall) =>
  findingOf(
    report,
    { kind: 'frame', place: { kind: 'function', name: 'f' }, call: wanted },
    { folders: ['/w'], program: 'a.js' },
  );

describe('the records of several processes', () => {
  test('are in the order of their clocks, and counts are added', () => {
    const report = reportOf(
      [process(2_000), written(1), total(1, 3, { held: 1, failed: 0 }), call(1, 3, 5)],
      [process(1_000), written(1), total(1, 2, { held: 0, failed: 2, error: 'E' }), call(1, 1, 9)],
    );
    expect(report.calls.map(({ startedAtMs }) => startedAtMs)).toEqual([1_009, 2_005]);
    expect(report.totals).toMatchObject([{ calls: 5, held: 1, failed: 2, error: 'E' }]);
    expect(find(report, { kind: 'last' })).toMatchObject({ kind: 'frame', call: { number: 3 } });
    expect(find(report, { kind: 'first' })).toMatchObject({ kind: 'frame', call: { number: 1 } });
  });

  test('a call that was written again counts as it was written last', () => {
    const again = call(1, 1, 1, { end: end('done') });
    const running = call(1, 1, 1, { end: { kind: 'running', line: 2 } });
    const { calls } = reportOf([process(0), written(1), running, again]);
    expect(calls.map((each) => each.end)).toEqual([end('done')]);
  });

  test('a call as it was wanted goes before one that stands in', () => {
    const standIn = call(1, 7, 1, { isWanted: false });
    const report = reportOf([process(0), written(1), total(1, 7), standIn], [process(5), written(1), call(1, 2, 1)]);
    expect(find(report, { kind: 'throws' })).toMatchObject({ call: { number: 2 }, isWanted: true });
  });

  test('functions of one name are told apart, unless only one of them was called', () => {
    const two = [process(0), written(1), written(2, 'f', '/w/b.js')];
    expect(find(reportOf([...two, total(1, 1), total(2, 1)]), { kind: 'last' }).kind).toBe('ambiguous');
    const one = reportOf([...two, total(1, 0), total(2, 1), call(2, 1, 1)]);
    expect(find(one, { kind: 'last' })).toMatchObject({ kind: 'frame', call: { function: { path: '/w/b.js' } } });
    expect(find(reportOf(two), { kind: 'last' }).kind).toBe('neverCalled');
    expect(find(reportOf([process(0)]), { kind: 'last' }).kind).toBe('unknown');
  });

  test('calls stand below the call that they were made in; one whose caller is unknown stands alone', () => {
    const { roots } = reportOf([process(0), written(1), node(1, undefined), node(2, 1), node(3, 2), node(4, 99)]);
    expect(roots.map(({ startedAtMs }) => startedAtMs)).toEqual([1, 4]);
    expect(roots[0]?.children[0]?.children).toHaveLength(1);
  });

  test('a circle of calls, which only a program could make up, ends', () => {
    const { roots } = reportOf([process(0), written(1), node(1, 2), node(2, 1)]);
    expect(roots).toEqual([]);
  });

  test('series of one expression are added', () => {
    const series = (more: Partial<TracedSeries>): TracedSeries => ({
      name: 'x',
      changes: 1,
      distinct: 2,
      isMore: false,
      types: { number: 2 },
      failed: 0,
      ...more,
    });
    const pointTotal = (more: Partial<TracedSeries>): TraceRecord => ({
      kind: 'pointTotal',
      point: 1,
      passes: 2,
      held: 2,
      failed: 0,
      series: [series(more)],
    });
    const { points } = reportOf(
      [process(0), pointTotal({ range: { least: 1, most: 2, sum: 3 } })],
      [process(1), pointTotal({ range: { least: -1, most: 1, sum: 0 }, types: { number: 1, NaN: 1 } })],
    );
    expect(points[0]?.total).toMatchObject({
      passes: 4,
      series: [{ changes: 2, types: { number: 3, NaN: 1 }, range: { least: -1, most: 2, sum: 3 } }],
    });
    const differentIn = (...all: Partial<TracedSeries>[]) => {
      const { points } = reportOf(...all.map((each, index) => [process(index), pointTotal(each)]));
      const [found] = points[0]?.total.series ?? [];
      return [found?.distinct, found?.isMore];
    };
    // A value that two processes had is one value; where there are too many to be told, there are so many at least.
    expect(differentIn({ texts: ['5', '6'] }, { texts: ['5', '7'] })).toEqual([3, false]);
    expect(
      differentIn({ texts: ['5'], distinct: 1 }, { texts: ['5'], distinct: 1 }, { texts: ['5'], distinct: 1 }),
    ).toEqual([1, false]);
    expect(differentIn({ distinct: 400 }, { texts: ['5'], distinct: 1 })).toEqual([400, true]);
  });
});

describe('a record that is read', () => {
  test('is as it was written', () => {
    const record = call(1, 1, 1, { caller: { name: 'g', path: '/w/a.js', line: 3 } });
    expect(decodeRecord(JSON.stringify(record))).toEqual(record);
  });

  // Feature: mcp-debugger-tool, Property 23: nothing that a program writes among the records of a trace breaks the reading of them
  test('is undefined for anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(decodeRecord(text)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});

test('a source outside of the root is not shown', () => {
  const report = reportOf([process(0), written(1, 'f', '/etc/passwd'), total(1, 1), call(1, 1, 1)]);
  expect(find(report, { kind: 'last' })).toMatchObject({ kind: 'frame', source: [] });
});

test('passes say in which thread or process they were, where there are several', () => {
  const originsOf = (...records: TraceRecord[][]) =>
    reportOf(...records).points.flatMap(({ hits }) =>
      hits.map(({ pass, origin }) => [pass, origin?.pid, origin?.thread]),
    );
  expect(originsOf([process(1), hit(1), hit(2)])).toEqual([
    [1, undefined, undefined],
    [2, undefined, undefined],
  ]);
  expect(originsOf([process(1), hit(1), hit(2, 3)])).toEqual([
    [1, 1, 0],
    [2, 1, 3],
  ]);
  const worker: TraceRecord = { kind: 'process', pid: 1, thread: 4, argv: [], startedAtMs: 2 };
  expect(originsOf([process(1), hit(1)], [worker, hit(1)])).toEqual([
    [1, 1, 0],
    [1, 1, 4],
  ]);
});
