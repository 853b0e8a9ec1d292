import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { detectHang } from '../../../src/investigate/hang/detect-hang.ts';
import type { DebugSession } from '../../../src/session/debug-session.ts';
import { freePort } from '../../support/free-port.ts';
import { debugpyVersions, pythonWith } from '../../support/pythons.ts';
import { HangLab } from './watch.ts';

const lab = new HangLab();
afterAll(() => lab.end());

const SPIN = `class State:
    done = False

def spin(state):
    rounds = 0
    while not state.done:
        rounds += 1
    return rounds

print("ready", flush=True)
spin(State())
`;
const DEADLOCK = `import threading, time
a, b = threading.Lock(), threading.Lock()

def one():
    with a:
        time.sleep(.1)
        with b: print("one")

def two():
    with b:
        time.sleep(.1)
        with a: print("two")

threads = [threading.Thread(target=each) for each in (one, two)]
for each in threads: each.start()
for each in threads: each.join()
`;
const COPIES = `import multiprocessing, subprocess, sys

def fill(queue):
    queue.put(b"x" * 10_000_000)

if sys.argv[1] == "fork":
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=fill, args=(queue,))
    process.start()
    process.join()
else:
    subprocess.Popen([sys.executable, "-c", "import time; print('x' * 200000)"], stdout=subprocess.PIPE).wait()
`;
const LOOP = { kind: 'busy loop', hung: true, location: { line: 6 } } as const;

function file(name: string): string {
  const path = join(lab.folder, name);
  writeFileSync(path, SPIN);
  return path;
}

function launchOf(program: string, debugpy: 'newest' | 'old') {
  const runtimeExecutable = pythonWith(debugpy);
  return { program, args: [], cwd: lab.folder, env: {}, stopOnEntry: false, runtimeExecutable };
}

async function inSession(
  program: string,
  debugpy: 'newest' | 'old',
  lines: readonly number[],
  look: (session: DebugSession) => Promise<void>,
): Promise<void> {
  const breakpoints = lines.map((line) => ({ target: { kind: 'line', path: program, line } as const }));
  const setup = { language: 'python', breakpoints };
  const { session } = await lab.engine.launch(launchOf(program, debugpy), setup, { timeoutMs: 20_000 });
  try {
    await look(session);
  } finally {
    await lab.engine.end(session, {});
  }
}

/** Found out long before the time that it is given, which is longer than a test's. */
test('two threads that wait for each other, and one that waits for them, are not watched any longer', async () => {
  const program = join(lab.folder, 'deadlock.py');
  writeFileSync(program, DEADLOCK);
  const launch = launchOf(program, 'newest');
  const report = await detectHang(lab.engine, { kind: 'launch', launch, language: 'python' }, { timeoutMs: 600_000 });
  expect(report, JSON.stringify(report)).toMatchObject({ kind: 'deadlock', hung: true, location: { line: 7 } });
});

test.each([
  ['that a timer lets go', 'threads = ', 'threading.Timer(2, b.release).start()\nthreads = '],
  ['that is waited for with a limit', '        with b: print("one")', '        print("one", b.acquire(True, 1.5))'],
])('a lock %s is no such standstill', async (_, found, instead) => {
  const program = join(lab.folder, 'limited.py');
  writeFileSync(program, DEADLOCK.replace(found, instead));
  const launch = launchOf(program, 'newest');
  const report = await detectHang(lab.engine, { kind: 'launch', launch, language: 'python' }, { timeoutMs: 20_000 });
  expect(report, JSON.stringify(report)).toMatchObject({ kind: 'finished', exitCode: 0 });
});

test.runIf(process.platform === 'linux')(
  'a pattern that runs away is named with its call',
  async () => {
    const program = join(lab.folder, 'pattern.py');
    writeFileSync(program, 'import re\ndef check(s): return re.match(r"(a+)+$", s)\ncheck("a" * 40 + "b")\n');
    const launch = launchOf(program, 'newest');
    const report = await detectHang(lab.engine, { kind: 'launch', launch, language: 'python' }, { timeoutMs: 1_000 });
    expect(report, JSON.stringify(report)).toMatchObject({
      kind: 'blocked call',
      call: 're.match(r"(a+)+$", s)',
      location: { line: 2 },
      system: { computes: true },
    });
  },
  60_000,
);

