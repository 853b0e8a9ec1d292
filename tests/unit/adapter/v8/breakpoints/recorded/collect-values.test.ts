import { describe, expect, it } from 'vitest';
import { conditionExpression } from '../../../../../../src/adapter/v8/breakpoints/conditions/condition-expression.ts';
import { type Collect, createCollector } from '../../../../../../src/adapter/v8/breakpoints/in-debuggee/collector.ts';
import { createValueKeeper } from '../../../../../../src/adapter/v8/breakpoints/in-debuggee/value-keeper.ts';
import { collectExpression } from '../../../../../../src/adapter/v8/breakpoints/recorded/collect-values.ts';
import {
  completed,
  keptIn,
  recordedPass,
} from '../../../../../../src/adapter/v8/breakpoints/recorded/recorded-pass.ts';

/** The collecting function as the debuggee would make it, with a summariser that only says that it was asked. */
function makeCollector() {
  const sent: string[] = [];
  const keeper = createValueKeeper();
  const show = (value: unknown) => ({ text: '<shown>', type: typeof value, isLess: value instanceof Secretive });
  const collect: Collect = createCollector((message: string) => sent.push(message), show, keeper, {});
  return { collect, sent, keeper };
}

class Secretive {
  readonly name = 'n';
}

function valuesOf(...parts: readonly (() => unknown)[]) {
  const { collect, sent } = makeCollector();
  expect(collect(7, parts, true)).toBe(false);
  const pass = recordedPass(sent[0] ?? '[]');
  expect(pass).toMatchObject({ id: 7, parts: [] });
  return pass?.values?.map(({ value }) => value);
}

describe('the expression that collects', () => {
  const evaluated = (expression: string) => new Function('holder', 'x', `return ${expression}`);

  it('hands over its expressions unevaluated, and is true where values are kept', () => {
    const seen: unknown[] = [];
    const holder = {
      collect: (id: number, parts: readonly (() => unknown)[], mayKeep: boolean) => {
        seen.push(
          id,
          parts.map((each) => each()),
        );
        return mayKeep;
      },
    };
    const expressions = ['x + 1', 'x // the last', 'x;', 'const y = x; y * 2', '{ x }'];
    expect(evaluated(collectExpression('holder.collect', 3, expressions, true))(holder, 5)).toBe(true);
    expect(evaluated(collectExpression('holder.collect', 3, ['x'], false))(holder, 5)).toBe(false);
    expect(seen).toEqual([3, [6, 5, 5, 10, { x: 5 }], 3, [5]]);
  });

  it('is true where nothing collects yet, unless the pause may be that of another breakpoint', () => {
    const condition = (isShared: boolean) =>
      conditionExpression({ id: 3, collect: ['x'] }, { number: 1, isShared }) ?? '';
    expect(evaluated(condition(false))({}, 5)).toBe(true);
    expect(evaluated(condition(true))({}, 5)).toBe(false);
  });

  it.each(['x y', 'await x', 'return x', '', '  ;', 'x +', 'if ('])('is refused for "%s"', (text) => {
    expect(() => collectExpression('collect', 3, [text], true)).toThrow(/does not parse/);
  });

  it('makes a condition that stops nowhere, after the one that decides', () => {
    const condition = conditionExpression({ id: 3, condition: 'x > 1', collect: ['x'] }) ?? '';
    expect(condition).toMatch(/^\(x > 1\) && .*\.collect \?\? \(\(\) => true\)\)\(3, .* === true$/);
  });

  it('lets the same breakpoint log', () => {
    const condition = conditionExpression({ id: 3, collect: ['x'], logMessage: 'x is {x}' }) ?? '';
    expect(condition).toMatch(/\(.*\.collect .* === true \| .*\.log .* === true\) > 0$/);
  });

  it('does not pause where the pause may be that of another breakpoint', () => {
    expect(conditionExpression({ id: 3, logMessage: '{x}' }, { number: 1, isShared: true })).toMatch(
      /, false\) === true$/,
    );
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
      collect(1, [() => recursive(depth + 1)], true);
      return depth;
    };
    collect(1, [() => recursive(1)], true);
    expect(sent).toEqual(['[1,null,[{"type":"number","json":1}]]']);
  });

  it('that shows more to the protocol is kept for it, until it is taken', () => {
    const { collect, sent, keeper } = makeCollector();
    const secretive = new Secretive();
    expect(collect(1, [() => 1, () => secretive], true)).toBe(true);
    const pass = recordedPass(sent[0] ?? '[]') ?? { id: 0, parts: [], values: [], size: 0 };
    expect(keptIn(pass)).toEqual([1]);
    expect(keeper.take()).toMatchObject({ 1: secretive });
    expect(keeper.take()).toEqual(Object.create(null));
    const described = (whole: ReadonlyMap<number, string>) => completed(pass, whole).values?.[1];
    const value = { kind: 'value', type: 'object', json: { name: 'n' } };
    const whole = 'Secretive {name: "n", #id: 1}';
    expect(described(new Map([[1, whole]]))).toEqual({ ...value, description: whole });
    // Its JSON says as much.
    expect(described(new Map([[1, 'Secretive {name: "n"}']]))).toEqual(value);
    expect(described(new Map())).toEqual(value);
  });

  it('is not kept in a step, nor for a pause of another breakpoint, nor too often; that is said', () => {
    const { collect, sent, keeper } = makeCollector();
    const part = [() => new Secretive()];
    expect(collect(1, part, false)).toBe(false);
    keeper.isStepping = true;
    expect(collect(1, part, true)).toBe(false);
    keeper.isStepping = false;
    const kept = Array.from({ length: 300 }, () => collect(1, part, true)).filter((isKept) => isKept);
    expect(kept).toHaveLength(200);
    const said = '"description":"<shown> (a stop here shows more of it)"';
    expect([sent[0], sent[1], sent.at(-1)].every((message) => message?.includes(said))).toBe(true);
  });
});
