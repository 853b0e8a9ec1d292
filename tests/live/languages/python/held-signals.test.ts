import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { breakpointVerdicts } from '../../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

/** `main` prints what comes of a signal that is sent while it stands in `inner`. */
function textOf(handler: string): string {
  return `import functools, os, signal, sys, traceback
seen = []

def note(number, frame):
    callers = [each.f_code.co_name for each in [sys._getframe(1), sys._getframe(2), sys._getframe(3)]]
    seen.append((number, frame.f_code.co_name, callers[:callers.index("main")]))

def ring(number, frame):
    note(number, frame)
    raise TimeoutError

class Called:
    def __call__(self, number, frame):
        ring(number, frame)

def inner(n):
    half = n // 2
    return half

def main():
    caught = []
    try:
        inner(4)
        len("abc")
        for n in range(9): seen.append(n) if n > 9 else None
    except BaseException as error:
        caught = [each.name for each in traceback.extract_tb(error.__traceback__)]
        caught.append(repr(error))
    print(seen, caught)

HANDLER = ${handler}
signal.signal(signal.SIGUSR1, HANDLER)
before = signal.signal(signal.SIGINT, signal.default_int_handler)
print(signal.getsignal(signal.SIGUSR1) is HANDLER, before is signal.default_int_handler)
main()
print(signal.getsignal(signal.SIGUSR1) is HANDLER, signal.signal(signal.SIGUSR1, signal.SIG_DFL) is HANDLER)
`;
}

function listed(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}

const USR1 = '__import__("signal").raise_signal(10)';
const NOTE = 'SIGUSR1 came while the program was stopped, and is handled as it goes on.\n';
const KEPT = 'True True\n';

/** The handler of a timer's signals is called while a line with a breakpoint is passed, time and again. */
function busyText(deed: string): string {
  return `import signal, sys
places, lasting = set(), 0.0001

def ring(number, frame):
    outer = frame
    while outer is not None and outer.f_code.co_name != "work":
        outer = outer.f_back
    places.add((frame.f_code.co_filename.endswith("main.py") or frame.f_code, sys._getframe(1) is frame, outer is not None))
    ${deed}

def step(n):
    half = n // 2
    return half

def work():
    global lasting
    signal.signal(signal.SIGALRM, ring)
    for n in range(100):
        done = False
        while not done:
            try:
                signal.setitimer(signal.ITIMER_REAL, lasting)
                step(n)
                signal.setitimer(signal.ITIMER_REAL, 0)
                done = True
            except TimeoutError:
                lasting *= 1.1
    return n

print(work(), places)
`;
}

