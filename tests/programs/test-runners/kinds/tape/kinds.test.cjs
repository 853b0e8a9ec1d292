const tape = require('tape');
const { later, priceOf } = require('./shop.cjs');

tape('passes', (t) => {
  t.ok(true);
  t.equal(1, 1);
  t.end();
});
tape('assertion', (t) => {
  const total = 3;
  t.equal(total, 4); // @assertion
  t.end();
});
tape('rejection', () => later(1));
tape('around', (t) => {
  t.test('within', (t) => {
    const left = [1];
    t.deepEqual(left, [2]); // @within
    t.end();
  });
  t.end();
});
tape('plan', { timeout: 300 }, (t) => {
  t.plan(2);
  t.ok(true);
});
tape.skip('skipped', (t) => t.end());
tape('todo', { todo: true }, (t) => {
  t.ok(false);
  t.end();
});
tape('thrown', () => priceOf({ title: 'chair', price: -1 }));
tape('never', (t) => t.end());
