'use strict';
const assert = require('node:assert/strict');
const { readFileSync } = require('node:fs');
const { priceOf } = require('./cart.cjs');
// Mocha has them as globals.
const { describe, it, beforeEach } = globalThis.describe ? globalThis : require('node:test');

describe('cart', () => {
  const chair = { title: 'chair', price: -1, count: 1 };

  it('a passing test', () => {
    assert.equal(priceOf({ price: 2, count: 3 }), 6);
  });

  it('a wrong price', () => {
    const lamp = { title: 'lamp', price: 5, count: 2 };
    const wanted = 11;
    assert.equal(priceOf(lamp), wanted); // @assertion
  });

  it('an exception of the program', () => {
    const order = 7;
    assert.equal(priceOf(chair), order);
  });

  it('an expected exception', () => {
    assert.throws(() => priceOf(chair), /negative price/);
  });

  it('an assertion after an await', async () => {
    const before = 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const after = before + 1;
    assert.equal(after, before); // @awaited
  });

  it('an exception of Node', () => {
    const path = '/nowhere/at/all';
    readFileSync(path); // @node
  });

  it('a callback that is given an error', (_context, done = _context) => {
    const code = 42;
    setTimeout(() => done(new Error(`code ${code}`)), 5); // @callback
  });

  it.skip('a skipped test', () => {
    assert.equal(1, 2);
  });

  describe('hooks', () => {
    beforeEach(() => {
      const fixture = 'database';
      assert.fail(`no ${fixture}`); // @hook
    });

    it('one', () => {});
  });
});
