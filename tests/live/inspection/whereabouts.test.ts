import { expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';

const MAIN = `const { Worker } = require('node:worker_threads');
new Worker(__dirname + '/spin.js');
new Worker(__dirname + '/spin.js');
require('pool').wait();
`;
// Each runs a moment and rests a moment: three that never rest would starve the debugger's own threads on two processors.
const CELL = 'const cell = new Int32Array(new SharedArrayBuffer(4));\n';
const POOL = `${CELL}exports.wait = () => {\n  for (;;) Atomics.wait(cell, 0, 0, 1);\n};\n`;
const SPIN = `${CELL}let rounds = 0;\nfor (;;) {\n  rounds++;\n  Atomics.wait(cell, 0, 0, 1);\n}\n`;

test('of several threads that run, the place of one in the program itself is given', async () => {
  const files = { 'main.js': MAIN, 'spin.js': SPIN, 'node_modules/pool/index.js': POOL };
  await using program = await DebuggedProgram.start(process.execPath, files);
  const at = async () => {
    const outcome = await program.session.waitForStop({ timeoutMs: 300 });
    return outcome.kind === 'running' ? outcome.where?.path : outcome.kind;
  };
  await expect.poll(at, { timeout: 15_000 }).toBe(program.path('spin.js'));
});
