import { describe, expect, test } from 'vitest';
import { originsFinding } from '../../../../src/investigate/trace/origins.ts';
import type { TracedCall, TracedFunction, TraceReport, ValueOrigin } from '../../../../src/model/trace/trace-report.ts';

const returned = { kind: 'returned', value: { text: '1', type: 'number' } } as const;
const report: TraceReport = {
  ended: { kind: 'exited', exitCode: 0, signal: null },
  output: { chunks: [], omittedChars: 0 },
  ...{ processes: 1, functions: [], calls: [], roots: [], totals: [], points: [], files: [], notes: [] },
};

function named(name: string): TracedFunction {
  return { key: name, name, path: '/app/shop.js', line: 1, endLine: 9 };
}

function called(name: string, number: number, startedAtMs: number, durationMs = 1, process = 0): TracedCall {
  const times = { startedAtMs, durationMs, process };
  return { function: named(name), number, ...times, isWanted: false, arguments: [], events: [], end: returned };
}

function origin(name: string, startedAtMs: number, more: Partial<ValueOrigin> = {}): ValueOrigin {
  const place = { function: named(name), number: 1, line: 3, how: 'returned' } as const;
  const value = { text: '36', type: 'number', number: 36 };
  const reach = { depth: 2, outermost: 2, times: 1 };
  return {
    text: 0,
    likeness: 'equal',
    process: 0,
    startedAtMs,
    place,
    value,
    callers: [],
    path: [],
    ...reach,
    ...more,
  };
}

const found = (origins: readonly ValueOrigin[], calls: readonly TracedCall[] = [], inside?: string) => {
  const place = inside === undefined ? undefined : ({ kind: 'function', name: inside } as const);
  const finding = originsFinding({ ...report, origins, calls }, { texts: ['36'], inside: place }, () => []);
  if (finding.kind !== 'origins') throw new Error(`a ${finding.kind}`);
  return finding;
};
const names = (origins: readonly ValueOrigin[]) => origins.map(({ place }) => place.function.name);

describe('of the places where a value came to be', () => {
  test.each<[string, Partial<ValueOrigin>]>([
    ['where only a part of a string was like it', { likeness: 'part' }],
    [
      'with which a call began',
      { place: { function: named('early'), number: 1, line: 1, how: 'argument', name: 'n' } },
    ],
    ['from which it went nowhere', { outermost: 2 }],
  ])('the one comes later %s', (_, less) => {
    expect(
      names(found([origin('early', 1, { outermost: 0, ...less }), origin('late', 2, { outermost: 0 })]).origins),
    ).toEqual(['late', 'early']);
  });

  test('of equals the first one in time counts', () => {
    expect(names(found([origin('early', 1), origin('late', 2)]).origins)).toEqual(['early', 'late']);
  });

  test('those in a place that was named are meant, where there are any', () => {
    const inCart = origin('late', 2, { callers: [{ function: named('Cart.total'), number: 2 }] });
    expect(names(found([origin('early', 1), inCart], [], 'total').origins)).toEqual(['late']);
    expect(names(found([origin('early', 1), inCart], [], 'other').origins)).toEqual(['early', 'late']);
  });
});

describe('of the parts of a text', () => {
  const madeOf = (...origins: readonly ValueOrigin[]) => {
    const all = [origin('text', 9), ...origins];
    const finding = originsFinding({ ...report, origins: all }, { texts: ['36-9'], parts: ['36'] }, () => []);
    return finding.kind === 'origins' ? names(finding.parts.map((each) => each.origin)) : [];
  };

  test('that one is named which was made before the whole', () => {
    expect(madeOf(origin('year', 3, { text: 1 }), origin('later', 4, { text: 1 }))).toEqual(['year']);
  });

  test.each<[string, Partial<ValueOrigin>]>([
    ['after it', { startedAtMs: 10 }],
    ['in another process', { process: 1 }],
    ['where the whole was', { place: { function: named('text'), number: 1, line: 3, how: 'returned' } }],
    ['in a longer string, which came in', { likeness: 'part' }],
    [
      'in what a call began with',
      { place: { function: named('year'), number: 1, line: 1, how: 'argument', name: 'n' } },
    ],
  ])('none is named that was there %s', (_, more) => {
    expect(madeOf(origin('year', 3, { text: 1, ...more }))).toEqual([]);
  });
});

describe('the calls that lead to it', () => {
  test('are its own, those around it, and of each other function the last that had begun', () => {
    const around = [{ function: named('main'), number: 1 }];
    const calls = [
      called('main', 1, 0, 100),
      called('rounded', 1, 5),
      called('rounded', 2, 8),
      called('text', 1, 10, 4),
      called('rounded', 3, 20),
      called('text', 2, 21),
      called('rounded', 4, 9, 1, 1),
    ];
    const { call, calls: shown } = found([origin('text', 13, { callers: around })], calls);
    expect([call?.function.name, call?.number]).toEqual(['text', 1]);
    expect(shown.map((each) => `${each.function.name} ${each.number}`)).toEqual(['main 1', 'rounded 2', 'text 1']);
  });

  test('may be two of a function that calls itself', () => {
    const around = [
      { function: named('sum'), number: 1 },
      { function: named('sum'), number: 2 },
    ];
    const place = { function: named('sum'), number: 3, line: 3, how: 'returned' } as const;
    const calls = [called('sum', 1, 0, 30), called('sum', 2, 1, 20), called('sum', 3, 2, 10), called('sum', 4, 3, 1)];
    const { calls: shown } = found([origin('sum', 9, { place, callers: around.toReversed() })], calls);
    expect(shown.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test('are the last of all functions where no value had the text', () => {
    const { calls, call } = found([], [called('main', 1, 0, 9), called('text', 1, 1), called('text', 2, 2)]);
    expect(call).toBeUndefined();
    expect(calls.map(({ number }) => number)).toEqual([1, 2]);
  });
});
