import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { later, priceOf } from './shop.cjs';

test('passes', () => {});
test('assertion', () => {
  const total = 3;
  assert.is(total, 4); // @assertion
});
test('thrown', () => priceOf({ title: 'chair', price: -1 }));
test('rejection', () => later(1));
test('snapshot', () => {
  const shown = 'two';
  assert.snapshot(shown, 'three'); // @snapshot
});
test.skip('skipped', () => {});
test.run();

const cart = suite('cart');
cart('in a suite', () => {
  const left = [1];
  assert.equal(left, [2]); // @suite
});
cart.run();
