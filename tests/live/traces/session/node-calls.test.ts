import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../../support/debugged-program.ts';
import { follow } from '../../../support/live-trace.ts';
import { nodeVersions } from '../../../support/node-versions.ts';

const PROGRAM = `function priceOf(item) {
  if (item.broken) throw new RangeError('broken');
  return { cents: item.price * 2 };
}
function loops(items) {
  let total = 0;
  const cart = { items, count: 0 };
  for (const item of items) {
    const price = priceOf(item);
    total += price.cents;
    cart.count++;
  }
  for (let i = 0; i < 3; i++) total += i;
  do {
    total++;
  } while (total < 33);
  return { total };
}
function catches() {
  let caught = null;
  try {
    priceOf({ broken: true });
  } catch (error) {
    caught = error.message;
  }
  return caught;
}
async function waits(id) {
  let n = 1;
  n = await new Promise((resolve) => setTimeout(() => resolve(5), 5));
  for await (const x of [1, 2]) {
    n += x;
  }
  return n;
}
function* numbers(n) {
  let sent = 0;
  sent = yield n;
  return sent;
}
class Cart {
  #secret = 1;
  items = [];
  add(item) {
    this.items.push(item);
    this.#secret++;
    return this;
  }
}
function callbacks() {
  const out = [];
  [3, 1].forEach((value) => {
    out.push(value);
  });
  const bump = () => {
    out.length = 0;
  };
  bump();
}
const fact = (n) => {
  if (n <= 1) return 1;
  const below = fact(n - 1);
  return n * below;
};
let rounds = 0;
const stats = { calls: 0 };
function counts() {
  rounds++;
  stats.calls += 2;
}
counts();
loops([{ price: 1 }, { price: 4 }, { price: 9 }]);
catches();
callbacks();
new Cart().add('a');
const source = numbers(2);
source.next();
source.next('sent');
fact(3);
waits('a').then(() => waits('b'));
`;

/** The steps of the debugger differ from version to version in nothing that shows here. */
describe.each(nodeVersions())('Node $major', ({ path }) => {
  async function followed(at: string, condition?: string) {
    const breakpoint = condition === undefined ? { at } : { at, condition };
    await using program = await DebuggedProgram.start(path, { 'main.cjs': PROGRAM }, { breakpoints: [breakpoint] });
    await program.firstStop();
    return await follow(program.session);
  }

  test('a call with loops, objects and calls', async () => {
    const { story, end } = await followed('let total = 0');
    expect(story).toEqual([
      '6 | total = 0',
      '7 | cart = {items: [{price: 1}, {price: 4}, {price: 9}], count: 0}',
      '8 | item = {price: 1}',
      'pass 1 of 8',
      '9 | price = {cents: 2}',
      '10 | total: 0 → 2',
      '11 | cart.count: 0 → 1',
      'pass 2 of 8',
      '8 | item: {price: 1} → {price: 4}',
      '9 | price: {cents: 2} → {cents: 8}',
      '10 | total: 2 → 10',
      '11 | cart.count: 1 → 2',
      'pass 3 of 8',
      '8 | item: {price: 4} → {price: 9}',
      '9 | price: {cents: 8} → {cents: 18}',
      '10 | total: 10 → 28',
      '11 | cart.count: 2 → 3',
      '3 passes of 8',
      '13 | i = 1',
      'pass 1 of 13',
      'pass 2 of 13',
      '13 | total: 28 → 29 | i: 1 → 2',
      'pass 3 of 13',
      '13 | total: 29 → 31 | i: 2 → 3',
      '3 passes of 13',
      'pass 1 of 14',
      '15 | total: 31 → 32',
      '16',
      'pass 2 of 14',
      '15 | total: 32 → 33',
      '16',
      '2 passes of 14',
      '17',
      '→ {total: 33}',
    ]);
    expect(end).toBe('returning line 17');
  });

  test('an exception that the call catches, and one that leaves it', async () => {
    const caught = await followed('let caught = null');
    expect(caught.story).toEqual([
      '20 | caught = null',
      '22 | error = RangeError: broken',
      '24 | caught: null → "broken"',
      '26',
      '→ "broken"',
    ]);
    const thrown = await followed('if (item.broken)', 'item.broken');
    expect(thrown.story).toEqual(['2', '! RangeError: broken']);
    expect(thrown.end).toBe('left line 24');
  });

  test('an asynchronous call over its awaits', async () => {
    const { story, end } = await followed('let n = 1', 'id === "a"');
    expect(story).toEqual([
      '29 | n = 1',
      '30 | n: 1 → 5',
      '31 | x = 1',
      'pass 1 of 31',
      '32 | n: 5 → 6',
      'pass 2 of 31',
      '31 | x: 1 → 2',
      '32 | n: 6 → 8',
      '2 passes of 31',
      '34',
      '→ Promise {fulfilled: 8}',
    ]);
    expect(end).toBe('returning line 34');
  });

  test('a generator, a method with a private field, callbacks', async () => {
    expect((await followed('let sent = 0')).story).toEqual([
      '37 | sent = 0',
      '38 | sent: 0 → "sent"',
      '39',
      '→ "sent"',
    ]);
    expect((await followed('this.items.push')).story).toEqual([
      '45 | this.items: [] → ["a"]',
      '46 | this.#secret: 1 → 2',
      '47',
      '→ Cart {items: ["a"], #secret: 2}',
    ]);
    expect((await followed('const out')).story).toEqual([
      '51 | out = []',
      '52 | out: [] → [3, 1]',
      '55 | bump = () => …',
      '58 | out: [3, 1] → []',
      '→ undefined',
    ]);
  });

  test('variables of the module that it assigns to', async () => {
    const { story } = await followed('rounds++');
    expect(story).toEqual(['68 | rounds: 0 → 1', '69 | stats.calls: 0 → 2', '→ undefined']);
  });

  test('a call of a recursive function ends at the breakpoint that stops an inner one', async () => {
    const { story, end } = await followed('if (n <= 1)');
    expect(story).toEqual(['61', '62', 'running at 62']);
    expect(end).toBe('breakpoint line 61');
  });

  test('passes over breakpoints of the call itself, and says so', async () => {
    const breakpoints = [
      { at: 'let total = 0' },
      { at: 'cart.count++' },
      { at: 'total += price', condition: 'total > 5' },
    ];
    await using program = await DebuggedProgram.start(path, { 'main.cjs': PROGRAM }, { breakpoints });
    await program.firstStop();
    const { end, walked } = await follow(program.session);
    expect(end).toBe('breakpoint line 10');
    expect(walked.notes).toEqual(['Breakpoint 2 (line 11) is in this call and did not end it: passed 2 times.']);
  });

  test('is bounded in steps, and goes on from where it came to', async () => {
    await using program = await DebuggedProgram.start(
      path,
      {
        'main.cjs':
          'function long() {\n  let sum = 0;\n  for (let i = 0; i < 10_000; i++) {\n    sum += i;\n  }\n  return sum;\n}\nlong();\n',
      },
      { breakpoints: [{ at: 'let sum' }] },
    );
    await program.firstStop();
    const first = await follow(program.session, { maxSteps: 40 });
    expect(first.end).toBe('bound steps');
    expect(first.story.filter((text) => text.endsWith('skipped'))).toHaveLength(1);
    expect(first.walked.walk.pass?.pass).toBeGreaterThan(10);
    const next = await follow(program.session, {
      until: { kind: 'line', path: program.path(), line: 6 },
      maxSteps: 30,
    });
    expect(next.end).toBe('bound steps');
    expect(program.session.breakpoints.list()).toHaveLength(1);
  });
});
