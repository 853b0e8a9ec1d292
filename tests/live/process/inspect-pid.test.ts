import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { inspectorPortsOfPid } from '../../../src/adapter/node/attach/inspect-pid.ts';
import { type DebuggeeProcess, startProcess } from '../../../src/process/debuggee-process.ts';
import { fromLsof, listeningAddresses } from '../../../src/process/listening-ports.ts';
import { readProcEntry } from '../../../src/process/process-table.ts';
import { withDefaultInspectorPort } from '../../support/default-inspector-port.ts';
import { freePort } from '../../support/free-port.ts';
import { everyNodeVersion, nodeVersions } from '../../support/node-versions.ts';

const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
const versions = [nodeVersions()[0], nodeVersions().at(-1)].flatMap((version) => (version ? [version] : []));
const started: DebuggeeProcess[] = [];
const stderr = new Map<number, string>();

afterEach(async () => {
  for (const debuggee of started.splice(0)) await debuggee.kill();
});

async function start(
  command: string,
  args: string[],
  ready = 'ready',
  more: Readonly<Record<string, string>> = {},
): Promise<DebuggeeProcess> {
  const debuggee = startProcess({ command, args, cwd: process.cwd(), env: { ...env, ...more } });
  started.push(debuggee);
  let text = '';
  debuggee.onOutput((_stream, chunk) => {
    text += chunk;
    stderr.set(debuggee.pid, text);
  });
  await expect.poll(() => text, { interval: 5, timeout: 10_000 }).toContain(ready);
  return debuggee;
}

const READY = `require('fs').writeSync(1, 'ready\\n');`;
const STAY = `${READY} setInterval(() => {}, 1000);`;
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'attach_refused', message: expect.stringMatching(message) });
const isRunning = (pid: number) => readProcEntry(pid)?.zombie === false;

for (const { major, path } of versions) {
  test(`node ${major}: an inspector that is open already is found, among other ports`, async () => {
    const code = `require('http').createServer(() => {}).listen(0, '127.0.0.1', () => { ${STAY} })`;
    const { pid } = await start(path, ['--inspect=0', '-e', code]);
    const { url, openedByUs } = await inspectorPortsOfPid(pid);
    expect(openedByUs).toBe(false);
    expect(stderr.get(pid)).toContain(url);
  });

  test(`node ${major}: a busy program opens its inspector on the signal`, async () => {
    const { pid } = await start(path, ['--inspect-port=0', '-e', `${READY} for (;;);`]);
    const { url, openedByUs } = await inspectorPortsOfPid(pid);
    expect(openedByUs).toBe(true);
    await expect.poll(() => stderr.get(pid)).toContain(url);
    expect(await inspectorPortsOfPid(pid)).toEqual({ url, openedByUs: false });
  });
}

/** The main thread and a worker listen, and write whatever comes to them to stdout. */
const LISTENERS = `const { Worker, isMainThread } = require('worker_threads');
const { createServer } = require('net');
const { writeSync } = require('fs');
const listen = (ready) => createServer((socket) => {
  writeSync(1, 'TOUCHED\\n');
  socket.on('data', (data) => writeSync(1, 'TOUCHED by ' + data));
}).listen(0, '127.0.0.1', ready);
if (!isMainThread) listen(() => writeSync(1, 'ready\\n'));
else listen(() => new Worker(process.env.LISTENERS, { eval: true }));`;

