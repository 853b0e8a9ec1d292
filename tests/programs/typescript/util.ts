/**
 * Nothing of these types is left at run time: a transpiler that drops them moves every line below.
 */
export interface OrderLine {
  readonly title: string;
  readonly unitPrice: number;
  readonly amount: number;
}

interface Labelled<Owner extends object> {
  readonly owner: Owner;
  readonly label: string;
}

type Prices = Readonly<Record<string, number>>;

export enum Level {
  Regular = 1,
  Gold = 2,
}

export class Basket<Item extends OrderLine> {
  private readonly chosen: Item[] = [];
  readonly label: string;

  constructor(label: string) {
    this.label = label;
  }

  add(item: Item): this {
    this.chosen.push(item);
    return this;
  }

  get items(): readonly Item[] {
    return this.chosen;
  }
}

const surcharges: Prices = { lamp: 1, chair: 2 };

function priceOf(orderLine: OrderLine): number {
  const surcharge = surcharges[orderLine.title] ?? 0;
  return orderLine.unitPrice + surcharge;
}

export function firstOf<Value>(values: readonly Value[]): Value | undefined {
  return values[0];
}

export function totalOf(orderLines: readonly OrderLine[], level: Level): number {
  let runningTotal: number = 0;
  let largestTotal = 0;
  for (let position = 0; position < orderLines.length; position++) {
    const current = orderLines[position] as OrderLine;
    const lineTotal = priceOf(current) * current.amount;
    runningTotal += lineTotal;
    largestTotal = Math.max(largestTotal, lineTotal);
  }
  const discountRate: number = level === Level.Gold ? 0.25 : 0;
  const discounted = Math.round(runningTotal * (1 - discountRate));
  const labelled: Labelled<object> = { owner: {}, label: `largest ${largestTotal}` };
  return labelled.label.length > 0 ? discounted : runningTotal;
}
