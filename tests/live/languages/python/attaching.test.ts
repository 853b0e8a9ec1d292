import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readText } from '../../../../src/files/read-file.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { freePort } from '../../../support/free-port.ts';
import { startServer } from '../../../support/mcp-client.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { reasonWithout } from '../../../support/unavailable-tools.ts';

const TICKING = `import time

def tick(n):
    value = n * 2
    return value

print("begun", flush=True)
count = 0
while True:
    tick(count)
    count += 1
    print(count, flush=True)
    time.sleep(0.02)
`;

/** Keeps the session from ending at once, and says whether another one can begin as soon as it ends. */
const LEFT = `import sys, threading, time

def session():
    constants = sys.modules.get("_pydevd_bundle.pydevd_constants")
    return constants and constants.get_global_debugger()

print("begun", flush=True)
while not session():
    time.sleep(0.001)
first = session()
first.created_pydb_daemon_threads[threading.current_thread()] = 1
while not first.pydb_disposed:
    time.sleep(0.001)
print(session(), flush=True)
`;

/** Warns once, in a program that comes to its end when the file is there that it is given. */
const WARNING = `import os, sys, time, warnings

def tick(n):
    warnings.warn("ticks")
    return n

print("begun", flush=True)
count = 0
while not os.path.exists(sys.argv[1]):
    tick(count)
    time.sleep(0.02)
print(sorted(globals()), len(warnings.filters))
`;

/** Waits in native calls. */
const IDLE = `import os, sys, threading, time

def spin():
    while not os.path.exists(sys.argv[1]):
        sum(range(1000))

print("begun", flush=True)
thread = threading.Thread(target=spin)
thread.start()
thread.join()
print(sorted(globals()))
`;

const running: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs the ticking program, or another one that says that it has begun, outside of any session; resolves when it does. */
async function ticking(
  before: readonly string[],
  folder: string,
  { text: program = TICKING, python = pythonWith('newest') } = {},
): Promise<{ child: ChildProcess; text(): string }> {
  folders.push(folder);
  writeFileSync(join(folder, 'ticking.py'), program);
  const args = [...before, join(folder, 'ticking.py')];
  const env = { ...process.env, PYDEVD_DISABLE_FILE_VALIDATION: '1', PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(python, args, { stdio: ['ignore', 'pipe', 'ignore'], env });
  running.push(child);
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await expect.poll(() => text, { timeout: 15_000 }).toContain('begun');
  return { child, text: () => text };
}

/** The pid of the process that traces another one. */
function tracerOf(pid: number): string | undefined {
  return /^TracerPid:\s*(\d+)$/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1];
}

function folderOf(name: string): string {
  return temporaryFolder(name);
}

/** Stops once in the program, looks, leaves, and sees it run on. */
async function stopAndLeave(program: DebuggedPython, { child, text }: { child: ChildProcess; text(): string }) {
  const record = await program.breakpoint({ at: 'return value' });
  expect(record.state).toMatchObject({ kind: 'verified', location: { line: 5 } });
  expect(await program.firstStop()).toBe('breakpoint: return value');
  const [first] = await program.locals();
  expect(first).toMatch(/^n = \d+$/);
  expect(program.session.state).toMatchObject({ hitBreakpointIds: [record.id], location: { path: program.path() } });
  expect(await program.go('stepOut')).toMatch(/^step: /);
  await program.session.end();
  const seen = text().length;
  await expect.poll(() => text().length, { timeout: 10_000 }).toBeGreaterThan(seen + 20);
  expect(child.exitCode).toBeNull();
}

