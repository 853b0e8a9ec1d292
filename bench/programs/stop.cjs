function total(prices, customer) {
  let sum = 0;
  for (const price of prices) sum += price;
  return { sum, customer: customer.name };
}

console.log(total([3, 4, 5], { name: 'Ann', tags: ['new', 'vip'] }));
