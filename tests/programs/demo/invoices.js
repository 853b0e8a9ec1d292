// Prints what each customer owes. Members get 10 % off.
const CATALOGUE = {
  kettle: { name: 'Kettle', price: 40 },
  mug: { name: 'Mug', price: 8 },
};

const ORDERS = [
  { id: 'A-1', customer: 'Ada', member: true, items: [{ sku: 'kettle', quantity: 1 }] },
  { id: 'A-2', customer: 'Ben', member: false, items: [{ sku: 'mug', quantity: 6 }] },
  { id: 'A-3', customer: 'Cleo', member: true, items: [{ sku: 'kettle', quantity: 2 }] },
];

function invoice({ items, member }) {
  const lines = [];
  let total = 0;
  for (const item of items) {
    const product = CATALOGUE[item.sku];
    const price = member ? product.price * 0.9 : product.price;
    lines.push(Object.assign(product, { price, quantity: item.quantity }));
    total += price * item.quantity;
  }
  return { lines, total };
}

for (const order of ORDERS) {
  const { total } = invoice(order);
  console.log(`${order.id}  ${order.customer.padEnd(5)} ${total.toFixed(2).padStart(6)}`);
}
