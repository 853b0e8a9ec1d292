import { describe, expect, test } from 'vitest';
import { AttachedProgram } from '../../support/attached-program.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** Writes what of a debugger it finds in a new world of its own, among its global names, and in a copy of its globals. */
const LOOK = `const vm = require('node:vm');
function pass(i) {
  return i;
}
function look() {
  for (let i = 0; i < 3; i++) pass(i);
  const world = vm.runInNewContext('[...Reflect.ownKeys(globalThis), "__mcpDebuggerLog" in globalThis && "mcp: in"]');
  const found = [...world, ...Object.keys(globalThis), ...Reflect.ownKeys({ ...globalThis })];
  const names = found.map(String).filter((name) => /mcp/i.test(name));
  console.log(names.length === 0 ? 'nothing found' : names.join());
}
`;
const TICKING = `${LOOK}console.log('runs');
setInterval(look, 20);
`;
const IN_WORKER = `${LOOK}const { isMainThread, Worker } = require('node:worker_threads');
look();
if (isMainThread) new Worker(__filename);
`;
/** Writes past its streams which handles were made for it meanwhile. */
const STREAMLESS = `const made = [];
require('node:async_hooks').createHook({ init: (id, type) => made.push(type) }).enable();
function pass(i) {
  return i;
}
for (let i = 0; i < 3; i++) pass(i);
require('node:fs').writeSync(1, \`made: \${made.filter((type) => /PIPE|TTY|FILE/.test(type))}\`);
`;

const GATES = [
  { logMessage: 'at {i}' },
  { hitCondition: '50000' },
  { condition: 'i === 7', logMessage: 'never' },
] as const;

describe.each(nodeVersions())('on Node $major a breakpoint', ({ path: node }) => {
  test.each(GATES)('%j is not seen by the program or its worlds, nor in its workers', async (gate) => {
    const files = { 'main.cjs': IN_WORKER };
    await using program = await DebuggedProgram.start(node, files, { breakpoints: [{ at: 'return i', ...gate }] });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('stdout')).toBe('nothing found\nnothing found\n');
  });

  test('that logs makes no stream that the program has not asked for', async () => {
    const breakpoints = [{ at: 'return i', logMessage: 'at {i}' }];
    await using program = await DebuggedProgram.start(node, { 'main.cjs': STREAMLESS }, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('stdout')).toBe('made: ');
    expect(program.output('log')).toBe('at 0\nat 1\nat 2\n');
  });

  test.each(GATES)('%j is not seen by a program that was attached to', async (gate) => {
    await using program = await AttachedProgram.run(node, TICKING);
    await program.session.start();
    await program.session.breakpoints.set({ target: program.line(3), ...gate });
    const looks = () => program.stdout.trim().split('\n');
    // What is put in place while the program runs is there for the moment between two commands.
    const before = looks().length + 2;
    await expect.poll(() => looks().length, { timeout: 10_000 }).toBeGreaterThan(before + 10);
    expect(new Set(looks().slice(before))).toEqual(new Set(['nothing found']));
  });
});
