import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { threadRest } from '../../../src/process/thread-rest.ts';

const BUSY = 'console.log("on"); for (;;);';
const SLEEPS = 'console.log("on"); setInterval(() => {}, 40);';
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

async function run(command: string, ...args: string[]): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  if (child.stdout) await once(child.stdout, 'data');
  return child.pid ?? expect.fail();
}

test('a thread that computes is busy, and one that waits is not', async () => {
  const [busy, sleeps] = [await run(process.execPath, '-e', BUSY), await run(process.execPath, '-e', SLEEPS)];
  expect((await threadRest(busy, busy, { timeoutMs: 300 }))?.busyShare).toBeGreaterThan(0.5);
  const rest = await threadRest(sleeps, sleeps, { timeoutMs: 300 });
  expect(rest?.busyShare).toBeLessThan(0.5);
  expect(rest?.wakes).toBeGreaterThan(1);
});

test('a thread that hardly ever gets the processor, as others have it, does not sleep', async () => {
  const pid = await run('taskset', '-c', '0', process.execPath, '-e', BUSY);
  await run('taskset', '-c', '0', process.execPath, '-e', BUSY);
  // From now on it is only given the processor when no other thread wants it.
  const set = spawn('chrt', ['-i', '-a', '-p', '0', String(pid)], { stdio: 'inherit' });
  expect(await once(set, 'exit')).toEqual([0, null]);
  const rest = await threadRest(pid, pid, { timeoutMs: 300 });
  expect(rest?.busyShare).toBeGreaterThan(0.8);
  expect(rest?.wakes).toBeLessThan(2);
});
