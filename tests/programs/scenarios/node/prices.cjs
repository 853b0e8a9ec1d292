'use strict';
const PRICES = { apple: 2, pear: 5 };

function price(name) {
  const found = PRICES[name]; // @price
  return found;
}
module.exports = { price };
