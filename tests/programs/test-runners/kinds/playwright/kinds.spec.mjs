import { expect, test } from '@playwright/test';
import { connect, later, priceOf, say } from './shop.cjs';

test('passes', () => expect(1).toBe(1));
test('assertion', () => {
  const total = 3;
  expect(total).toBe(4); // @assertion
});
test('thrown', () => {
  priceOf({ title: 'chair', price: -1 });
});
test('string', () => say('sold out for good'));
test('rejection', () => later(1));
test('timeout', async () => {
  test.setTimeout(300);
  await new Promise(() => {});
});
test.describe('hooks', () => {
  test.beforeEach(() => connect('database'));
  test('hook', () => {});
});
test('soft', () => {
  const soft = 5;
  expect.soft(soft).toBe(6); // @soft
});
test('expected to fail', () => {
  test.fail();
  expect(1).toBe(2);
});
test.describe('retries', () => {
  test.describe.configure({ retries: 1 });
  test('flaky', () => expect(test.info().retry).toBe(1));
});
test.skip('skipped', () => {});