describe.each(pythonVersions())('Python 3.$minor', (version) => {
  test.each([
    ['that throws', 'ring', ['ring'], ['main', 'ring', 'TimeoutError()']],
    ['that is an object', 'Called()', ['ring', '__call__'], ['main', '__call__', 'ring', 'TimeoutError()']],
    ['in C', 'functools.partial(ring)', ['ring'], ['main', 'ring', 'TimeoutError()']],
    ['that notes', 'note', [], []],
  ])('a handler %s is called where the program goes on', async (_, handler, callers, caught) => {
    using environment = environmentWithDebugpy(version);
    const { python } = environment;
    await using program = await DebuggedPython.start(
      { 'main.py': textOf(handler) },
      { breakpoints: [{ at: 'return half' }], python },
    );
    expect(await program.firstStop()).toBe('breakpoint: return half');
    await program.value(USR1);
    expect(await program.value('half')).toBe('2');
    expect(await program.value('len(seen)')).toBe('0');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe(`${KEPT}[(10, 'main', ${listed(callers)})] ${listed(caught)}\n${KEPT}`);
    expect(program.output('log')).toBe(NOTE);
  });

  test.each([
    ['throws', 'raise TimeoutError'],
    ['notes', 'pass'],
  ])('one that %s while breakpoints are passed takes no pass away', async (_, deed) => {
    using environment = environmentWithDebugpy(version);
    const breakpoints = [
      { at: 'return half', logMessage: '{n}' },
      { at: 'half = n', condition: 'n > 1000' },
    ];
    await using program = await DebuggedPython.start(
      { 'main.py': busyText(deed) },
      { breakpoints, python: environment.python },
    );
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('stdout')).toBe('99 {(True, True, True)}\n');
    const logged = program.output('log').trim().split('\n').map(Number);
    expect([...new Set(logged)]).toEqual(Array.from({ length: 100 }, (__, n) => n));
    expect(breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'it' })).toEqual([
      `Breakpoint 1 at it: hit ${logged.length} times`,
      expect.stringMatching(/^Breakpoint 2 at it: never hit: its line was reached \d+ times, n > 1000 was never true$/),
    ]);
  });

  test('a step over a line at which KeyboardInterrupt comes ends in its handler', async () => {
    using environment = environmentWithDebugpy(version);
    const text =
      'import time\n\ntry:\n    n = len("abc")\n    time.sleep(60)\nexcept KeyboardInterrupt:\n    n = 0\nprint(n)\n';
    await using program = await DebuggedPython.start(
      { 'main.py': text },
      { breakpoints: [{ at: 'len(' }], python: environment.python },
    );
    await program.firstStop();
    await program.value('__import__("os").kill(__import__("os").getpid(), 2)');
    expect(await program.go('next')).toBe('step: except KeyboardInterrupt:');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('0\n');
  });

  test('an evaluation that does not end is ended without the handler of the program', async () => {
    using environment = environmentWithDebugpy(version);
    const text =
      'import signal\ngot = []\nsignal.signal(signal.SIGINT, lambda *args: got.append(1))\nhere = 1\nlen("abc")\nprint(got)\n';
    await using program = await DebuggedPython.start(
      { 'main.py': text },
      { breakpoints: [{ at: 'here' }], python: environment.python },
    );
    await program.firstStop();
    expect(await program.value('__import__("time").sleep(100)', { timeoutMs: 300 })).toBe('timeout');
    expect(await program.value('len(got)')).toBe('0');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('[]\n');
  });

  test('a program is told of a signal once, by asyncio and by a file descriptor', async () => {
    using environment = environmentWithDebugpy(version);
    const text = `import asyncio, os, signal, sys
async def main():
    rung = asyncio.Event()
    times = []
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, lambda: (times.append(1), rung.set()))
    here = 1
    await rung.wait()
    await asyncio.sleep(0.01)
    loop.remove_signal_handler(signal.SIGUSR1)
    print(times)
asyncio.run(main())

reader, writer = os.pipe()
os.set_blocking(writer, False)
signal.set_wakeup_fd(writer)
came = []
signal.signal(signal.SIGUSR1, lambda number, frame: came.append(number))
there = 2
for n in range(9): len("abc")
print(came, signal.set_wakeup_fd(-1) == writer, os.read(reader, 99))
`;
    const breakpoints = [{ at: 'here = 1' }, { at: 'there = 2' }];
    await using program = await DebuggedPython.start({ 'main.py': text }, { breakpoints, python: environment.python });
    await program.firstStop();
    await program.value(USR1);
    expect(await program.go()).toBe('breakpoint: there = 2');
    await program.value(USR1);
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe("[1]\n[10] True b'\\n'\n");
  });

  test('what Python refuses to set is refused as without a debugger', async () => {
    using environment = environmentWithDebugpy(version);
    const text = `import signal, threading, traceback

def refused(*args):
    try:
        signal.signal(*args)
    except Exception as error:
        depth = len(traceback.extract_tb(error.__traceback__))
        print(type(error).__name__, depth if threading.current_thread() is thread else "", signal.getsignal(signal.SIGINT))

thread = threading.Thread(target=refused, args=(signal.SIGUSR1, refused))
thread.start()
thread.join()
refused(signal.SIGKILL, refused)
refused(signal.SIGUSR1, "text")
print(signal.getsignal(signal.SIGUSR1), signal.signal.__doc__, signal.getsignal.__doc__)
`;
    await using program = await DebuggedPython.start({ 'main.py': text }, { python: environment.python });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('stdout')).toBe(execFileSync(environment.python, ['-c', text], { encoding: 'utf8' }));
  });

  test('a program that stands is ended, whatever its handlers do', async () => {
    using environment = environmentWithDebugpy(version);
    const text = 'import signal\nsignal.signal(signal.SIGTERM, lambda number, frame: print("term"))\nhere = 1\n';
    await using program = await DebuggedPython.start(
      { 'main.py': text },
      { breakpoints: [{ at: 'here' }], python: environment.python },
    );
    await program.firstStop();
    await program.session.end();
    expect(program.session.state.kind).toBe('exited');
  });
});
