import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Conversation, converse } from '../support/debug-programs.ts';
import { expectGolden } from '../support/golden.ts';

const CART = `const items = [{ price: 10, n: 2 }, { price: 5, n: 3 }];
let unused = 1, lonely = 2;
function discount(sum) {
  const rate = 0.1;
  return sum + sum * rate;
}
function total(list) {
  let sum = 0;
  for (const item of list) {
    sum += item.price;
  }
  return discount(sum);
}
function odd(value) {
  return value + lonely;
}
async function later(value) {
  await new Promise((done) => setTimeout(done, 60_000));
  return value;
}
later(1);
for (;;) {
  const result = total(items);
  console.log(result);
  odd(result);
}
`;

const BREAKPOINTS = ['cart.cjs:4', 'cart.cjs:24'];

/** A conversation about the cart, which is stopped in `discount`. */
async function aboutCart(talk: (conversation: Conversation & { readonly file: string }) => Promise<void>) {
  await converse({}, async (conversation) => {
    const file = join(conversation.folder, 'cart.cjs');
    writeFileSync(file, CART);
    await conversation.ask('launch', { program: 'cart.cjs', breakpoints: BREAKPOINTS });
    await talk({ ...conversation, file });
  });
}

const inCart = (args: object = {}) => ({ file: 'cart.cjs', ...args });

describe('trying a fix', () => {
  test('in the stopped call, in a caller of it, and taken back', async () => {
    await aboutCart(async ({ ask, transcript, file }) => {
      const wrong = { old: 'sum + sum * rate', new: 'sum - sum * rate' };
      await ask('patch', inCart(wrong));
      await ask('patch', inCart({ ...wrong, restart: true }));
      await ask('patch', inCart({ ...wrong, restart: true }));
      const forgotten = { old: 'sum += item.price;', new: '// Each of them.\n    sum += item.price * item.n;' };
      await ask('patch', inCart({ ...forgotten, restart: true }));
      await ask('continue');
      await ask('continue');
      await ask('evaluate', { expression: 'result' });
      await ask('breakpoint');
      await ask('patch', inCart({ revert: true, restart: true }));
      await ask('patch', inCart({ revert: true }));
      await ask('patch', inCart({ old: '  return sum + ', new: '  // Less.\n  return sum - ' }));
      await ask('continue');
      expect(readFileSync(file, 'utf8')).toBe(CART);
      expectGolden('debug/patch', transcript());
    });
  });

  test('as the file is on disk', async () => {
    await aboutCart(async ({ ask, transcript, file }) => {
      await ask('patch', inCart());
      const fixed = CART.replace('sum + sum', 'sum - sum').replace('let sum = 0', 'let sum = 1');
      writeFileSync(file, fixed);
      await ask('patch', inCart({ old: 'sum - sum', new: 'sum * sum' }));
      await ask('patch', inCart({ restart: true }));
      await ask('patch', inCart());
      writeFileSync(file, CART);
      await ask('patch', inCart());
      await ask('patch', inCart({ revert: true }));
      await ask('patch', inCart({ old: 'sum + sum', new: 'sum * sum' }));
      const again = await ask('launch', { program: 'cart.cjs' });
      expect(again.text).toContain('\nRestarted, 2 breakpoints kept.\nWhat was patched in the run before');
      await ask('patch', inCart({ revert: true }));
      expectGolden('debug/patch-from-disk', transcript());
    });
  });

  test('that V8 does not take, or that is none', async () => {
    await aboutCart(async ({ ask, transcript, folder }) => {
      const replace = (old: string, now: string) => ask('patch', inCart({ old, new: now }));
      await replace('unused = 1', 'unused = 2');
      await replace('let sum = 0;', 'let sum = ;');
      await replace('value + lonely', 'value + unused');
      await replace('value + lonely', 'value');
      await replace('value + lonely', 'eval("value") + lonely');
      await replace('value + lonely', '(class { v = 1; }, value) + lonely');
      await replace('return value;', 'return value + 1;');
      await replace('not there', '');
      await replace('const  rate = 0.1', 'const rate = 0.2');
      await replace('value', 'x');
      await ask('patch', inCart({ old: 'value' }));
      await ask('patch', inCart({ new: 'value' }));
      await ask('patch', inCart({ revert: true, old: 'a', new: 'b' }));
      await ask('patch', inCart({ old: 7, new: true }));
      await ask('patch', inCart({ restart: 'maybe', timeoutMs: 0, what: 1 }));
      await ask('patch', {});
      await ask('patch', { file: 'nowhere.cjs', old: 'a', new: 'b' });
      await ask('patch', { file: 'nowhere.cjs' });
      await ask('patch', { file: 'app.js' });
      await ask('patch', { file: 'app.js', session: 'none' });
      expect((await ask('continue')).text).toContain('result: number = 16.5');
      await ask('stop');
      await ask('patch', inCart());
      await ask('launch', { program: 'ends.js', stopOnEntry: false });
      await ask('patch', { file: 'ends.js' });
      expectGolden('debug/patch-refused', transcript().replaceAll(folder, '<folder>'));
    });
  });
});

