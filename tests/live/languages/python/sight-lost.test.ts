import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { breakpointVerdicts } from '../../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

const VERSIONS = pythonVersions();
const TRACED = VERSIONS.filter(({ minor }) => minor < 12);

/** `f` is called once before the deed, and twice after it. */
function textOf(deed: string): string {
  return `import ctypes, os, sys, threading

def f(n):
    n += 1
    return n

${deed}
`;
}

const HERE = 'work()';
const IN_THREADS = `threading.settrace(own)
for _ in "ab":
    thread = threading.Thread(target=work, name="worker")
    thread.start()
    thread.join()`;

/** Sets a function that records where it is called, and takes it away again. */
function ownFunction(away: string, run: string): string {
  return textOf(`EVENTS = []
def own(frame, event, arg):
    if frame.f_code.co_name in ("f", "work"):
        EVENTS.append((frame.f_code.co_name, event, frame.f_lineno))
    return own

def work():
    f(1)
    before = sys.gettrace()
    sys.settrace(own)
    f(2)
    ${away}
    f(3)

${run}
print(EVENTS)`);
}

/** All that is told of a program with a breakpoint that logs, and one that is not passed. */
async function toldOf(python: string, text: string) {
  const breakpoints = [{ at: 'n += 1', logMessage: '{n}' }];
  await using program = await DebuggedPython.start({ 'main.py': text }, { breakpoints, python });
  const end = await program.firstStop();
  const { chunks } = program.session.output.since(0, 1_000_000);
  return {
    end,
    log: program.output('log').replace(/^\D.*\n/gm, ''),
    notes: chunks.flatMap(({ isNote, text: note }) => (isNote ? note.trim().split('\n') : [])),
    verdicts: breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'it' }),
    stdout: program.output('stdout'),
    stderr: program.output('stderr'),
  };
}

describe.each(VERSIONS)('Python 3.$minor', (version) => {
  test('a trace function that it has not set is not taken away', async () => {
    using environment = environmentWithDebugpy(version);
    const text = textOf('f(1)\nsys.settrace(None)\nf(2)\nthreading.settrace(None)\nf(3)');
    const told = { end: 'exited 0', log: '1\n2\n3\n', notes: [], stdout: '', stderr: '' };
    const verdicts = ['Breakpoint 1 at it: hit 3 times'];
    expect(await toldOf(environment.python, text)).toEqual({ ...told, verdicts });
  });

  test('closed files are said to have ended the sight of it', async () => {
    using environment = environmentWithDebugpy(version);
    const told = await toldOf(environment.python, textOf('os.closerange(3, 200)\nf(1)'));
    const what = `main.py ended without a last word to the debugger, as one does that has closed the debugger's files, and not all that it did has been seen`;
    expect(told).toMatchObject({ end: 'exited 0', notes: [`${what}.`], stderr: '' });
    expect(told.verdicts).toEqual([
      expect.stringMatching(/^Breakpoint 1 at it: not seen: .*, as far as was seen: main/),
    ]);
  });
});

describe.each(VERSIONS)('a program that has closed all files, on Python 3.$minor', (version) => {
  test('and runs on is said to be out of sight, though nothing is asked of it', async () => {
    using environment = environmentWithDebugpy(version);
    const text = textOf('import time\nos.closerange(3, 200)\ntime.sleep(1000)');
    await using program = await DebuggedPython.start({ 'main.py': text }, { python: environment.python });
    const cause = "it runs on, as one does that has closed the debugger's files (daemons close all files)";
    await expect.poll(() => program.session.state, { timeout: 15_000 }).toEqual({ kind: 'lost', cause });
    const target = { kind: 'line', path: program.path('main.py'), line: 4 } as const;
    expect((await program.session.breakpoints.set({ target })).state).toEqual({
      kind: 'pending',
      reason: 'the program cannot be reached any more: it is set at the next start',
    });
  });

  test.each([
    { child: 'a daemon', deed: 'os.closerange(3, 200)\n    f(2)\n    wait_until_gone(parent)', isSaid: true },
    { child: 'a child that is killed', deed: 'os.kill(os.getpid(), 9)', isSaid: false },
  ])('$child is said to run on out of sight: $isSaid', async ({ deed, isSaid }) => {
    using environment = environmentWithDebugpy(version);
    const forking = `import signal, time
def wait_until_gone(parent):
    while os.getppid() == parent:
        time.sleep(0.05)
parent = os.getpid()
f(1)
if os.fork() == 0:
    ${deed}
    os._exit(0)
time.sleep(2)`;
    const { notes, verdicts, ...told } = await toldOf(environment.python, textOf(forking));
    expect(told).toMatchObject({ end: 'exited 0', log: '1\n', stderr: '' });
    const what = `main.py runs on without the debugger, as one does that has closed the debugger's files, and nothing of it is seen from then on`;
    expect(notes).toEqual(isSaid ? [`${what}.`] : []);
    expect(verdicts).toEqual([
      isSaid ? `Breakpoint 1 at it: hit at least once (${what})` : expect.stringContaining('hit'),
    ]);
  });

  test('keeps those that it opens then', async () => {
    using environment = environmentWithDebugpy(version);
    const opened = `os.closerange(3, 200)
import socket, time
mine, other = socket.socketpair()
files = [open("%d.txt" % n, "w+") for n in range(12)]
other.sendall(b"kept")
for n in range(30):
    f(n)
    time.sleep(0.05)
for each in files:
    each.flush()
print(mine.fileno() < 6, mine.recv(100), sum(os.path.getsize(each.name) for each in files))`;
    const told = await toldOf(environment.python, textOf(opened));
    expect(told).toMatchObject({ end: 'exited 0', stdout: "True b'kept' 0\n", stderr: '' });
  });
});

