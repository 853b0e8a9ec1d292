import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const FILES = {
  'main.cjs': `console.log('begun');
const text = require('node:child_process').execFileSync(process.execPath, [__dirname + '/child.cjs'], { encoding: 'utf8' });
console.log(text.trim(), 'back');
`,
  'child.cjs': `const { existsSync } = require('node:fs');
const timer = setInterval(() => {
  if (!existsSync(__dirname + '/go')) return;
  clearInterval(timer);
  console.log('child'); // stop
}, 20);
`,
};

/** Waits until the program is in its call, with its child running. */
async function inCall({ session }: DebuggedProgram): Promise<void> {
  while (!session.output.since(0, 100).chunks.some(({ text }) => text.includes('begun'))) await sleep(20);
  await sleep(700);
}

test.each(nodeVersions())(
  'on Node $major, breakpoints that are set while a program waits for its child are set in the child at once',
  async ({ path }) => {
    await using program = await DebuggedProgram.start(path, FILES);
    await inCall(program);
    const began = Date.now();
    const inParent = await program.breakpoint({ at: 'back' });
    expect(inParent.state).toEqual({
      kind: 'pending',
      reason: 'main.cjs is in a call that has not returned (execFileSync, for one); it is set there shortly after that',
    });
    expect((await program.breakpoint({ at: '// stop', file: 'child.cjs' })).state.kind).toBe('verified');
    expect(Date.now() - began).toBeLessThan(8_000);
    writeFileSync(program.path('go'), '');
    expect(await program.firstStop()).toBe('breakpoint [2] child.cjs:5');
    expect(await program.go()).toBe('breakpoint [1] main.cjs:3');
    expect(await program.go()).toBe('exited 0');
  },
);

test('a child that is busy stops at a breakpoint once it is at its event loop again, which is said', async () => {
  const { path } = nodeVersions()[0] ?? { path: process.execPath };
  const files = {
    'main.cjs': `console.log('begun');
require('node:child_process').fork(__dirname + '/child.cjs');
`,
    'child.cjs': `const until = Date.now() + 2_500;
while (Date.now() < until);
setTimeout(() => {
  console.log('child'); // stop
}, 300);
`,
  };
  await using program = await DebuggedProgram.start(path, files);
  await inCall(program);
  expect((await program.breakpoint({ at: '// stop', file: 'child.cjs' })).state.kind).toBe('pending');
  expect(await program.firstStop()).toBe('breakpoint [1] child.cjs:4');
  expect(program.output('log')).toMatch(/^Process \d+ \(child\.cjs\) is busy: /);
});
