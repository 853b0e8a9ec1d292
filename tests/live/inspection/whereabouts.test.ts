import { expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';

const MAIN = `const { Worker } = require('node:worker_threads');
new Worker(__dirname + '/spin.js');
new Worker(__dirname + '/spin.js');
require('pool').wait();
`;
const POOL = 'exports.wait = () => {\n  for (;;) {}\n};\n';
const SPIN = 'let rounds = 0;\nfor (;;) {\n  rounds++;\n}\n';

test('of several threads that run, the place of one in the program itself is given', async () => {
  const files = { 'main.js': MAIN, 'spin.js': SPIN, 'node_modules/pool/index.js': POOL };
  await using program = await DebuggedProgram.start(process.execPath, files);
  const at = async () => {
    const outcome = await program.session.waitForStop({ timeoutMs: 300 });
    return outcome.kind === 'running' ? outcome.where?.path : outcome.kind;
  };
  await expect.poll(at, { timeout: 15_000 }).toBe(program.path('spin.js'));
});
