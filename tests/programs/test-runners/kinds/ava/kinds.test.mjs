import test from 'ava';
import { giveUp, later, priceOf, refuse, say } from './shop.cjs';

test('passes', (t) => t.pass());
test('assertion', (t) => {
  const total = 3;
  t.is(total, 4); // @assertion
});
test('thrown', () => priceOf({ title: 'chair', price: -1 }));
test('string', () => say('sold out for good'));
test('undefined', () => giveUp(0));
test('object', () => refuse(42));
test('rejection', () => later(1));
test('timeout', async (t) => {
  t.timeout(200);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
});
test.failing('expected to fail', (t) => t.is(1, 2));
test.skip('skipped', (t) => t.pass());
test.todo('todo');
