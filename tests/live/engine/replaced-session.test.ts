import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DebugEngine } from '../../../src/engine/debug-engine.ts';
import { isAlive } from '../../../src/process/is-alive.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LEAVES_ONE = `const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'ignore' });
child.unref();
console.log(child.pid);
`;

test('what the program of an ended session has left is ended when its name goes to another program', async () => {
  const cwd = temporaryFolder('replaced-');
  const engine = new DebugEngine({ cwd });
  try {
    for (const [name, text] of Object.entries({ 'leaves.cjs': LEAVES_ONE, 'next.cjs': 'let n = 1;\n' }))
      writeFileSync(join(cwd, name), text);
    const setup = { name: 'mine', breakpoints: [] };
    const launch = { args: [], cwd, env: {}, stopOnEntry: false };
    const limits = { timeoutMs: 20_000 };
    const { session } = await engine.launch({ ...launch, program: 'leaves.cjs' }, setup, limits);
    await session.waitForStop(limits);
    const { chunks } = session.output.since(0, 1_000);
    const pid = Number(chunks.map(({ text }) => text).join(''));
    expect(isAlive(pid)).toBe(true);
    await engine.launch({ ...launch, program: 'next.cjs' }, setup, limits);
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  } finally {
    await engine.close();
    rmSync(cwd, { recursive: true, force: true });
  }
});
