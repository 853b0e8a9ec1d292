const Big = require('./big.js');

const lines = [
  { price: '19.99', count: 3 },
  { price: '0.335', count: 1 },
];
const total = lines.reduce((sum, { price, count }) => sum.plus(new Big(price).times(count)), new Big(0));
console.log(`total ${total.toFixed(2)}`);
