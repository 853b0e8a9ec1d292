const assert = require('node:assert');
const { priceOf, say, giveUp, refuse, later, connect } = require('./shop.cjs');

it('passes', () => {});
it('assertion', () => {
  const total = 3;
  assert.equal(total, 4); // @assertion
});
it('thrown', () => priceOf({ title: 'chair', price: -1 }));
it('string', () => say('sold out for good'));
it('undefined', () => giveUp(0));
it('object', () => refuse(42));
it('rejection', () => later(1));
it('timeout', function () {
  this.timeout(200);
  return new Promise(() => {});
});
describe('hooks', () => {
  before(() => connect('database'));
  it('hook', () => {});
});
it('flaky', function () {
  this.retries(2);
  assert.equal(this.test.currentRetry(), 1);
});
it('skipped');
it('skipped later', function () {
  this.skip();
});
