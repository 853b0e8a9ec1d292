import { expect, test } from 'vitest';
import { nearestNames } from '../../../../../src/investigate/test-run/selection/nearest-names.ts';

const NAMES = ['cart > total', 'cart > total of one', 'basket > count', 'cart > tax'];

test('the most alike comes first, and what is nothing like it not at all', () => {
  expect(nearestNames('cart > totl', NAMES).slice(0, 2)).toEqual(['cart > total', 'cart > total of one']);
  expect(nearestNames('CART TOTAL', NAMES)[0]).toBe('cart > total');
  expect(nearestNames('zzz', NAMES)).toEqual([]);
});

test('no more are offered than can be read, each once, whatever was asked', () => {
  expect(
    nearestNames(
      'number',
      Array.from({ length: 50 }, (_, at) => `number ${at}`),
    ),
  ).toHaveLength(4);
  expect(nearestNames('total', ['total', 'total'])).toEqual(['total']);
  for (const wanted of ['', '>', '🦜', ' ']) expect(nearestNames(wanted, NAMES)).toEqual([]);
});