describe('a Python program that runs already', () => {
  test('is reached by its port, stopped, and left running without breakpoints', async () => {
    const port = await freePort();
    const elsewhere = folderOf('elsewhere-');
    const outside = await ticking(
      ['-X', 'frozen_modules=off', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`],
      elsewhere,
    );
    const attach = (folder: string) => ({
      kind: 'port' as const,
      host: '127.0.0.1',
      port,
      pathMappings: [{ localRoot: folder, remoteRoot: elsewhere }],
    });
    await using program = await DebuggedPython.start({ 'ticking.py': TICKING }, { attach });
    await stopAndLeave(program, outside);
  });

  test('that does not listen refuses, with what to do', async () => {
    const port = await freePort();
    const attach = () => ({ kind: 'port' as const, host: '127.0.0.1', port });
    await expect(DebuggedPython.start({ 'ticking.py': TICKING }, { attach })).rejects.toMatchObject({
      code: 'attach_refused',
      advice: expect.stringContaining(`python -m debugpy --listen ${port}`),
    });
  });

  test('is reached by its pid where a native debugger does that, and says what is missing elsewhere', async () => {
    const outside = await ticking([], folderOf('by-pid-'));
    const attach = () => ({ kind: 'pid' as const, pid: outside.child.pid ?? 0 });
    const started = DebuggedPython.start({ 'ticking.py': TICKING }, { attach });
    if (reasonWithout('gdb') !== undefined) {
      await expect(started).rejects.toMatchObject({ code: 'attach_refused', advice: expect.stringContaining('gdb') });
      const ticked = outside.text().length;
      await expect.poll(() => outside.text().length, { timeout: 10_000 }).toBeGreaterThan(ticked + 20);
      return;
    }
    await using program = await started;
    await expect.poll(() => program.session.summary().threads.length).toBeGreaterThan(0);
    const path = join(folders.at(-1) ?? '', 'ticking.py');
    const record = await program.session.breakpoints.set({ target: { kind: 'line', path, line: 5 } });
    expect(record.state.kind).toBe('verified');
    expect(await program.firstStop()).toBe('breakpoint: ticking.py:5');
    await program.session.end();
    const seen = outside.text().length;
    await expect.poll(() => outside.text().length, { timeout: 10_000 }).toBeGreaterThan(seen + 20);
  });

  // It takes code by itself; where its main thread waits, gdb has it do so.
  const unasked = pythonVersions()
    .filter(({ minor }) => minor >= 14)
    .flatMap((version) => [
      [`3.${version.minor}`, 'works', WARNING, 'tick(count)', version] as const,
      ...(reasonWithout('gdb') === undefined
        ? [[`3.${version.minor}`, 'waits', IDLE, 'sum(range(1000))', version] as const]
        : []),
    ]);
  test.each(unasked)('on Python %s, with a main thread that %s, sees nothing of it', async (...row) => {
    const [, , text, at, version] = row;
    using environment = environmentWithDebugpy(version);
    const { python } = environment;
    const folder = folderOf('taking-');
    const run = async (attach: (pid: number) => Promise<unknown>) => {
      const end = join(folder, `end-${Math.random()}`);
      writeFileSync(join(folder, 'ticking.py'), text);
      const child = spawn(python, ['ticking.py', end], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      running.push(child);
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => {
          said += part;
        });
      await expect.poll(() => said, { timeout: 10_000 }).toContain('begun');
      await attach(child.pid ?? 0);
      const closed = once(child, 'close');
      writeFileSync(end, '');
      await closed;
      return [child.exitCode, said];
    };
    const plain = await run(async () => {});
    const attached = await run(async (pid) => {
      const attach = () => ({ kind: 'pid' as const, pid });
      await using program = await DebuggedPython.start({ 'ticking.py': text }, { attach, python });
      const line = text.slice(0, text.indexOf(at)).split('\n').length;
      const path = join(folder, 'ticking.py');
      await program.session.breakpoints.set({ target: { kind: 'line', path, line } });
      expect(await program.firstStop()).toBe(`breakpoint: ticking.py:${line}`);
      await program.session.end();
    });
    expect(attached).toEqual(plain);
  });

  test.runIf(reasonWithout('gdb') === undefined).each(debugpyVersions())(
    'is free for another session as soon as one ends, with the %s debugpy',
    async (kind) => {
      const python = pythonWith(kind);
      const outside = await ticking([], folderOf('left-'), { text: LEFT, python });
      const attach = () => ({ kind: 'pid' as const, pid: outside.child.pid ?? 0 });
      await using program = await DebuggedPython.start({ 'ticking.py': LEFT }, { attach, python });
      await program.session.end();
      await expect.poll(() => outside.text(), { timeout: 10_000 }).toBe('begun\nNone\n');
    },
  );

  test.runIf(reasonWithout('gdb') === undefined).each([
    [
      'while gdb is in it',
      (pid: number) => expect.poll(() => tracerOf(pid), { interval: 1, timeout: 15_000 }).not.toBe('0'),
    ],
    ['as soon as it has answered', (_: number, answer: Promise<unknown>) => answer],
  ])('goes on when the server is killed %s', async (_, until) => {
    const { child, text } = await ticking([], folderOf('killed-'));
    const pid = child.pid ?? 0;
    const server = await startServer({ args: ['--no-log'] });
    const answer = server.call('debug_attach', { pid }).catch(() => {});
    await until(pid, answer);
    process.kill(server.pid, 'SIGKILL');
    await answer;
    await expect.poll(() => tracerOf(pid), { timeout: 10_000 }).toBe('0');
    const seen = text().length;
    await expect.poll(() => text().length, { timeout: 10_000 }).toBeGreaterThan(seen + 20);
  });

  test('a pid that is nobody’s is refused', async () => {
    const attach = () => ({ kind: 'pid' as const, pid: 2 ** 22 + 1 });
    const refused = DebuggedPython.start({ 'ticking.py': TICKING }, { attach });
    await expect(refused).rejects.toMatchObject({ code: 'attach_refused' });
  });
});
