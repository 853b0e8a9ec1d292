import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { killTree } from '../../../src/process/kill-tree.ts';
import { readProcEntry } from '../../../src/process/process-table.ts';
import { nodeVersions } from '../../support/node-versions.ts';

// The promise is 5 s; what is measured is some 20 ms.
const GONE_WITHIN_MS = 5_000;
const SERVER = '.cache/guarding-server.mjs';
const newest = nodeVersions().at(-1)?.path ?? process.execPath;

const GRANDCHILD = `const c = require('child_process').spawn('sleep', ['60'], OPTIONS); console.log('pid ' + c.pid);`;
const STAY = 'setInterval(() => {}, 1000);';

interface Server {
  readonly child: ChildProcess;
  /** Processes that it and its debuggees have reported. */
  pids(): number[];
  output(): string;
  said(text: string): Promise<void>;
}

const started: Server[] = [];

beforeAll(async () => {
  const entryPoints = ['tests/unit/process/guarding-server.ts'];
  await build({ entryPoints, outfile: SERVER, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
});

afterEach(async () => {
  for (const { child, pids } of started.splice(0)) {
    for (const pid of [child.pid ?? 0, ...pids()]) await killTree(pid);
  }
});

function startServer(mode: 'run' | 'pause' | 'release', ...programs: string[][]): Server {
  const args = [SERVER, mode, ...programs.map((program) => JSON.stringify(program))];
  const child = spawn(newest, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const server: Server = {
    child,
    pids: () => [...output.matchAll(/^pid (\d+)$/gm)].map((match) => Number(match[1])),
    output: () => output,
    said: (text) => expect.poll(() => output, { timeout: 10_000, interval: 10 }).toContain(text),
  };
  started.push(server);
  return server;
}

const alive = (pids: readonly number[]) => pids.filter((pid) => readProcEntry(pid)?.zombie === false);

async function expectGone(pids: readonly number[]): Promise<void> {
  await expect.poll(() => alive(pids), { timeout: GONE_WITHIN_MS, interval: 5 }).toEqual([]);
}

async function dies(server: Server, expectedPids: number): Promise<void> {
  await expect.poll(() => server.pids().length, { timeout: 10_000 }).toBe(expectedPids);
  const pids = server.pids();
  expect(alive(pids)).toEqual(pids);
  server.child.kill('SIGKILL');
  await expectGone(pids);
}

test('a debuggee that waits at --inspect-brk ends when its server is killed', async () => {
  const server = startServer('run', ['--inspect-brk=0', '-e', STAY]);
  await server.said('Debugger listening');
  await dies(server, 1);
});

test('a debuggee that is paused ends when its server is killed, without running on', async () => {
  const code = `require('fs').writeSync(1, 'ran on'); ${STAY}`;
  const server = startServer('pause', ['--inspect-brk=0', '-e', code]);
  await server.said('paused\n');
  await dies(server, 1);
  expect(server.output()).not.toContain('ran on');
});

test('a debuggee in a busy loop ends when its server is killed', async () => {
  const server = startServer('run', ['-e', `require('fs').writeSync(1, 'busy\\n'); for (;;);`]);
  await server.said('busy');
  await dies(server, 1);
});

test('a debuggee that is frozen by SIGSTOP ends when its server is killed', async () => {
  const server = startServer('run', ['-e', `${STAY} process.kill(process.pid, 'SIGSTOP')`]);
  await expect.poll(() => server.pids().length).toBe(1);
  await sleep(200);
  await dies(server, 1);
});

test('a grandchild in the same group ends when the server is killed', async () => {
  const server = startServer('run', ['-e', GRANDCHILD.replace('OPTIONS', '{}') + STAY]);
  await dies(server, 2);
});

test('a grandchild in a group and session of its own ends when the server is killed', async () => {
  const server = startServer('run', ['-e', GRANDCHILD.replace('OPTIONS', '{ detached: true }') + STAY]);
  await dies(server, 2);
});

test('a grandchild that outlived its parent ends when the server is killed', async () => {
  const code = `${GRANDCHILD.replace('OPTIONS', `{ stdio: 'ignore' }`)} c.unref();`;
  const server = startServer('run', ['-e', code]);
  await server.said('debuggee exited');
  await expect.poll(() => server.pids().length).toBe(2);
  const orphan = server.pids().slice(1);
  expect(alive(orphan)).toEqual(orphan);
  server.child.kill('SIGKILL');
  await expectGone(orphan);
});

/** Starts a program in a session of its own and ends: what it started has no parent, and prints its pid into the server's output. */
const PARENT = `const { spawn } = require('child_process');
  const c = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  c.unref(); console.log('pid ' + c.pid);`;
const DAEMON = `const { spawn } = require('child_process'); const code = ${JSON.stringify(PARENT)};
  spawn(process.execPath, ['-e', code], { detached: true, stdio: ['ignore', 1, 'ignore'] }).unref();`;

test('a daemon, in a session of its own and without a parent, ends when the server is killed', async () => {
  const server = startServer('run', ['-e', DAEMON + STAY]);
  await expect.poll(() => server.pids().length, { timeout: 10_000 }).toBe(2);
  const [, pid = 0] = server.pids();
  await expect.poll(() => readProcEntry(pid)?.ppid, { timeout: 10_000 }).not.toBe(server.pids()[0]);
  await sleep(200);
  await dies(server, 2);
});

test('so does one whose program has ended long ago', async () => {
  const server = startServer('run', ['-e', DAEMON]);
  await server.said('debuggee exited');
  await expect.poll(() => server.pids().length).toBe(2);
  const left = server.pids().slice(1);
  await sleep(200);
  expect(alive(left)).toEqual(left);
  server.child.kill('SIGKILL');
  await expectGone(left);
});

test('all of several debuggees end, so none holds the pipe of the watchdog', async () => {
  await dies(startServer('run', ['-e', STAY], ['-e', STAY], ['-e', STAY]), 3);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a %s to the group of the server does not hit the watchdog',
  async (signal) => {
    const server = startServer('run', ['-e', STAY]);
    await expect.poll(() => server.pids().length).toBe(1);
    await sleep(100);
    process.kill(-(server.child.pid ?? 0), signal);
    await expectGone(server.pids());
  },
);

test('a process that was released outlives the server', async () => {
  const server = startServer('release', ['-e', STAY]);
  await expect.poll(() => server.pids().length).toBe(1);
  await sleep(100);
  server.child.kill('SIGKILL');
  await sleep(500);
  expect(alive(server.pids())).toEqual(server.pids());
});
