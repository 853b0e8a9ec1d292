const assert = require('node:assert');
const { test } = require('node:test');

test('the total of an empty cart', () => {
  const items = [];
  assert.strictEqual(items.length, 0);
});

test('the total of a full one', () => {
  const items = [{ price: 2, quantity: 3 }];
  const total = items[0].price + items[0].quantity;
  console.log('total', total);
  assert.strictEqual(total, 6);
});
