import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../fakes/debuggee.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const PROGRAM = `const { EventEmitter } = require('node:events');
const bus = new EventEmitter();
bus.topic = 'orders';
class Cart {
  constructor() { this.items = 3; }
  listen() {
    bus.on('async', async () => {
      const captured = this.items;
      await null;
      void captured; // async arrow
    });
    bus.on('async', async () => {
      await null;
      void 0; // without this
    });
    bus.on('plain', () => {
      void this; // arrow
    });
    bus.on('method', async function () {
      await null;
      void 0; // function
    });
    bus.on('method', { async async() {
      await null;
      void 0; // method
    } }.async);
  }
}
new Cart().listen();
for (const name of ['plain', 'async', 'method']) bus.emit(name);
`;

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test('`this` is what the code means by it, whatever the function was called on', async () => {
    const places = ['// arrow', '// async arrow', '// without this', '// function', '// method'];
    const breakpoints = places.map((at) => ({ at }));
    await using program = await DebuggedProgram.start(node, { 'main.js': PROGRAM }, { breakpoints });
    const seen: Record<string, unknown> = {};
    for (let stop = await program.firstStop(); !stop.startsWith('exited'); stop = await program.go()) {
      const place = places[Number(/\[(\d)\]/.exec(stop)?.[1]) - 1] ?? stop;
      const { locals } = await program.session.inspection.report(LIMITS);
      seen[place] = locals.find(({ name }) => name === 'this')?.value;
    }
    expect(seen).toEqual({
      '// arrow': 'Cart {items: 3}',
      '// async arrow': 'Cart {items: 3}',
      '// without this': undefined,
      '// function': 'EventEmitter {topic: "orders"}',
      '// method': 'EventEmitter {topic: "orders"}',
    });
  });
});

test('an expression of several parts is its last one, as in the program', async () => {
  const breakpoints = [{ at: 'stop' }];
  await using program = await DebuggedProgram.start(
    process.execPath,
    { 'main.js': 'let x = 1; // stop\n' },
    { breakpoints },
  );
  expect(await program.firstStop()).toBe('breakpoint [1] main.js:1');
  for (const [expression, value] of [
    ['1, 2, 3', '3'],
    ['[7].length, "last"', '"last"'],
    ['(1, 2), 4;', '4'],
    ['var first = 5; first, 6', '6'],
  ] as const) {
    const outcome = await program.session.inspection.evaluate({ expression, readOnly: false, ...LIMITS });
    expect({ expression, outcome }).toMatchObject({ outcome: { kind: 'value', value } });
  }
});
