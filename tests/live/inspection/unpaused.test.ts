import { expect, test } from 'vitest';
import { pauseNow, pauseWatching } from '../../../src/investigate/serving/pause-watching.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';

const NATIVE = `const { pbkdf2Sync } = require('node:crypto');
console.log('begins');
pbkdf2Sync('a', 'b', 2 ** 30, 64, 'sha512');
`;
const IDLE = "console.log('begins');\nsetTimeout(() => {}, 60_000);\n";
const LOOP = "console.log('begins');\nfor (;;) {}\n";

test.each([
  ['waits for a timer', IDLE, { outcome: { kind: 'running' }, unpaused: 'waits' }],
  ['is in a native call', NATIVE, { outcome: { kind: 'running' }, unpaused: 'busy' }],
  ['runs code', LOOP, { outcome: { kind: 'stopped', reason: 'pause' } }],
])('of a program that %s, a pause says what the system saw', async (_, source, expected) => {
  await using program = await DebuggedProgram.start(process.execPath, { 'main.js': source });
  await expect.poll(() => program.output('stdout'), { timeout: 10_000 }).toBe('begins\n');
  expect(await pauseWatching(program.session, { timeoutMs: 1_000 })).toMatchObject(expected);
});

test('one that waits for a timer is paused there, if that is what was asked for, and goes on', async () => {
  await using program = await DebuggedProgram.start(process.execPath, {
    'main.js': "console.log('begins');\nsetTimeout(() => console.log('rings'), 1_500);\n",
  });
  await expect.poll(() => program.output('stdout'), { timeout: 10_000 }).toBe('begins\n');
  const { outcome, unpaused } = await pauseNow(program.session, {});
  expect([outcome, unpaused]).toMatchObject([{ kind: 'stopped', functionName: '(idle)', reason: 'pause' }, undefined]);
  const request = { expression: 'process.exitCode = 3', readOnly: false, depth: 0, maxChildren: 0, maxTextLength: 20 };
  expect(await program.session.inspection.evaluate(request)).toMatchObject({ kind: 'value', value: '3' });
  expect(await program.session.resume('continue')).toMatchObject({ kind: 'exited', exitCode: 3 });
  expect(program.output('stdout')).toBe('begins\nrings\n');
});

test('one that waits in a native call is paused behind it, where it can be stepped', async () => {
  await using program = await DebuggedProgram.start(process.execPath, {
    'main.js': `const { execFileSync } = require('node:child_process');
console.log('begins');
execFileSync('sleep', ['1.5']);
let behind = 1;
behind += 1;
console.log(behind);
`,
  });
  await expect.poll(() => program.output('stdout'), { timeout: 10_000 }).toBe('begins\n');
  const { outcome } = await pauseNow(program.session, { timeoutMs: 10_000 });
  expect(outcome).toMatchObject({ kind: 'stopped', functionName: '(module)', location: { line: 3 } });
  expect(await program.session.resume('next')).toMatchObject({ kind: 'stopped', location: { line: 4 } });
  expect(await program.session.resume('continue')).toMatchObject({ kind: 'exited', exitCode: 0 });
  expect(program.output('stdout')).toBe('begins\n2\n');
});

test('a pause that a program has not taken up is not taken up by what the debugger evaluates for breakpoints', async () => {
  await using program = await DebuggedProgram.start(process.execPath, { 'main.js': `${IDLE}const never = () => 1;\n` });
  await expect.poll(() => program.output('stdout'), { timeout: 10_000 }).toBe('begins\n');
  expect((await program.session.pause({ timeoutMs: 300 })).kind).toBe('running');
  await program.breakpoint({ at: 'never', logMessage: 'at {1 + 1}' });
  await program.breakpoint({ at: 'setTimeout', hitCondition: '3' });
  expect(program.session.state.kind).toBe('running');
});
