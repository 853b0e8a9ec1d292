import { expect, test } from 'vitest';
import type { TracedFile, TraceReport } from '../../../../src/model/trace/trace-report.ts';
import { renderLiveTrace } from '../../../../src/render/trace/live-trace.ts';

const EMPTY: TraceReport = {
  ended: { kind: 'running', waitedMs: 1 },
  output: { chunks: [], omittedChars: 0 },
  processes: 1,
  functions: [],
  calls: [],
  roots: [],
  totals: [],
  points: [],
  files: [],
  notes: ['a note'],
};
const shown = { asked: [], startedAtMs: 0, above: [], notes: [], below: 'The stop.', mask: (text: string) => text };
const CONTEXT = { cwd: '/work' };

const FILE: TracedFile = {
  path: '/work/a.js',
  functions: [
    { key: 'ran', name: 'ran', line: 2, endLine: 5, calls: 2 },
    { key: 'left', name: 'left', line: 7, endLine: 9, calls: 0 },
    { key: 'open', name: 'open', line: 11, endLine: 13, calls: 0 },
  ],
  lines: [
    { line: 1, endLine: 1, count: 0, unfinished: 0, within: undefined },
    { line: 3, endLine: 3, count: 2, unfinished: 0, within: 'ran' },
    { line: 4, endLine: 4, count: 0, unfinished: 0, within: 'ran' },
    { line: 8, endLine: 8, count: 0, unfinished: 0, within: 'left' },
    { line: 12, endLine: 12, count: 1, unfinished: 0, within: 'open' },
  ],
  branches: [],
};

test('nothing that was asked about: says so, with the notes', () => {
  const calls = renderLiveTrace(
    { ...shown, report: EMPTY, finding: { kind: 'calls' }, wanted: { kind: 'calls' } },
    CONTEXT,
  );
  expect(calls).toEqual({
    text: expect.stringMatching(/^No function of own code was called\..*\na note\nThe stop\.$/s),
    isError: true,
  });
  const below = { kind: 'calls', below: { kind: 'function', name: 'nosuch' } } as const;
  const of = renderLiveTrace({ ...shown, report: EMPTY, finding: { kind: 'calls' }, wanted: below }, CONTEXT);
  expect(of.text).toContain('No call of nosuch() was seen until then');
  const lines = { kind: 'lines', files: [] } as const;
  expect(renderLiveTrace({ ...shown, report: EMPTY, finding: lines, wanted: { kind: 'lines' } }, CONTEXT).isError).toBe(
    true,
  );
});

test('of lines, only functions that were run in count: what ran before is not known', () => {
  const finding = { kind: 'lines', files: [{ ...FILE, source: ['', '', '', 'throws();'] }] } as const;
  const { text, isError } = renderLiveTrace({ ...shown, report: EMPTY, finding, wanted: { kind: 'lines' } }, CONTEXT);
  expect(isError).toBe(false);
  expect(text).toContain('2 functions in 1 file ran');
  expect(text).toContain('a.js: 2 of 3 lines ran, in ran:2 (2×), open:11 (called before)');
  expect(text).toContain('4 not run in ran() (called 2×): throws();');
  expect(text).not.toContain('left');
});

test('a function that was not called, or that is not there', () => {
  const functions = [{ key: 'f', name: 'f', path: '/work/a.js', line: 3, endLine: 4 }];
  const wanted = { kind: 'lines' } as const;
  const never = renderLiveTrace(
    { ...shown, report: EMPTY, finding: { kind: 'neverCalled', functions }, wanted },
    CONTEXT,
  );
  expect(never.text).toContain('Not called until then: f a.js:3.');
  const near = [{ name: 'g', path: '/work/a.js', line: 9 }];
  const unknown = renderLiveTrace({ ...shown, report: EMPTY, finding: { kind: 'unknown', near }, wanted }, CONTEXT);
  expect(unknown.text).toContain('Written are g a.js:9.');
});
