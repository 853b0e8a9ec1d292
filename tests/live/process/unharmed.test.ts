import { describe, expect, test } from 'vitest';
import { startProcess } from '../../../src/process/debuggee-process.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** Classes of which V8 makes functions that stand nowhere in the text, and functions whose text the program reads. */
const CART = `const rates = { a: 1 };
function price(item) {
  const half = item / 2;
  return half;
}
class Base {
  kept = [];
}
class Cart extends Base {
  items = [];
  #total = 3;
  static made = 0;
  static {
    Cart.made = 1;
  }
  get total() {
    return this.#total;
  }
  add(item) {
    this.items.push(item);
    this.#total += price(item);
    return this;
  }
  *each() {
    for (const item of this.items) {
      yield item;
    }
  }
}
function sent(n) {
  const twice = n * 2;
  return twice;
}
const cart = new Cart();
for (let i = 0; i < 5; i++) {
  cart.add(i);
}
console.log(rates.a, cart.total, [...cart.each()].join(), Cart.made, new Cart().kept.length, sent(2));
console.log(String(sent), String(price), Cart.toString(), cart.add.toString());
`;

const PAGES = `async function* pages(n) {
  try {
    for (let p = 1; p <= n; p++) {
      await null;
      yield p;
    }
  } finally {
    console.log('closed');
  }
}
let sum = 0;
for await (const page of pages(3)) {
  sum += page;
  if (page === 2) break;
}
console.log(sum);
`;

const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));

async function plainOutput(node: string, source: string): Promise<string> {
  const child = startProcess({ command: node, args: ['-e', source], cwd: process.cwd(), env });
  let text = '';
  child.onOutput((_stream, chunk) => {
    text += chunk;
  });
  await child.exited;
  return text;
}

describe.each(nodeVersions())('a program on Node $major', ({ major, path }) => {
  test.each([
    ['main.cjs', { condition: 'false' }],
    ['main.mjs', { condition: 'false' }],
    ['main.cjs', { hitCondition: '100' }],
    ['main.mjs', { logMessage: 'passed' }],
  ])('%s with classes of all kinds does what it does, with %o on its lines', async (name, gate) => {
    const lines = ['const half', 'this.items.push', 'this.#total +=', 'yield item', 'const twice', 'return twice'];
    const breakpoints = lines.map((at) => ({ at, ...gate }));
    await using program = await DebuggedProgram.start(path, { [name]: CART }, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('stdout')).toBe(await plainOutput(path, CART));
    if ('logMessage' in gate) expect(program.output('log').trim().split('\n')).toHaveLength(22);
  });

  test('survives a step out of an async generator', async () => {
    await using program = await DebuggedProgram.start(
      path,
      { 'main.mjs': PAGES },
      { breakpoints: [{ at: 'yield p' }] },
    );
    expect(await program.firstStop()).toBe('breakpoint [1] main.mjs:5');
    expect(await program.go('stepOut')).toBe(major === 20 ? 'step main.mjs:3' : 'step main.mjs:12');
    expect(/^Stepped over instead/.test(program.output('log'))).toBe(major === 20);
    await program.session.breakpoints.remove(1);
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('closed\n3\n');
  });
});
