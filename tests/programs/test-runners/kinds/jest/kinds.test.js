const { priceOf, say, giveUp, refuse, later, connect } = require('./shop.cjs');

test('passes', () => expect(1).toBe(1));
test('assertion', () => {
  const total = 3;
  expect(total).toBe(4); // @assertion
});
test('thrown', () => priceOf({ title: 'chair', price: -1 }));
test('string', () => say('sold out for good'));
test('undefined', () => giveUp(0));
test('object', () => refuse(42));
test('rejection', () => later(1));
test('timeout', () => new Promise(() => {}), 200);
describe('hooks', () => {
  beforeEach(() => connect('database'));
  test('hook', () => {});
});
test('snapshot', () => {
  const shown = { count: 2 };
  expect(shown).toMatchInlineSnapshot(`{ "count": 3 }`); // @snapshot
});
test.failing('expected to fail', () => expect(1).toBe(2));
test.skip('skipped', () => {});
test.todo('todo');
