import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { parentsAmong } from '../../../src/investigate/process-parents.ts';

test('what a shell has started belongs to whoever started the shell', async () => {
  const shell = spawn('sh', ['-c', 'sleep 30 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [text] = await once(shell.stdout, 'data');
  const sleeper = Number(String(text));
  try {
    expect([...(await parentsAmong([process.pid, sleeper]))]).toEqual([[sleeper, process.pid]]);
    const parents = await parentsAmong([process.pid, shell.pid ?? 0, sleeper]);
    expect(parents.get(sleeper)).toBe(shell.pid);
  } finally {
    process.kill(sleeper);
    await once(shell, 'exit');
  }
});

test('one process alone has nobody above it, and one that is gone neither', async () => {
  expect(await parentsAmong([process.pid])).toEqual(new Map());
  expect(await parentsAmong([process.pid, 2 ** 22 + 5])).toEqual(new Map());
});
