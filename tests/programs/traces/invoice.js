function priceOf(item) {
  if (item.kind === 'book') {
    return item.price * 0.9;
  }
  return item.price.valueOf();
}

class Cart {
  constructor(member) {
    this.items = [];
    this.member = member;
  }

  add(item) {
    this.items.push(item);
  }

  invoice() {
    let total = 0;
    for (const item of this.items) {
      const price = priceOf(item);
      if (price > 10) {
        total += price;
      }
    }
    if (this.member && total > 60) {
      total -= 5;
    }
    return total;
  }
}

function unused() {
  return 1;
}

function main() {
  const cart = new Cart(true);
  for (const [kind, price] of [['book', 40], ['cd', 5], ['cd', 30], ['book', 20], ['cd', 12]]) {
    cart.add({ kind, price });
  }
  console.log(cart.invoice());
  const broken = new Cart(process.argv.includes('--member'));
  broken.add(process.argv.includes('--broken') ? { kind: 'cd' } : { kind: 'cd', price: 70 });
  console.log(broken.invoice());
  if (process.argv.includes('--forever')) setInterval(() => {}, 10);
  return unused.name;
}

main();
