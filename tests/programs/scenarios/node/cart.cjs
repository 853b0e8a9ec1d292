'use strict';
const { price } = require('./prices.cjs');

class Cart {
  constructor() {
    this.lines = []; // @construct
  }

  add(name, quantity) {
    this.lines.push({ name, quantity }); // @add
  }

  total() {
    let sum = 0; // @total
    for (const { name, quantity } of this.lines) {
      const cost = price(name) * quantity; // @cost
      sum += cost; // @sum
    }
    return sum; // @return
  }
}

const describe = (amount) => `total ${amount}`; // @describe

function main() {
  const cart = new Cart(); // @new
  cart.add('apple', 3); // @first-add
  cart.add('pear', 2);
  const amount = cart.total(); // @call-total
  console.log(describe(amount)); // @print
  return amount; // @end
}

main();

function neverCalled() {
  return 'never'; // @never
}
module.exports = { neverCalled };
