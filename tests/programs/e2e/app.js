const items = [
  { name: 'pen', price: 2, quantity: 3 },
  { name: 'ink', price: 5, quantity: 1 },
];

function sum(list) {
  let total = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    total += item.price * item.quantity;
  }
  return total;
}

function main() {
  const total = sum(items);
  console.log(`total ${total}`);
}

main();
