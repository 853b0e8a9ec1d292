import { afterEach, describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const MAIN = `'use strict';
const cart = { total: 1, z: { deep: 'a' }, [Symbol.for('s')]: 1 };
const items = [{ price: 1 }, { price: 2 }];
const heir = Object.create(cart);
const byName = new Map([['a', 1]]);
class Shop {
  static open = true;
  #secret = 1;
  see() {
    debugger;
    return this.#secret;
  }
}
function sum(list) {
  let sum = 0;
  for (const { price } of list) sum += price;
  return sum;
}
debugger;
`;
const FIRST = MAIN.split('\n').length;

type How = { readonly condition?: string; readonly isLogged?: boolean };

let program: DebuggedProgram | undefined;
afterEach(async () => {
  await program?.[Symbol.asyncDispose]();
  program = undefined;
});

/** A program that stands behind the shared text, with the reads of a place in it watched. */
async function watching(node: string, code: string, expression: string, { isLogged = false, condition }: How = {}) {
  program = await DebuggedProgram.start(node, { 'main.cjs': `${MAIN}${code}\n` });
  await program.firstStop();
  await program.session.inspection.writes.add({ expression, access: 'read', condition, isLogged });
  return program;
}

/** Each stop until the end: line of the program, function, and what was read how often. */
function stops(program: DebuggedProgram): Promise<string[]> {
  return program.stopsToEnd(({ write, location, functionName, reason }) => {
    const read = write ? `${write.after} #${write.writes}` : reason;
    return `${location.line - FIRST + 1} ${functionName} ${read}`;
  });
}

const CASES: readonly (readonly [what: string, expression: string, code: string, seen: readonly string[]])[] = [
  ['an expression', 'cart.total', '1;\nconst n = cart.total + 1;', ['2 (module) 1 #1']],
  ['a write alone', 'cart.total', 'cart.total = 2;\ncart.total;', ['2 (module) 2 #1']],
  ['an update', 'cart.total', 'cart.total++;\ncart.total += 1;', ['1 (module) 1 #1', '2 (module) 2 #2']],
  ['destructuring in a function', 'items[1].price', 'sum(items);', ['-3 sum 2 #1']],
  ['an element', 'items[0]', 'for (const each of items)\n  1;', ['1 (module) {price: 1} #1']],
  [
    'a copy',
    'cart.total',
    'const copy = { ...cart };\ncopy.total;\nObject.assign({}, cart);',
    ['1 (module) 1 #1', '3 (module) 1 #2'],
  ],
  ['JSON', 'cart.z', 'JSON.stringify(cart);', ['1 (module) {deep: "a"} #1']],
  ['what inherits', 'cart.total', 'heir.total;\nheir.total = 2;\nheir.total;', ['1 (module) 1 #1']],
  [
    'a computed key',
    'cart.total',
    'const k = "to" + "tal";\ncart[k];\nReflect.get(cart, k);',
    ['2 (module) 1 #1', '3 (module) 1 #2'],
  ],
  ['a symbol', 'cart[Symbol.for("s")]', 'cart[Symbol.for("s")];', ['1 (module) 1 #1']],
  ['a static', 'Shop.open', 'if (Shop.open) 1;', ['1 (module) true #1']],
  ['asynchronous code', 'cart.total', 'setTimeout(async () => {\n  await cart.total;\n}, 1);', ['2 (anonymous) 1 #1']],
  ['a callback of a library', 'cart.total', '[1].map((n) =>\n  cart.total);', ['2 (anonymous) 1 #1']],
  [
    'that it is there is no read',
    'cart.total',
    "'total' in cart && Object.keys(cart) && cart.hasOwnProperty('total');",
    [],
  ],
  ['what is inside does not count', 'cart.z.deep', 'cart.z;\ncart.z.deep;', ['2 (module) "a" #1']],
];

const REFUSED: readonly (readonly [expression: string, why: RegExp])[] = [
  ['items', /The reads of items cannot be watched: it is a variable or a private field.*reads of a property/],
  ['byName.get("a")', /read by its iterators and by V8 itself/],
  ['items.length', /read by its iterators and by V8 itself/],
  ['heir.total', /it is inherited/],
  ['cart.nothing', /has no such property yet/],
];

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test.each(CASES)('%s', async (_what, expression, code, seen) => {
    expect(await stops(await watching(node, code, expression))).toEqual(seen);
  });

  test('what cannot be had is refused with the reason', async () => {
    const watched = await watching(node, 'new Shop().see();', 'cart.total');
    const { session } = watched;
    const add = (expression: string) => session.inspection.writes.add({ expression, access: 'read', isLogged: false });
    for (const [expression, why] of REFUSED) await expect(add(expression), expression).rejects.toThrow(why);
    await expect(add('cart.total')).rejects.toThrow(/watched already/);
    await session.resume('continue');
    await expect(add('this.#secret')).rejects.toThrow(/a private field/);
    expect(await watched.go()).toBe('exited 0');
  });

  test('a condition decides on the value, and what it reads counts for nobody', async () => {
    const code = 'for (const n of [1, -1, 2, -2]) {\n  cart.total = n;\n  cart.total;\n}';
    const watched = await watching(node, code, 'cart.total', { condition: 'value < 0 && cart.total === value' });
    expect(await stops(watched)).toEqual(['3 (module) -1 #2', '3 (module) -2 #4']);
  });

  test('the readers are listed by line', async () => {
    const code = 'for (let i = 0; i < 20; i++) sum(items);\nitems[0].price;\nitems[0].price = 3;\nsum(items);';
    const watched = await watching(node, code, 'items[0].price', { isLogged: true });
    expect(await stops(watched)).toEqual([]);
    const [watch] = watched.session.inspection.writes.list();
    expect(watch).toMatchObject({ writes: 22, access: 'read' });
    expect(watch?.writers.map((each) => [each.functionName, each.count, each.before, each.after])).toEqual([
      ['sum', 21, '1', '3'],
      ['(module)', 1, '1', '1'],
    ]);
  });

  test('what the debugger reads is no read: stops, conditions, log messages', async () => {
    const code = `const cart = { total: 1, z: { deep: 'a' } };
function pass(n) {
  return cart && n + 1; // pass
}
debugger;
for (let i = 0; i < 4; i++) pass(i);
console.log(cart, 'end');
cart.total;`;
    const breakpoints = [{ at: '// pass', condition: 'cart.total > 0 && n === 2' }];
    program = await DebuggedProgram.start(node, { 'main.cjs': code }, { breakpoints });
    await program.firstStop();
    await program.session.inspection.writes.add({ expression: 'cart.total', access: 'read', isLogged: false });
    await program.breakpoint({ at: 'for (let i', logMessage: 'total {cart.total} of {cart.z}' });
    expect(await program.go()).toBe(`breakpoint [1] main.cjs:${program.line('// pass')}`);
    expect(await program.value('cart.total')).toBe('1');
    expect(await program.value('Object.getOwnPropertyDescriptor(cart, "total").value')).toBe('1');
    expect(await stops(program)).toEqual([`${8 - FIRST + 1} (module) 1 #1`]);
    expect(program.output('stdout')).toMatch(/total: 1.*end/);
    expect(program.output('log')).toContain('total 1 of {deep: "a"}');
  });

  test('steps are those of the program, and it prints what it prints without a watch', async () => {
    const code = 'sum(items);\nconst n = items[0].price + 1;\nconsole.log(items, n);';
    const watched = await watching(node, code, 'items[0].price');
    expect(await watched.go('next')).toBe(`step main.cjs:${FIRST}`);
    expect(await watched.go('next')).toBe(`data breakpoint main.cjs:${watched.line('for (const { price }')}`);
    expect(await watched.go('stepOut')).toBe(`step main.cjs:${FIRST + 1}`);
    expect(await watched.go('next')).toBe(`data breakpoint main.cjs:${FIRST + 1}`);
    expect(await watched.go('stepIn')).toBe(`step main.cjs:${FIRST + 2}`);
    expect(await watched.go()).toBe('exited 0');
    expect(watched.output('stdout')).toBe('[ { price: 1 }, { price: 2 } ] 2\n');
  });
});
