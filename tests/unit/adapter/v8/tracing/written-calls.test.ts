import { expect, test } from 'vitest';
import type { OpenCall } from '../../../../../src/adapter/v8/tracing/open-calls.ts';
import type { OwnFunction } from '../../../../../src/adapter/v8/tracing/own-functions.ts';
import { callsWritten, WantedCalls } from '../../../../../src/adapter/v8/tracing/written-calls.ts';
import type { TracedEnd } from '../../../../../src/model/trace/trace-record.ts';

const LIMITS = { maxTextLength: 160, maxEvents: 100, maxRows: 4 };
const text = 'text';
const value = (of: number) => ({ text: String(of), type: 'number', number: of });

function functionOf(id: number, name: string): OwnFunction {
  const span = { startLine: id, startColumn: 0, endLine: id, endColumn: 9, start: 0, end: 9, bodyStart: 1 };
  const parts = {
    parameters: [],
    isPausing: false,
    beginsWithLoop: false,
    statements: [],
    unseenReturns: [],
    places: [],
  };
  const body = { line: id, column: 1 };
  return {
    id,
    name,
    path: '/a.js',
    line: id,
    lastLine: id,
    body,
    script: { id: '1', text, starts: [0] },
    ...span,
    ...parts,
  };
}

function callOf(called: OwnFunction, parent: OpenCall | undefined, end: TracedEnd, given = 1): OpenCall {
  const place = { caller: undefined, calledAt: undefined, isAwaited: false, depth: 1, line: called.line };
  const times = { atMs: 1, durationMs: 2 };
  return {
    called,
    parent,
    end,
    arguments: [{ name: 'n', after: value(given) }],
    passing: undefined,
    leaving: undefined,
    ...place,
    ...times,
  };
}

const outer = functionOf(1, 'outer');
const inner = functionOf(2, 'Cart.inner');
const returned = { kind: 'returned', value: value(3) } as const;
const threw = { kind: 'threw', error: { text: 'E', type: 'error' } } as const;

test('calls that are alike are one row of the tree, those that threw another', () => {
  const one = callOf(outer, undefined, returned);
  const calls = [one, callOf(inner, one, returned), callOf(inner, one, returned, 5), callOf(inner, one, threw)];
  const records = callsWritten(calls, new WantedCalls({ kind: 'calls' }), LIMITS);
  const nodes = records.flatMap((each) =>
    each.kind === 'node' ? [[each.id, each.parent, each.end.kind, each.alike]] : [],
  );
  expect(nodes).toEqual([
    [1, undefined, 'returned', 0],
    [2, 1, 'returned', 1],
    [4, 1, 'threw', 0],
  ]);
  const totals = records.flatMap((each) => (each.kind === 'total' ? [[each.function, each.calls, each.threw]] : []));
  expect(totals).toEqual([
    [1, 1, 0],
    [2, 3, 1],
  ]);
});

test('of a point the first and the last rows are kept, and all are counted', () => {
  const place = { kind: 'function', name: 'inner' } as const;
  const wanted = new WantedCalls({ kind: 'values', points: [{ id: 7, place, expressions: [] }] });
  expect([wanted.isWanted(outer), wanted.isWanted(inner)]).toEqual([false, true]);
  const calls = [1, 2, 3, 4, 5, 6].map((given) => callOf(inner, undefined, returned, given));
  const records = callsWritten(calls, wanted, LIMITS);
  expect(records.flatMap((each) => (each.kind === 'hit' ? [each.pass] : []))).toEqual([1, 2, 5, 6]);
  expect(records.at(-1)).toMatchObject({ kind: 'pointTotal', point: 7, passes: 6, held: 6 });
});

test('calls below a place are those that were made in it', () => {
  const below = new WantedCalls({ kind: 'calls', below: { kind: 'line', path: '/a.js', line: 2 } });
  expect([below.isRoot(outer), below.isRoot(inner), below.isWanted(outer)]).toEqual([false, true, true]);
});
