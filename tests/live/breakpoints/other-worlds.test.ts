import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** Runs a file twice, each time in a world that did not exist before, and at once. */
const MAIN = `const vm = require('node:vm');
const { join } = require('node:path');
const filename = join(__dirname, 'world.js');
const text = require('node:fs').readFileSync(filename, 'utf8');
for (let round = 0; round < 2; round++) {
  const world = {};
  vm.runInNewContext(text, world, { filename });
  console.log(Object.keys(world).join());
}
`;
const WORLD = `class Secret { #key = 7; }
function add(a, b) {
  const secret = new Secret();
  return a + b + (secret ? 0 : 1);
}
for (let i = 0; i < 3; i++) add(i, 1);
`;

describe.each(nodeVersions())('on Node $major, in a world of its own', ({ path: node }) => {
  test('each pass is logged, from the first one on', async () => {
    const breakpoints = [{ file: 'world.js', at: 'return a', logMessage: 'a={a} {secret}' }];
    const files = { 'main.cjs': MAIN, 'world.js': WORLD };
    await using program = await DebuggedProgram.start(node, files, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    const round = ['a=0', 'a=1', 'a=2'].map((text) => `${text} Secret {#key: 7}\n`);
    expect(program.output('log')).toBe([...round, ...round].join(''));
    expect(program.output('stdout')).toBe('add\nadd\n');
    expect(program.session.breakpoints.list().map(({ hits }) => hits)).toEqual([6]);
  });

  test('a condition holds for what is logged', async () => {
    const breakpoints = [{ file: 'world.js', at: 'return a', condition: 'a > 0', logMessage: '{a}' }];
    const files = { 'main.cjs': MAIN, 'world.js': WORLD };
    await using program = await DebuggedProgram.start(node, files, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('log')).toBe('1\n2\n1\n2\n');
  });

  test('a function is logged', async () => {
    const files = { 'main.cjs': MAIN, 'world.js': WORLD };
    await using program = await DebuggedProgram.start(node, files, { stopOnEntry: true });
    await program.session.breakpoints.set({ target: { kind: 'function', name: 'add' }, logMessage: '{a}' });
    await program.firstStop();
    expect(await program.go()).toBe('exited 0');
    expect(program.output('log')).toBe('0\n1\n2\n0\n1\n2\n');
  });

  test('values are shown as anywhere, and a `require` of the program is not called', async () => {
    const main = `${MAIN}const own = { require() { console.log('called'); } };
vm.runInNewContext(text, own, { filename });
`;
    const files = { 'main.cjs': main, 'world.js': WORLD };
    await using program = await DebuggedProgram.start(node, files, {
      breakpoints: [{ file: 'world.js', at: 'return a', condition: 'a === 2' }],
    });
    await program.firstStop();
    expect(await program.value('[secret, new Map([[1, 2]]), new Proxy({}, {})]')).toBe(
      '[Secret {#key: 7}, Map(1) {1 → 2}, Proxy(object) {}]',
    );
    await program.go();
    await program.go();
    expect(await program.value('secret')).toBe('{…}');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('add\nadd\n');
  });
});
