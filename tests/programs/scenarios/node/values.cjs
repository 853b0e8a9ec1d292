'use strict';
function main() {
  const order = { id: 7, lines: [{ name: 'apple', price: 2.5 }, { name: 'pear', price: 4 }], 'unit price': 3 };
  const many = Array.from({ length: 500 }, (_, index) => index * 2);
  const big = 'x'.repeat(50_000_000);
  let calls = 0;
  const lazy = {
    get computed() {
      calls += 1;
      return 'computed';
    },
  };
  const increase = () => ++calls;
  return [order, many, big.length, calls, lazy, increase]; // @stop
}
main();