/** A process of its own by `os.fork`, and two workers of a pool, in which the same error is handled. */
const FORKS = `import multiprocessing, os

def work(n):
    try:
        return 10 // n
    except ZeroDivisionError:
        return 0

if __name__ == "__main__":
    pid = os.fork()
    if pid == 0:
        os._exit(work(0))
    print(os.waitpid(pid, 0)[1])
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(work, [1, 0, 2]))
    print(work(0))
`;

describe.each(VERSIONS)('a program that forks, on Python 3.$minor', (version) => {
  test.each(['all', 'uncaught', 'none'] as const)('is seen in its children, without a breakpoint: %s', async (mode) => {
    using environment = environmentWithDebugpy(version);
    const { python } = environment;
    await using program = await DebuggedPython.start({ 'main.py': FORKS }, { python, exceptionMode: mode });
    const stops = [await program.firstStop()];
    for (let stop = stops[0]; stop?.startsWith('exited') === false; stops.push(stop)) stop = await program.go();
    expect(stops).toEqual([...Array(mode === 'all' ? 3 : 0).fill('exception: return 10 // n'), 'exited 0']);
    expect(program.output('stdout')).toBe('0\n[10, 0, 5]\n0\n');
    const { chunks } = program.session.output.since(0, 1_000_000);
    expect(chunks.flatMap(({ isNote, text }) => (isNote ? [text] : []))).toEqual([]);
  });
});

test.each(VERSIONS)('a process that outlives the program is said to go on unseen, Python 3.$minor', async (version) => {
  using environment = environmentWithDebugpy(version);
  const text = textOf(`import subprocess, time
if len(sys.argv) > 1:
    f(2)
    print("begun", flush=True)
    while os.path.exists(__file__):
        time.sleep(0.05)
else:
    f(1)
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    subprocess.Popen([sys.executable, __file__, "child"], **pipes).stdout.readline()
    os._exit(0)`);
  const { notes, verdicts, log } = await toldOf(environment.python, text);
  expect(log).toBe('1\n2\n');
  const what = expect.stringMatching(
    /^main\.py \(process \d+\) goes on without the debugger: the program that started it has ended\.$/,
  );
  expect(notes).toEqual([what]);
  expect(verdicts).toEqual([
    expect.stringMatching(/^Breakpoint 1 at it: hit at least 2 times \(main\.py \(process \d+\) goes on/),
  ]);
});

describe.each(TRACED)('Python 3.$minor', (version) => {
  test.each([
    { away: 'sys.settrace(None)', run: HERE, thread: 'MainThread', log: '1\n3\n' },
    { away: 'sys.settrace(before)', run: HERE, thread: 'MainThread', log: '1\n3\n' },
    { away: 'sys.settrace(None)', run: IN_THREADS, thread: 'worker', log: '3\n3\n' },
  ])(
    'a trace function of its own is called as without a debugger, and what it hides is said: $away, $thread',
    async (its) => {
      using environment = environmentWithDebugpy(version);
      const text = ownFunction(its.away, its.run);
      const { log, notes, verdicts, ...rest } = await toldOf(environment.python, text);
      const stdout = execFileSync(environment.python, ['-c', text], { encoding: 'utf8', timeout: 20_000 });
      expect(rest).toEqual({ end: 'exited 0', stdout, stderr: '' });
      const had = `main.py had a trace function of its own in ${its.thread} for a while, and what was called there meanwhile is not seen`;
      expect(notes.at(-1)).toBe(`${had}.`);
      expect(log).toBe(its.log);
      expect(verdicts).toEqual([`Breakpoint 1 at it: hit at least 2 times (${had})`]);
    },
  );

  test('what is called after native code, or a full stack, has ended its trace function is not known', async () => {
    using environment = environmentWithDebugpy(version);
    const full = 'def deep(n):\n    return deep(n + 1)\ntry:\n    deep(0)\nexcept RecursionError:\n    pass';
    const ends = ['ctypes.pythonapi.PyEval_SetTrace(None, None)', ...(version.minor > 8 ? [full] : [])];
    for (const end of ends) {
      const told = await toldOf(environment.python, textOf(`f(1)\n${end}\nf(2)\nf(3)`));
      const lost = `main.py lost the debugger's trace function in MainThread, as by a full stack, and what was called there after that is not seen`;
      expect(told).toMatchObject({ end: 'exited 0', log: '1\n', notes: [`${lost}.`], stderr: '' });
      expect(told.verdicts).toEqual([`Breakpoint 1 at it: hit at least once (${lost})`]);
    }
  });
});

test.each(VERSIONS.filter(({ minor }) => minor >= 12))(
  'a tool that is taken is said to be gone, Python 3.$minor',
  async (version) => {
    using environment = environmentWithDebugpy(version);
    const text = textOf(`f(1)
tools = sys.monitoring
tools.free_tool_id(0)
tools.use_tool_id(0, "other")
tools.set_events(0, 0)
for each in (tools.events.PY_START, tools.events.LINE, tools.events.PY_RETURN):
    tools.register_callback(0, each, None)
f(2)`);
    const gone = `main.py took away the debugger's tool of sys.monitoring, and what was called after that is not seen`;
    const unheard = textOf('f(1)\nsys.monitoring.register_callback(0, sys.monitoring.events.LINE, None)\nf(2)');
    for (const each of [text, unheard]) {
      const told = await toldOf(environment.python, each);
      expect(told).toMatchObject({ end: 'exited 0', log: '1\n', notes: [`${gone}.`], stderr: '' });
      expect(told.verdicts).toEqual([`Breakpoint 1 at it: hit at least once (${gone})`]);
    }
  },
);
