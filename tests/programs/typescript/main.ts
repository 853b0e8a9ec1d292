import { setTimeout as pause } from 'node:timers/promises';
import { Basket, firstOf, Level, type OrderLine, totalOf } from './util.ts';

interface Customer {
  readonly name: string;
  readonly level: Level;
}

async function checkout(customer: Customer): Promise<number> {
  const basket = new Basket<OrderLine>(customer.name);
  basket.add({ title: 'lamp', unitPrice: 19, amount: 3 }).add({ title: 'chair', unitPrice: 38, amount: 1 });
  await pause(1);
  const grandTotal = totalOf(basket.items, customer.level);
  const firstTitle = firstOf(basket.items)?.title;
  const receiptText = `${basket.label} pays ${grandTotal} for ${firstTitle} and more`;
  console.log(receiptText);
  return grandTotal;
}

export const finished: Promise<number> = checkout({ name: 'Ada', level: Level.Gold });