test('a fix in a Python program', async () => {
  await converse({}, async ({ ask, transcript, folder }) => {
    const file = join(folder, 'cart.py');
    const cart = `RATE = 0.1


def discount(total):
    return total + total * RATE


def total(prices):
    taken = sum(price for price in prices)
    return discount(taken)


while True:
    result = total([10, 20])
    print(result)
`;
    writeFileSync(file, cart);
    const inPython = (args: object) => ({ file: 'cart.py', ...args });
    await ask('launch', { program: 'cart.py', breakpoints: ['cart.py:9', 'cart.py:15'] });
    const wrong = { old: 'total + total', new: 'total - total' };
    await ask('patch', inPython(wrong));
    await ask('patch', inPython(wrong));
    await ask('patch', inPython({ old: 'sum(price', new: 'sum(2 * price', restart: true }));
    await ask('continue');
    await ask('patch', inPython({ old: 'RATE = 0.1', new: 'RATE = 0.2' }));
    await ask('patch', inPython({ old: 'total * RATE', new: 'total * ' }));
    await ask('patch', inPython({}));
    await ask('patch', inPython({ revert: true }));
    await ask('patch', inPython({}));
    writeFileSync(file, cart.replace('total * RATE', 'total * RATE / 2'));
    await ask('patch', inPython({}));
    await ask('patch', { file: 'none.py', old: 'a', new: 'b' });
    expectGolden('debug/patch-python', transcript().replaceAll(folder, '<folder>'));
  });
});

test('the stopped call of a Python program begins anew, with patches of what it calls', async () => {
  await converse({}, async ({ ask, transcript, folder }) => {
    const total = `RATE = 0.1


def discount(total):
    return total + total * RATE


def total(prices, floor=0):
    taken = max(floor, sum(prices))
    floor = taken
    due = discount(taken)
    return due


while True:
    result = total([10, 20])
    print(result)
`;
    writeFileSync(join(folder, 'total.py'), total);
    await ask('launch', { program: 'total.py', breakpoints: ['total.py:12'] });
    await ask('step', { action: 'restart_frame' });
    await ask('continue');
    const wrong = { file: 'total.py', old: 'total + total', new: 'total - total' };
    await ask('patch', { ...wrong, restart: true });
    await ask('continue');
    await ask('step', { action: 'restart_frame', frame: 1 });
    await ask('step', { action: 'step_out', return: '0' });
    await ask('patch', { file: 'total.py', old: 'floor = taken', new: 'floor = 0', restart: true });
    await ask('variables', { path: 'due', set: '0' });
    await ask('step', { action: 'step_out' });
    expectGolden('debug/restart-python', transcript().replaceAll(folder, '<folder>'));
  });
});
