// Locals of a function, of one without any, and what a value holds.

function empty() {
  return globalThis;
}

class Cart {
  constructor() {
    this.items = [{ name: 'pen', price: 2 }];
  }

  total() {
    const sum = this.items.length;
    return sum;
  }
}

function nested() {
  const cart = new Cart();
  const deep = { list: [1, 2, [3, 4]], map: new Map([['a', 1]]) };
  cart.total();
  return deep;
}

function busy() {
  while (!globalThis.enough) Date.now();
}

if (process.argv[2] === 'busy') busy();
if (process.argv[2] === 'waits') setInterval(() => {}, 60_000);







function main() {
  let x = 10;
  x = Number(x);
  return x;
}

main();
empty();
nested();
console.log('done');
console.error('to stderr', process.argv.slice(2).join(' '));
