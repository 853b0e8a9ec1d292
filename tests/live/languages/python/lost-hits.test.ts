import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { debuggeeText } from '../../../../src/adapter/languages/python/debuggee-files.ts';
import { breakpointVerdicts } from '../../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';

const PASSES = 5_000;
/** Passed by a log breakpoint, one with a condition, and one that nothing reaches. */
const WORK = `import multiprocessing, os, signal, sys, threading
def work(n):
    for i in range(n):
        a = i
        b = 1 / (i % 2)  if i < 0 else 1
def never():
    return 0
def fail():
    raise ValueError('as planned')
if __name__ == '__main__':
`;
const BREAKPOINTS = [
  { at: 'a = i', logMessage: 'i is {i}' },
  { at: 'b = 1', condition: 'i % 2 == 7 or 1 / (i % 10) < 0' },
  { at: 'return 0', condition: 'True' },
];

/** Ends of a program after its last pass, the way to see them, and the number of passes. */
const ENDS: readonly (readonly [name: string, ending: string, seen: string, passes: number])[] = [
  ['at its last line', '', 'exited 0', 1],
  ['by sys.exit', 'sys.exit(3)', 'exited 3', 1],
  ['by os._exit', 'os._exit(3)', 'exited 3', 1],
  ['by an exception', 'fail()', 'exited 1', 1],
  ['at a signal that Python knows', 'os.kill(os.getpid(), signal.SIGINT)', 'exited SIGINT', 1],
  ['as another program', 'os.execv("/bin/true", ["true"])', 'exited 0', 1],
  ['after an exec that fails', 'try: os.execv("/no", ["no"])\n    except OSError: work(PASSES)', 'exited 0', 2],
  ['in a thread', 'threading.Thread(target=work, args=(PASSES,)).start()', 'exited 0', 2],
  [
    'in a child',
    'p = multiprocessing.get_context("fork").Process(target=work, args=(PASSES,)); p.start(); p.join()',
    'exited 0',
    2,
  ],
  [
    'in a child of its own',
    'p = multiprocessing.get_context("spawn").Process(target=work, args=(PASSES,)); p.start(); p.join()',
    'exited 0',
    2,
  ],
  ['with much to say', 'sys.stdout.write("x" * 3_000_000)', 'exited 0', 1],
];

/** The end of a process waits until its client reads, or for as long as nothing moves. */
const NOT_READ = `import json, socket, sys, threading
import debugpy._vendored.force_pydevd
texts, loading = json.load(sys.stdin), {"__name__": "loading"}
exec(compile(texts["own_package"], "own_package", "exec"), loading)
package = loading["OwnPackage"]("reports", lambda name: compile(texts[name], name, "exec"))
names = vars(package.module("pass_reports"))
with socket.create_server(("127.0.0.1", 0)) as server:
    ours = socket.create_connection(server.getsockname())
    client = server.accept()[0]
ours.setblocking(False)
sent = 0
try:
    while True:
        sent += ours.send(b"x" * 100_000)
except BlockingIOError:
    pass
names["MAX_STANDSTILL_SECONDS"] = 0.05
names["wait_until_taken"](ours)
print(names["bytes_left"](ours) > 0)
names["MAX_STANDSTILL_SECONDS"] = 60
waiting = threading.Thread(target=names["wait_until_taken"], args=(ours,))
waiting.start()
while sent > 0:
    sent -= len(client.recv(100_000))
waiting.join()
print(names["bytes_left"](ours))
`;

function verdictsOf({ session }: DebuggedPython): string[] {
  return breakpointVerdicts(session.breakpoints.list(), { place: () => 'x' }).map((text) =>
    text.slice(text.indexOf(': ') + 2),
  );
}

function programThat(ending: string): Readonly<Record<string, string>> {
  return { 'main.py': `${WORK}    work(${PASSES})\n    ${ending.replaceAll('PASSES', String(PASSES))}\n` };
}

describe.each(pythonVersions())('Python 3.$minor', (version) => {
  test.each(ENDS)('says of each pass what came of it when it ends %s', async (_name, ending, seen, times) => {
    using environment = environmentWithDebugpy(version);
    const options = { breakpoints: BREAKPOINTS, python: environment.python, exceptionMode: 'none' as const };
    await using program = await DebuggedPython.start(programThat(ending), options);
    expect(await program.firstStop()).toBe(seen);
    const passes = (PASSES * times).toLocaleString('en');
    const failures = ((PASSES / 10) * times).toLocaleString('en');
    expect(verdictsOf(program)).toEqual([
      `hit ${passes} times`,
      `never hit: its line was reached ${passes} times, ${BREAKPOINTS[1]?.condition} was never true and failed ${failures} times: ZeroDivisionError: division by zero`,
      'never hit: its line was not reached',
    ]);
    expect(program.wire.join('').match(/i is \d+\\n/g)).toHaveLength(PASSES * times);
  });

  test('counts the first line of a module once, and each call of a lambda', async () => {
    using environment = environmentWithDebugpy(version);
    const breakpoints = [
      { at: 'first = 1', logMessage: 'begun' },
      { at: 'for number', condition: 'False' },
      { at: 'number + 1', logMessage: 'called' },
    ];
    const files = {
      'main.py':
        'first = 1\nplus = (\n    lambda number:\n        number + 1\n)\nfor number in range(4): plus(number)\n',
    };
    await using program = await DebuggedPython.start(files, { breakpoints, python: environment.python });
    expect(await program.firstStop()).toBe('exited 0');
    const [first, loop, called] = verdictsOf(program);
    expect([first, called]).toEqual(['hit once', 'hit 4 times']);
    expect(loop).toMatch(/^never hit: its line was reached/);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('says "at least" where %s ends it', async (signal) => {
    using environment = environmentWithDebugpy(version);
    const options = { breakpoints: BREAKPOINTS, python: environment.python };
    await using program = await DebuggedPython.start(programThat('signal.pause()'), options);
    // Ended before its debugger has sent anything, nothing is known of it.
    await expect.poll(() => verdictsOf(program).slice(0, 2).join()).toMatch(/^hit .*,never hit: its line was reached/);
    const [{ pid = 0 } = {}] = program.session.summary().threads;
    process.kill(pid, signal);
    expect(await program.firstStop()).toBe(`exited ${signal}`);
    const cut = '(a process of the program was ended before it had reported all)';
    const [logged = '', passed = '', never] = verdictsOf(program);
    expect(logged).toMatch(/^hit at least [\d,]+ times \(a process of/);
    expect(passed).toMatch(
      /^never hit: its line was reached at least [\d,]+ times, .* failed at least .* \(a process of/,
    );
    expect(never).toBe(`never hit: its line was not reached, or True was never true ${cut}`);
  });
});

test.each(debugpyVersions())('the %s debugpy loses none', async (which) => {
  const options = { breakpoints: BREAKPOINTS, python: pythonWith(which) };
  await using program = await DebuggedPython.start(programThat(''), options);
  expect(await program.firstStop()).toBe('exited 0');
  expect(verdictsOf(program)[0]).toBe(`hit ${PASSES.toLocaleString('en')} times`);
});

test.runIf(process.platform === 'linux')('the end of a process waits for a client that is busy', () => {
  const texts = { own_package: debuggeeText('own_package.py'), pass_reports: debuggeeText('pass_reports.py') };
  const input = JSON.stringify(texts);
  const { stdout, stderr } = spawnSync(pythonWith('newest'), ['-c', NOT_READ], { input, encoding: 'utf8' });
  expect(stdout, stderr).toBe('True\n0\n');
});