test.runIf(process.platform === 'linux')(
  'a pattern that runs away ends the watch by itself, and one that comes to its end does not',
  async () => {
    const program = join(lab.folder, 'runaway.py');
    writeFileSync(program, 'import re\nPATTERN = re.compile(r"(a+)+$")\nPATTERN.match("a" * 60 + "b")\n');
    const target = { kind: 'launch', launch: launchOf(program, 'newest'), language: 'python' } as const;
    const report = await detectHang(lab.engine, target, { timeoutMs: 600_000 });
    expect(report, JSON.stringify(report)).toMatchObject({
      kind: 'blocked call',
      call: 'PATTERN.match("a" * 60 + "b")',
      location: { line: 3 },
      isMatching: true,
      busyMs: expect.any(Number),
    });
    writeFileSync(program, 'import re\nfor _ in range(40): re.match(r"(a+)+$", "a" * 18 + "b")\n');
    const finished = await detectHang(lab.engine, target, { timeoutMs: 600_000 });
    expect(finished, JSON.stringify(finished)).toMatchObject({ kind: 'finished', exitCode: 0 });
  },
  60_000,
);

test.runIf(process.platform === 'linux')(
  'a copy of a process shows its own stack, and a child its own command',
  async () => {
    const program = join(lab.folder, 'copies.py');
    writeFileSync(program, COPIES);
    const launch = { ...launchOf(program, 'newest'), args: ['fork'] };
    const forked = await detectHang(lab.engine, { kind: 'launch', launch, language: 'python' }, { timeoutMs: 1_000 });
    const names = 'stack' in forked ? forked.stack.map(({ name }) => name) : [];
    const wanted = { kind: 'blocked call', advice: expect.stringContaining('queue') };
    expect(forked, JSON.stringify(forked)).toMatchObject(wanted);
    expect(names).not.toContain('(module)');
    const started = { ...launchOf(program, 'newest'), args: ['start'] };
    const report = await detectHang(
      lab.engine,
      { kind: 'launch', launch: started, language: 'python' },
      { timeoutMs: 1_000 },
    );
    const commands = 'system' in report ? report.system?.children.map(({ command }) => command) : [];
    expect(commands, JSON.stringify(report)).toEqual([
      expect.stringMatching(/python\S* -c import time; print\('x' \* 200000\)$/),
    ]);
  },
);

describe.each(debugpyVersions())('a Python program under the %s debugpy', (debugpy) => {
  test('that loops in a live session is reported, runs on, and can be stopped as before', async () => {
    const program = file(`loops-${debugpy}.py`);
    await inSession(program, debugpy, [], async (session) => {
      await expect.poll(() => session.output.end, { timeout: 10_000 }).toBeGreaterThan(0);
      const report = await detectHang(lab.engine, { kind: 'session', session }, { timeoutMs: 300 });
      expect(report, JSON.stringify(report)).toMatchObject(LOOP);
      expect(session.state.kind).toBe('running');
      expect(await session.pause({ timeoutMs: 5_000 })).toMatchObject({ kind: 'stopped', reason: 'pause' });
    });
  });

  test('that is stopped stays where it was', async () => {
    const program = file(`stopped-${debugpy}.py`);
    await inSession(program, debugpy, [5], async (session) => {
      expect((await session.waitForStop({ timeoutMs: 25_000 })).kind).toBe('stopped');
      const report = await detectHang(lab.engine, { kind: 'session', session }, { timeoutMs: 200 });
      expect(report).toMatchObject({ kind: 'stopped', hung: false });
      expect(session.state).toMatchObject({ kind: 'stopped', location: { line: 5 } });
    });
  });

  test('that is launched to be watched is reported and ended', async () => {
    const launch = launchOf(file(`launched-${debugpy}.py`), debugpy);
    const report = await detectHang(lab.engine, { kind: 'launch', launch, language: 'python' }, { timeoutMs: 1_000 });
    expect(report, JSON.stringify(report)).toMatchObject(LOOP);
    // Answers of the debugger are none of the program's output.
    expect(report.output?.chunks.map(({ text }) => text).join('')).toBe('ready\n');
  });

  test('that is attached to is reported, and let go', async () => {
    const port = await freePort();
    const listening = ['-X', 'frozen_modules=off', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`];
    const args = [...listening, file(`attached-${debugpy}.py`)];
    const child = spawn(pythonWith(debugpy), args, { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await once(child.stdout, 'data');
      const target = { kind: 'port', host: '127.0.0.1', port } as const;
      const report = await detectHang(lab.engine, { kind: 'attach', target, language: 'python' }, { timeoutMs: 500 });
      expect(report, JSON.stringify(report)).toMatchObject(LOOP);
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});
