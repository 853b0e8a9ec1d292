import t from 'tap';
import { connect, giveUp, later, priceOf, refuse, say } from './shop.cjs';

t.test('passes', async (t) => {
  t.ok(true);
});
t.test('assertion', async (t) => {
  const total = 3;
  t.equal(total, 4); // @assertion
});
t.test('thrown', async () => priceOf({ title: 'chair', price: -1 }));
t.test('string', async () => say('sold out for good'));
t.test('undefined', async () => giveUp(0));
t.test('object', async () => refuse(42));
t.test('rejection', () => later(1));
t.test('hooks', async (t) => {
  t.beforeEach(() => connect('database'));
  t.test('hook', async (t) => t.ok(true));
});
t.test('skipped', { skip: true }, async () => {});
t.test('todo', { todo: true }, async () => {});
