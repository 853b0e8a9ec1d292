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
