import assert from 'node:assert';
import { before, describe, test } from 'node:test';
import { connect, giveUp, later, priceOf, refuse, say } from './shop.cjs';

test('passes', () => {});
test('assertion', () => {
  const total = 3;
  assert.equal(total, 4); // @assertion
});
test('thrown', () => priceOf({ title: 'chair', price: -1 }));
test('string', () => say('sold out for good'));
test('undefined', () => giveUp(0));
test('object', () => refuse(42));
test('rejection', () => later(1));
test('timeout', { timeout: 200 }, () => new Promise((resolve) => setTimeout(resolve, 2_000)));
describe('hooks', () => {
  before(() => connect('database'));
  test('hook', () => {});
});
test('skipped', { skip: true }, () => {});
test('todo', { todo: true }, () => assert.equal(1, 2));
