import { compiled } from '../oracle/compiled.ts';

const SHOP = {
  'main.ts': `import { type Item, Kind, rate } from './prices';
import * as prices from './prices';

interface Basket<T extends Item = Item> {
  readonly items: readonly T[];
  note?: string;
}

export function target(basket: Basket, member: boolean = false): number {
  let sum: number = 0;
  for (const { price, kind = Kind.Plain } of basket.items) {
    const due = price! * rate(kind);
    sum += due;
  }
  const label = basket.note?.trim() ?? (prices.shout<string>('none') as string);
  if (member && sum > 3)
    sum -= 1;
  basket.note = label satisfies string;
  return sum;
}

console.log(target({ items: [{ price: 1 }, { price: 2, kind: Kind.Rich }, { price: 3 }], note: ' x ' }, true));
`,
  'prices.ts': `export enum Kind {
  Plain = 'plain',
  Rich = 'rich',
}

export interface Item {
  price?: number;
  kind?: Kind;
}

export abstract class Table {
  protected abstract readonly rates: Record<Kind, number>;
  constructor(private readonly name: string) {}
  rate(kind: Kind): number {
    return this.rates[kind] + (this.name ? 0 : 1);
  }
}

class Plain extends Table {
  protected override readonly rates = { plain: 1, rich: 2 };
}

const table = new Plain('t');

export const rate = (kind: Kind): number => table.rate(kind);

export function shout<T>(text: T): T {
  return text;
}
`,
};

const DECORATED = `function logged(value: Function, context: { name: string | symbol }) {
  return function (this: unknown, ...given: unknown[]) {
    calls.push(String(context.name));
    return value.apply(this, given);
  };
}
const calls: string[] = [];

class Counter {
  accessor step = 1;
  count = 0;

  @logged
  target(by: number): number {
    this.count += by * this.step;
    this.step++;
    if (this.count > 10) return this.target(-1);
    return this.count;
  }
}

const counter = new Counter();
console.log(counter.target(4), counter.target(5), calls);
`;

const OLD_DECORATORS = `function twice(_owner: object, _key: string, slot: PropertyDescriptor) {
  const { value } = slot;
  slot.value = function (this: unknown, ...given: number[]) {
    return value.call(this, ...given.map((each) => each * 2));
  };
}

class Sums {
  private readonly seen: number[] = [];

  @twice
  target(a: number, b = 3): string {
    const sum = a + b;
    this.seen.push(sum);
    switch (sum % 3) {
      case 0:
        return 'none';
      default:
        return \`\${sum} of \${this.seen.length}\`;
    }
  }
}

console.log(new Sums().target(1, 2), new Sums().target(4));
`;

const ASYNC = `type Job = { id: number; fail?: boolean };
const run = async ({ id, fail }: Job): Promise<number> => {
  await new Promise<void>((done) => setTimeout(done, 1));
  if (fail) throw new Error(\`job \${id}\`);
  return id;
};

export async function target(jobs: Job[]): Promise<string> {
  const done: number[] = [];
  let failed: string | undefined;
  for (const job of jobs) {
    try {
      done.push(await run(job));
    } catch (error) {
      failed ??= (error as Error).message;
    }
  }
  return \`\${done.length} \${failed}\`;
}

target([{ id: 1 }, { id: 2, fail: true }, { id: 3 }]).then(console.log);
`;

/** TypeScript in its written lines. */
export const COMPILED_CODE = [
  compiled('TypeScript: types, enums, classes, several files', 'by esbuild', SHOP),
  compiled('TypeScript: types, enums, classes, several files', 'by tsc', SHOP),
  compiled('TypeScript: types, enums, classes, several files', 'as a bundle', SHOP),
  compiled('decorators and accessors', 'by tsc', { 'main.ts': DECORATED }),
  compiled('decorators and accessors', 'by esbuild', { 'main.ts': DECORATED.replace('@logged', '') }),
  compiled('decorators of the old kind', 'by esbuild', { 'main.ts': OLD_DECORATORS }),
  compiled('an async function with types', 'as a bundle', { 'main.ts': ASYNC }),
];
