import { describe, expect, it } from 'vitest';
import { conditionExpression } from '../../../../../src/adapter/v8/breakpoints/breakpoint-condition.ts';
import { collectExpression, collectedValues } from '../../../../../src/adapter/v8/breakpoints/collect-values.ts';
import { type Collect, createCollector } from '../../../../../src/adapter/v8/breakpoints/in-debuggee/collector.ts';

/** The collecting function as the debuggee would make it, with a summariser that only says that it was asked. */
function makeCollector(): { readonly collect: Collect; readonly sent: string[] } {
  const sent: string[] = [];
  const collect: Collect = createCollector(
    (message: string) => sent.push(message),
    () => ({ a: { node: { v: '<shown>' } } }),
  );
  return { collect, sent };
}

function valuesOf(...parts: readonly (() => unknown)[]) {
  const { collect, sent } = makeCollector();
  collect(7, parts);
  const [id, text, values]: unknown[] = JSON.parse(sent[0] ?? '[]');
  expect([id, text]).toEqual([7, null]);
  return collectedValues(Array.isArray(values) ? values : []);
}

describe('the expression that collects', () => {
  const evaluated = (expression: string) => new Function('holder', 'x', `return ${expression}`);

  it('hands over its expressions unevaluated, and is always true', () => {
    const seen: unknown[] = [];
    const holder = {
      collect: (id: number, parts: readonly (() => unknown)[]) =>
        void seen.push(
          id,
          parts.map((each) => each()),
        ),
    };
    const expression = collectExpression('holder', 3, ['x + 1', 'x // the last', 'x;', 'const y = x; y * 2', '{ x }']);
    expect(evaluated(expression)(holder, 5)).toBe(true);
    expect(seen).toEqual([3, [6, 5, 5, 10, { x: 5 }]]);
  });

  it('is true, too, where nothing collects', () => {
    expect(evaluated(collectExpression('holder', 3, ['x']))({}, 5)).toBe(true);
  });

  it.each(['x y', 'await x', 'return x', '', '  ;', 'x +', 'if ('])('is refused for "%s"', (text) => {
    expect(() => collectExpression('holder', 3, [text])).toThrow(/does not parse/);
  });

  it('makes a condition that stops nowhere, after the one that decides', () => {
    const condition = conditionExpression({ id: 3, condition: 'x > 1', collect: ['x'] }) ?? '';
    expect(condition).toMatch(/^\(x > 1\) && .*\.collect\?\.\(3, .* && false$/);
  });

  it('lets the same breakpoint log', () => {
    const condition = conditionExpression({ id: 3, collect: ['x'], logMessage: 'x is {x}' }) ?? '';
    expect(condition).toMatch(/\.collect\?\..*\.log\?\..* === 0$/);
  });
});

describe('a value that is collected', () => {
  it.each([
    ['number', 42],
    ['string', 'a "text"\n\u2028'],
    ['boolean', false],
    ['object', null],
    ['object', { a: [1, { b: 'c' }] }],
  ])('comes whole: %s %j', (type, value) => {
    expect(valuesOf(() => value)).toEqual([{ kind: 'value', type, json: value }]);
  });

  it.each([
    ['undefined', undefined],
    ['function', () => 1],
    ['symbol', Symbol('s')],
    ['bigint', 10n],
    ['object', { big: 1n }],
  ])('that JSON cannot carry is described: %s', (type, value) => {
    expect(valuesOf(() => value)).toEqual([{ kind: 'value', type, description: '<shown>' }]);
  });

  it('is described beside JSON that says less', () => {
    expect(valuesOf(() => Number.NaN)).toEqual([{ kind: 'value', type: 'number', description: 'NaN' }]);
    expect(valuesOf(() => -0)).toEqual([{ kind: 'value', type: 'number', json: 0, description: '-0' }]);
    expect(valuesOf(() => new Map())).toEqual([{ kind: 'value', type: 'object', json: {}, description: '<shown>' }]);
    expect(valuesOf(() => ({}))).toEqual([{ kind: 'value', type: 'object', json: {} }]);
  });

  it('that is too large is described', () => {
    expect(valuesOf(() => 'x'.repeat(2_000_001))).toEqual([{ kind: 'value', type: 'string', description: '<shown>' }]);
  });

  it('that was thrown says what, whatever that is, and the next one is collected', () => {
    const thrown = (error: unknown) => () => {
      throw error;
    };
    const hostile = {
      get message() {
        throw new Error('not even this');
      },
    };
    expect(valuesOf(thrown(new TypeError('no')), thrown('text'), thrown(null), thrown(hostile), () => 1)).toEqual([
      { kind: 'thrown', message: 'TypeError: no' },
      { kind: 'thrown', message: '<shown>' },
      { kind: 'thrown', message: '<shown>' },
      { kind: 'thrown', message: 'an error that cannot be shown' },
      { kind: 'value', type: 'number', json: 1 },
    ]);
  });

  it('of an expression that passes its own breakpoint is that of the outer pass alone', () => {
    const { collect, sent } = makeCollector();
    const recursive = (depth: number): number => {
      collect(1, [() => recursive(depth + 1)]);
      return depth;
    };
    collect(1, [() => recursive(1)]);
    expect(sent).toEqual(['[1,null,[{"type":"number","json":1}]]']);
  });
});