describe.each(everyNodeVersion())('on Node $major, the ports of the program itself are left alone', ({ path }) => {
  test.each([
    { open: 'at the start', flags: ['--inspect=0'], signalled: false },
    { open: 'before, by a signal', flags: ['--inspect-port=0'], signalled: true },
    { open: 'by our signal', flags: ['--inspect-port=0'], signalled: false },
  ])('where the inspector is opened $open', async ({ flags, signalled }) => {
    const { pid } = await start(path, [...flags, '-e', LISTENERS], 'ready', { LISTENERS });
    if (signalled) {
      process.kill(pid, 'SIGUSR1');
      await expect.poll(() => stderr.get(pid)).toContain('ws://');
    }
    const found = await inspectorPortsOfPid(pid, { timeoutMs: 1_000 }).catch((error: unknown) => error);
    // A worker's server is to be told from an inspector only by when it was opened, or by its port.
    if (found instanceof Error) expect(found).toEqual(refused(/may as well be the program's own/));
    else expect(stderr.get(pid)).toContain(Object(found).url);
    expect(found instanceof Error).toBe(signalled);
    expect(stderr.get(pid)).not.toContain('TOUCHED');
  });

  test('where it was opened before at a port that is named, or beside a server of the main thread', async () => {
    const port = await freePort();
    const named = await start(path, [`--inspect=127.0.0.1:${port}`, '-e', LISTENERS], 'ready', { LISTENERS });
    expect((await inspectorPortsOfPid(named.pid)).url).toContain(`:${port}/`);
    const main = LISTENERS.replace('new Worker(process.env.LISTENERS, { eval: true })', `writeSync(1, 'ready\\n')`);
    const { pid } = await start(path, ['--inspect-port=0', '-e', main]);
    process.kill(pid, 'SIGUSR1');
    await expect.poll(() => stderr.get(pid)).toContain('ws://');
    expect(stderr.get(pid)).toContain((await inspectorPortsOfPid(pid)).url);
    for (const each of [named.pid, pid]) expect(stderr.get(each)).not.toContain('TOUCHED');
  });
});

test('nothing is concluded from loops that are not in the known order', async () => {
  const code = LISTENERS.replace('else listen(', `else require('fs').closeSync(0), listen(`);
  const { pid } = await start(process.execPath, ['--inspect-port=0', '-e', code], 'ready', { LISTENERS });
  const { openedByUs } = await inspectorPortsOfPid(pid);
  expect(openedByUs).toBe(true);
  await expect(inspectorPortsOfPid(pid, { timeoutMs: 800 })).rejects.toEqual(refused(/nothing was sent there/));
  expect(stderr.get(pid)).not.toContain('TOUCHED');
});

test('a server at the inspector’s own port is not spoken to', async () => {
  await withDefaultInspectorPort(async () => {
    const main = LISTENERS.replace('listen(0', 'listen(9229').replace(
      'new Worker(process.env.LISTENERS, { eval: true })',
      `writeSync(1, 'ready\\n')`,
    );
    const { pid } = await start(process.execPath, ['-e', main]);
    await expect(inspectorPortsOfPid(pid, { timeoutMs: 800 })).rejects.toEqual(refused(/did not open its inspector/));
    expect(stderr.get(pid)).not.toContain('TOUCHED');
  });
});

test('a process that is not node is refused, and lives', async () => {
  const { pid } = await start('/bin/sh', ['-c', 'echo ready; sleep 60']);
  await expect(inspectorPortsOfPid(pid)).rejects.toEqual(refused(/not Node\.js/));
  expect(isRunning(pid)).toBe(true);
});

test('a node process that would die of the signal is refused, and lives', async () => {
  const newest = nodeVersions().at(-1)?.path ?? '';
  const { pid } = await start(newest, ['--disable-sigusr1', '-e', STAY]);
  await expect(inspectorPortsOfPid(pid)).rejects.toEqual(refused(/does not handle SIGUSR1/));
  expect(isRunning(pid)).toBe(true);
});

test('a pid without a process is refused', async () => {
  await expect(inspectorPortsOfPid(2 ** 22 + 1)).rejects.toEqual(refused(/no such process/));
  await expect(inspectorPortsOfPid(-1)).rejects.toEqual(refused(/no such process/));
});

test('a taken port is named, with the process that has it', async () => {
  await withDefaultInspectorPort(async () => {
    const blocker = createServer().listen(9229, '127.0.0.1');
    await once(blocker, 'listening');
    const { pid } = await start(process.execPath, ['-e', STAY]);
    await expect(inspectorPortsOfPid(pid, { timeoutMs: 500 })).rejects.toEqual(
      refused(new RegExp(`9229.*${process.pid}`)),
    );
    await new Promise((resolve) => blocker.close(resolve));
  });
});

test('a frozen process is refused with the way to continue it', async () => {
  const { pid } = await start(process.execPath, ['--inspect-port=0', '-e', STAY]);
  process.kill(pid, 'SIGSTOP');
  await expect(inspectorPortsOfPid(pid, { timeoutMs: 300 })).rejects.toEqual(refused(/stopped by a signal/));
});

test('a cancelled attach ends at once and sends no signal', async () => {
  const { pid } = await start(process.execPath, ['--inspect-port=0', '-e', STAY]);
  const signal = AbortSignal.abort();
  await expect(inspectorPortsOfPid(pid, { signal })).rejects.toMatchObject({ code: 'cancelled' });
  expect(await listeningAddresses(pid)).toEqual([]);
});

test('lsof finds the same addresses as /proc', async () => {
  const code = `require('net').createServer().listen(0, '127.0.0.1'); require('net').createServer().listen(0, '::1', () => {${STAY}})`;
  const { pid } = await start(process.execPath, ['-e', code]);
  const addresses = await listeningAddresses(pid);
  expect(addresses.map(({ host }) => host).sort()).toEqual(['127.0.0.1', '[::1]']);
  expect(new Set(await fromLsof(pid))).toEqual(new Set(addresses));
});
