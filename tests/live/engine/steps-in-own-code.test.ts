import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { oneOfEach } from '../../support/tier.ts';

const LIBRARY = `exports.call = function call(run) {
  const before = 1;
  const result = run(before);
  return result;
};
exports.later = async function later(run) {
  await null;
  const result = await run();
  return result;
};
exports.dispatch = function dispatch(handlers, at = 0) {
  const handler = handlers[at];
  if (handler) handler(() => dispatch(handlers, at + 1));
};
`;
const PROGRAM = `const { call, later, dispatch } = require('calls-back');
function back(value) {
  return value; // in a call back
}
function run() {
  call(back); // first
  call(back); // second
}
run();
dispatch([
  (next) => {
    next(); // outer
    console.log('outer'); // behind next
  },
  (next) => {
    console.log('inner'); // inner
  },
]);
async function sleeps() {
  return 1; // in a promise
}
later(sleeps).then(() => {
  console.log('then'); // then
});
`;
const FILES = { 'main.cjs': PROGRAM, 'node_modules/calls-back/index.js': LIBRARY };
const ROWS = [
  { from: 'in a call back', ends: ['second', 'in a call back'] },
  { from: 'inner', ends: ['behind next'] },
  { from: 'in a promise', ends: ['then'] },
];

/** Steps until the line is another one that has a comment. */
async function ended(program: DebuggedProgram, command: 'next' | 'stepOut'): Promise<string> {
  for (let steps = 0; steps < 4; steps++) {
    const text = await program.go(command);
    if (!text.startsWith('step main.cjs:')) return text;
    const line = PROGRAM.split('\n')[Number(text.split(':')[1]) - 1] ?? '';
    if (line.includes('//')) return line.split('// ')[1] ?? '';
  }
  return 'nowhere';
}

describe.each(oneOfEach(nodeVersions(), () => 'any'))('on Node $major a step', ({ path: node }) => {
  test.each(ROWS)('from the end of what a package called ends in the program: $from', async ({ from, ends }) => {
    for (const command of ['next', 'stepOut'] as const) {
      await using program = await DebuggedProgram.start(node, FILES, { breakpoints: [{ at: `// ${from}` }] });
      await program.firstStop();
      expect(ends).toContain(await ended(program, command));
    }
  });

  test('into a package goes there, as does the next one', async () => {
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints: [{ at: '// first' }] });
    await program.firstStop();
    expect(await program.go('stepIn')).toMatch(/calls-back\/index\.js:2$/);
    expect(await program.go('next')).toMatch(/calls-back\/index\.js:3$/);
    expect(await program.go('stepOut')).toBe(`step main.cjs:${program.line('// second')}`);
  });

  test('is stopped by a breakpoint in a package', async () => {
    const breakpoints = [{ at: '// first' }, { at: 'const before', file: 'node_modules/calls-back/index.js' }];
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints });
    await program.firstStop();
    expect(await program.go('next')).toMatch(/^breakpoint \[2\] .*calls-back\/index\.js:2$/);
  });
});
