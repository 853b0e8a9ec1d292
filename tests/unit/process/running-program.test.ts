import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { unseenProgram } from '../../../src/process/running-program.ts';

test('nothing is called another user’s that the superuser cannot see', () => {
  const { why } = unseenProgram(1);
  expect(why).toContain(process.getuid?.() === 0 ? 'does not let this server look into it' : 'another user');
});

test('a process that nobody has waited for is called ended', async () => {
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [pid] = await once(parent.stdout, 'data');
    await expect.poll(() => unseenProgram(Number(String(pid))).why).toContain('it has ended');
  } finally {
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  }
});
