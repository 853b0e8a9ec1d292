import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const { comparedOf, comparison } = createRequire(import.meta.url)(
  '../../../../../src/investigate/test-run/runners/in-debuggee/compared-values.cjs',
);

describe('where two values differ first', () => {
  test.for<[unknown, unknown, object]>([
    [36, 40, { path: '', actual: { text: '36', type: 'number' }, expected: { text: '40', type: 'number' } }],
    [
      { items: [1, { price: 36 }] },
      { items: [1, { price: 40 }] },
      { path: '.items[1].price', actual: { text: '36', type: 'number' }, expected: { text: '40', type: 'number' } },
    ],
    [[1, 2], [1], { path: '[1]', actual: { text: '2', type: 'number' }, within: '[ 1, 2 ]' }],
    [
      { a: 1 },
      { a: 1, 'b c': null },
      { path: '["b c"]', expected: { text: 'null', type: 'null' }, within: '{ a: 1 }' },
    ],
    [
      { of: { a: [{ b: 'c' }], m: new Map([[1, 2]]) } },
      { of: null },
      {
        ...{ path: '.of', expected: { text: 'null', type: 'null' } },
        actual: { text: '{ a: [ [Object] ], m: Map(1) { 1 => 2 } }', type: 'object' },
        within: "{ a: [ { b: 'c' } ], m: Map(1) { 1 → 2 } }",
      },
    ],
    [
      new Map([['a', { x: 1 }]]),
      new Map([['a', { x: 2 }]]),
      { path: '.get("a").x', actual: { text: '1', type: 'number' }, expected: { text: '2', type: 'number' } },
    ],
    [
      { at: new Date(0), n: Number.NaN },
      { at: new Date(0), n: 1 },
      { path: '.n', actual: { text: 'NaN', type: 'NaN' }, expected: { text: '1', type: 'number' } },
    ],
    [
      new Error('a'),
      new Error('b'),
      { path: '.message', actual: { text: '"a"', type: 'string' }, expected: { text: '"b"', type: 'string' } },
    ],
  ])('%o, %o', ([actual, expected, found]) => {
    expect(comparison(actual, expected)).toEqual(found);
  });

  test('matchers of a library are not compared', () => {
    const any = { $$typeof: Symbol.for('jest.asymmetricMatcher') };
    expect(comparison({ id: 7, a: 1 }, { id: any, a: 2 }).path).toBe('.a');
  });

  test('an object in itself has an end', () => {
    const one: Record<string, unknown> = { a: 1 };
    const other: Record<string, unknown> = { a: 1 };
    one.self = one;
    other.self = other;
    expect(comparison(one, other).path).toBe('');
  });

  // Feature: mcp-debugger-tool, Property 32: the place where two values differ is one where they do
  test('the path leads to two different values, whatever was compared', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (actual, expected) => {
        const found = comparison({ it: actual }, { it: expected });
        if (JSON.stringify(actual) === JSON.stringify(expected)) return;
        expect(found.path.startsWith('.it') || found.path === '').toBe(true);
        expect(found.actual).not.toEqual(found.expected);
      }),
    );
  });
});

test('errors of assertion libraries say what they compared', () => {
  const assertion = Object.assign(new Error('no'), { actual: 1, expected: 2 });
  expect(comparedOf(assertion).compared.actual.text).toBe('1');
  const uvu = Object.assign(new Error('no'), { actual: 1, expects: 2 });
  expect(comparedOf(uvu).compared.expected.text).toBe('2');
  const matcher = { matcherResult: { name: 'toMatchObject', pass: false, actual: { a: 1, b: 2 }, expected: { b: 3 } } };
  expect(comparedOf(matcher).compared.path).toBe('.b');
  for (const nothing of [undefined, null, 'text', new Error('no'), {}]) expect(comparedOf(nothing)).toEqual({});
});

test('no code of the program runs by looking', () => {
  let ran = 0;
  const trap = () => {
    ran++;
    throw new Error('ran');
  };
  class Hostile {
    get price() {
      return trap();
    }
    toString() {
      return trap();
    }
    toJSON() {
      return trap();
    }
    [Symbol.iterator]() {
      return trap();
    }
    [Symbol.for('nodejs.util.inspect.custom')]() {
      return trap();
    }
  }
  const proxy = new Proxy({}, { get: trap, ownKeys: trap, getOwnPropertyDescriptor: trap, getPrototypeOf: trap });
  const own = Object.defineProperty({ a: 1 }, 'got', { enumerable: true, get: trap });
  comparison({ one: new Hostile(), proxy, own }, { one: new Hostile(), proxy: {}, own: { a: 2 } });
  comparison(proxy, new Hostile());
  comparedOf(proxy);
  comparedOf(Object.defineProperty({ expected: 1 }, 'actual', { get: trap }));
  expect(ran).toBe(0);
});
