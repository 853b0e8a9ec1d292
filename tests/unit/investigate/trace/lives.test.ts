import { describe, expect, test } from 'vitest';
import { livesFinding } from '../../../../src/investigate/trace/lives.ts';
import type { TracedCall, TraceReport } from '../../../../src/model/trace/trace-report.ts';

const AROUND = { sourceOf: () => [], unknown: () => ({ kind: 'unknown', near: [] }) as const };

/** A call that ran from one millisecond to another. */
function ran(name: string, from: number, to: number, number = 1): TracedCall {
  const called = { key: name, name, path: '/app/shop.js', line: 1, endLine: 9 };
  const end = { kind: 'returned', value: { text: '1', type: 'number' } } as const;
  const times = { startedAtMs: from, durationMs: to - from };
  return { function: called, number, isWanted: false, ...times, arguments: [], events: [], end };
}

function report(calls: readonly TracedCall[]): TraceReport {
  const ended = { kind: 'exited', exitCode: 0, signal: null } as const;
  const output = { chunks: [], omittedChars: 0 };
  const functions = calls.map((each) => each.function);
  return { ended, output, processes: 1, functions, calls, roots: [], totals: [], points: [], files: [], notes: [] };
}

const namesIn = (calls: readonly TracedCall[], name: string) => {
  const found = livesFinding(report(calls), { kind: 'function', name }, AROUND);
  return found.kind === 'lives' ? found.calls.map((each) => each.function.name) : found.kind;
};

describe('the calls in a call', () => {
  const calls = [
    ran('Cart.total', 10, 30),
    ran('before', 1, 9),
    ran('inner', 11, 20),
    ran('innermost', 12, 13),
    ran('after', 31, 40),
  ];

  test('are those that ran while it did, in the order in which they began', () => {
    expect(namesIn(calls, 'total')).toEqual(['Cart.total', 'inner', 'innermost']);
  });

  test('are those of the whole run without one', () => {
    const found = livesFinding(report(calls), 'run', AROUND);
    expect(found.kind === 'lives' && found.calls.length).toBe(5);
  });

  test('are those of each function of the name', () => {
    expect(namesIn([...calls, ran('Order.total', 50, 60), ran('late', 51, 52)], 'total')).toEqual([
      'Cart.total',
      'inner',
      'innermost',
      'Order.total',
      'late',
    ]);
  });

  test('are one of each function: the last that was written', () => {
    const found = livesFinding(report([ran('f', 1, 2), ran('f', 3, 4, 2)]), 'run', AROUND);
    expect(found.kind === 'lives' && found.calls.map(({ number }) => number)).toEqual([2]);
  });

  test('of a function that is not there, or was never called, are none', () => {
    expect(namesIn(calls, 'nosuch')).toBe('unknown');
    const called = { ...report([]), functions: [ran('f', 1, 2).function] };
    expect(livesFinding(called, { kind: 'function', name: 'f' }, AROUND).kind).toBe('neverCalled');
  });
});
