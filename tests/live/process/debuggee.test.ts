import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type DebuggeeProcess, startProcess } from '../../../src/process/debuggee-process.ts';
import { killTree } from '../../../src/process/kill-tree.ts';
import { readProcEntry } from '../../../src/process/process-table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
const started: DebuggeeProcess[] = [];

afterEach(async () => {
  for (const debuggee of started.splice(0)) await debuggee.kill();
});

function start(command: string, args: string[], stdin?: 'open'): DebuggeeProcess {
  const debuggee = startProcess({ command, args, cwd: tmpdir(), env, ...(stdin ? { stdin } : {}) });
  started.push(debuggee);
  return debuggee;
}

function collect(debuggee: DebuggeeProcess): { stdout: string; stderr: string } {
  const text = { stdout: '', stderr: '' };
  debuggee.onOutput((stream, chunk) => {
    text[stream] += chunk;
  });
  return text;
}

const isRunning = (pid: number) => readProcEntry(pid)?.zombie === false;
const gone = (pid: number) => expect.poll(() => isRunning(pid), { timeout: 2_000, interval: 5 }).toBe(false);

test('output written before the listener was set arrives, with split characters whole', async () => {
  const code = `const b = Buffer.from('grün €'); process.stderr.write('err'); process.stdout.write(b.subarray(0, 3));
    setTimeout(() => process.stdout.write(b.subarray(3, 7)), 50); setTimeout(() => process.stdout.write(b.subarray(7)), 100);`;
  const debuggee = start(process.execPath, ['-e', code]);
  await sleep(300);
  const text = collect(debuggee);
  expect(await debuggee.exited).toEqual({ exitCode: 0, signal: null });
  await expect.poll(() => text).toEqual({ stdout: 'grün €', stderr: 'err' });
});

test('everything a program wrote is delivered before its end is', async () => {
  const debuggee = start(process.execPath, ['-e', `process.stdout.write('x'.repeat(1e6)); process.exitCode = 3`]);
  const text = collect(debuggee);
  expect(await debuggee.exited).toEqual({ exitCode: 3, signal: null });
  expect(text.stdout.length).toBe(1e6);
});

test('a grandchild that holds the pipes open delays the end by 200 ms at most', async () => {
  const debuggee = start('/bin/sh', ['-c', 'sleep 30 & echo $!']);
  const text = collect(debuggee);
  const before = Date.now();
  await debuggee.exited;
  expect(Date.now() - before).toBeLessThan(1_500);
  const sleeper = Number(text.stdout);
  expect(isRunning(sleeper)).toBe(true);
  await debuggee.kill();
  await gone(sleeper);
});

test('standard input is empty unless it is asked for', async () => {
  const empty = start('cat', []);
  expect((await empty.exited).exitCode).toBe(0);
  const open = start('cat', [], 'open');
  const text = collect(open);
  open.writeStdin('hello');
  open.closeStdin();
  await open.exited;
  expect(text.stdout).toBe('hello');
  expect(() => empty.writeStdin('x')).toThrowError(expect.objectContaining({ code: 'unsupported' }));
});

test('kill ends the group, detached grandchildren and what ignores SIGTERM', async () => {
  const code = `process.on('SIGTERM', () => {}); const { spawn } = require('child_process');
    for (const detached of [true, false]) console.log(spawn('sleep', ['60'], { detached }).pid); setInterval(() => {}, 1000)`;
  const debuggee = start(process.execPath, ['-e', code]);
  const text = collect(debuggee);
  await expect.poll(() => text.stdout.trim().split('\n').length).toBe(2);
  const pids = [debuggee.pid, ...text.stdout.trim().split('\n').map(Number)];
  expect(pids.every(isRunning)).toBe(true);
  await debuggee.kill();
  expect(pids.filter(isRunning)).toEqual([]);
  expect(await debuggee.exited).toEqual({ exitCode: null, signal: 'SIGKILL' });
});

test('kill ends a daemon, also of a program that has ended', async () => {
  const parent = `const c = require('child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    c.unref(); console.log(c.pid)`;
  const code = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(parent)}],
    { detached: true, stdio: ['ignore', 1, 'ignore'] }).unref();`;
  const [ended, runs] = [
    start(process.execPath, ['-e', code]),
    start(process.execPath, ['-e', `${code} setInterval(() => {}, 1000)`]),
  ];
  const texts = [ended, runs].map(collect);
  await expect.poll(() => texts.every(({ stdout }) => /\d+\n/.test(stdout)), { timeout: 10_000 }).toBe(true);
  await ended.exited;
  const [first = 0, second = 0] = texts.map(({ stdout }) => Number(stdout));
  expect([first, second].every(isRunning)).toBe(true);
  await runs.kill();
  // Each program has its own mark: the end of one leaves the daemons of another.
  expect([first, second].map(isRunning)).toEqual([true, false]);
  await ended.kill();
  expect(isRunning(first)).toBe(false);
});

test('killTree leaves a process alone that has the number of an ended one', async () => {
  const other = start('sleep', ['60']);
  expect(await killTree(other.pid, { leaderExited: true })).toBe(true);
  expect(isRunning(other.pid)).toBe(true);
  expect(await killTree(process.pid)).toBe(false);
  expect(await killTree(1)).toBe(false);
});

test('a program that cannot be started is named, with the reason', () => {
  const folder = temporaryFolder('start-');
  const plain = join(folder, 'plain.txt');
  writeFileSync(plain, 'x');
  const failure = (command: string, cwd = folder) => {
    try {
      started.push(startProcess({ command, args: [], cwd, env }));
    } catch (error) {
      return error;
    }
    return undefined;
  };
  const launchFailed = (message: RegExp) =>
    expect.objectContaining({
      code: 'launch_failed',
      message: expect.stringMatching(message),
      advice: expect.stringMatching(/./),
    });
  expect(failure('no-such-command')).toEqual(launchFailed(/"no-such-command".*PATH/));
  expect(failure('./missing')).toEqual(launchFailed(/"\.\/missing".*no such file/));
  expect(failure(plain)).toEqual(launchFailed(/plain\.txt.*not an executable/));
  expect(failure('cat', join(folder, 'nowhere'))).toEqual(launchFailed(/nowhere does not exist/));
  rmSync(folder, { recursive: true });
});
