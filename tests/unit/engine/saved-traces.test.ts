import { describe, expect, test } from 'vitest';
import { SavedTraces } from '../../../src/engine/saved-traces.ts';
import type { SavedTrace } from '../../../src/model/trace/saved-trace.ts';

const trace = (note = ''): SavedTrace => ({
  wanted: { kind: 'calls' },
  asked: [],
  report: {
    ...{ ended: { kind: 'exited', exitCode: 0, signal: null }, output: { chunks: [], omittedChars: 0 }, processes: 1 },
    ...{ functions: [], calls: [], roots: [], totals: [], points: [], files: [], notes: [note] },
  },
  finding: { kind: 'calls' },
});

describe('earlier traces', () => {
  test('are had by their numbers', () => {
    const traces = new SavedTraces();
    expect([traces.keep(trace('a')), traces.keep(trace('b'))]).toEqual([1, 2]);
    expect(traces.get(1).report.notes).toEqual(['a']);
    expect(() => traces.get(3)).toThrow('There is no trace 3.');
  });

  test('go when there are many, or much; the last one stays', () => {
    const traces = new SavedTraces();
    for (let count = 0; count < 25; count++) traces.keep(trace());
    expect(() => traces.get(5)).toThrow();
    expect(traces.get(6)).toBeDefined();
    const number = traces.keep(trace('x'.repeat(70_000_000)));
    expect(traces.get(number)).toBeDefined();
    expect(() => traces.get(number - 1)).toThrow();
  });
});
