function work(rounds) {
  const items = [3, 4, 5];
  const customer = { name: 'Ann', total: 0 };
  let sum = 0;
  for (let round = 0; round < rounds; round++) {
    const item = items[round % items.length];
    sum += item;
    customer.total = sum;
  }
  return sum;
}

console.log(work(1_000_000_000));
