import { describe, expect, test } from 'vitest';
import { splitAtCommas, tracePoint, wantedCall, wantedValue } from '../../../../src/toolsets/debug/trace-points.ts';

const point = (text: string) => tracePoint(text, 1, (path) => `/w/${path}`);
const line = (path: string, number: number) => ({ kind: 'line', path: `/w/${path}`, line: number });

describe('a point', () => {
  test.each([
    ['cart.js:19: price, item.sku', { place: line('cart.js', 19), expressions: ['price', 'item.sku'] }],
    ['cart.js:19 if price > 9: price', { place: line('cart.js', 19), expressions: ['price'], condition: 'price > 9' }],
    ['src/a b.py:3: f(a, b), {1: 2}', { place: line('src/a b.py', 3), expressions: ['f(a, b)', '{1: 2}'] }],
    ['priceOf()', { place: { kind: 'function', name: 'priceOf' }, expressions: [] }],
    ['Cart.total(): this.items', { place: { kind: 'function', name: 'Cart.total' }, expressions: ['this.items'] }],
    ['f() if n > 2', { place: { kind: 'function', name: 'f' }, expressions: [], condition: 'n > 2' }],
  ])('%s', (text, expected) => {
    expect(point(text)).toEqual({ id: 1, ...expected });
  });

  test.each(['cart.js', 'cart.js:19', 'cart.js:0: x', 'priceOf', 'f() when n'])('%s is refused', (text) => {
    expect(() => point(text)).toThrow('is not a point of a program');
  });
});

describe('a call', () => {
  test.each([
    ['first', { kind: 'first' }],
    ['last', { kind: 'last' }],
    ['throws', { kind: 'throws' }],
    ['3', { kind: 'number', number: 3 }],
    ['if member && total > 60', { kind: 'condition', expression: 'member && total > 60' }],
  ])('%s', (text, expected) => {
    expect(wantedCall(text)).toEqual(expected);
  });

  test.each(['0', 'second', '-1'])('%s is refused', (text) => {
    expect(() => wantedCall(text)).toThrow('does not say which call is meant');
  });
});

test('commas in brackets and strings do not part expressions', () => {
  expect(splitAtCommas(`a, f(b, c), "x, y", [1, 2], '\\', z'`)).toEqual([
    'a',
    'f(b, c)',
    '"x, y"',
    '[1, 2]',
    `'\\', z'`,
  ]);
});

test.each([
  ['60.30', undefined],
  ['Tea Tea Tea', ['Tea']],
  ['1924-12-05', ['1924']],
  ['"12345"', undefined],
  ['["green","blue","red"]', ['green', 'blue', 'red']],
  ['[owner.server]', ['owner.server']],
  ['one two three four five six', ['one', 'two', 'three', 'four']],
])('a value %s is looked for with its longer words', (text, parts) => {
  expect(wantedValue(text)).toEqual({ kind: 'value', texts: [text], ...(parts ? { parts } : {}) });
});
