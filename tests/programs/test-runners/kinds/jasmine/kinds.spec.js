const { priceOf, say, giveUp, refuse, later, connect } = require('./shop.cjs');

it('passes', () => expect(1).toBe(1));
it('assertion', () => {
  const total = 3;
  expect(total).toBe(4); // @assertion
});
it('thrown', () => priceOf({ title: 'chair', price: -1 }));
it('string', () => say('sold out for good'));
it('undefined', () => giveUp(0));
it('object', () => refuse(42));
it('rejection', () => later(1));
it('timeout', () => new Promise(() => {}), 200);
describe('hooks', () => {
  beforeEach(() => connect('database'));
  it('hook', () => {});
});
xit('skipped', () => {});
it('pending');
