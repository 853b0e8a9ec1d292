import { expect, test } from 'vitest';
import { pauseWatching } from '../../../src/investigate/serving/pause-watching.ts';
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

test('a pause that a program has not taken up is not taken up by what the debugger evaluates for breakpoints', async () => {
  await using program = await DebuggedProgram.start(process.execPath, { 'main.js': `${IDLE}const never = () => 1;\n` });
  await expect.poll(() => program.output('stdout'), { timeout: 10_000 }).toBe('begins\n');
  expect((await program.session.pause({ timeoutMs: 300 })).kind).toBe('running');
  await program.breakpoint({ at: 'never', logMessage: 'at {1 + 1}' });
  await program.breakpoint({ at: 'setTimeout', hitCondition: '3' });
  expect(program.session.state.kind).toBe('running');
});
