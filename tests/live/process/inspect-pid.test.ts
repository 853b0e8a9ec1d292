import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { inspectorPortsOfPid } from '../../../src/adapter/node/attach/inspect-pid.ts';
import { type DebuggeeProcess, startProcess } from '../../../src/process/debuggee-process.ts';
import { fromLsof, listeningAddresses } from '../../../src/process/listening-ports.ts';
import { readProcEntry } from '../../../src/process/process-table.ts';
import { withDefaultInspectorPort } from '../../support/default-inspector-port.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
const versions = [nodeVersions()[0], nodeVersions().at(-1)].flatMap((version) => (version ? [version] : []));
const started: DebuggeeProcess[] = [];
const stderr = new Map<number, string>();

afterEach(async () => {
  for (const debuggee of started.splice(0)) await debuggee.kill();
});

async function start(command: string, args: string[], ready = 'ready'): Promise<DebuggeeProcess> {
  const debuggee = startProcess({ command, args, cwd: process.cwd(), env });
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
