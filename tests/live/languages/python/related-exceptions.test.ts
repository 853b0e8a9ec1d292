import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { pythonWith } from '../../../support/pythons.ts';

const LIMITS = { depth: 0, maxChildren: 5, maxTextLength: 100 };
const CHAIN = `class Loud(Exception):
    def __str__(self):
        print("ran")
        return "loud"
    @property
    def __cause__(self):
        print("ran")


def read():
    raise Loud("port", [1])


def load():
    try:
        read()
    except Loud:
        raise ValueError("no port")


try:
    load()
except ValueError as error:
    raise RuntimeError("bad config") from error
`;

const GROUP = `errors = []
for text in ("x", None):
    try:
        int(text)
    except Exception as error:
        errors.append(error)
raise ExceptionGroup("many", errors)
`;

test.each(['newest', 'old'] as const)(
  'a stop at an exception says what it came from and runs no code for that, under the %s debugpy',
  async (debugpy) => {
    const options = { python: pythonWith(debugpy) };
    await using program = await DebuggedPython.start({ 'main.py': CHAIN }, options);
    await program.firstStop();
    const { related, output } = await program.session.report(LIMITS);
    expect(related).toMatchObject([
      {
        relation: 'cause',
        depth: 0,
        name: 'ValueError',
        message: 'no port',
        functionName: 'load',
        location: { line: 18 },
      },
      {
        relation: 'context',
        name: 'Loud',
        functionName: 'read',
        location: { path: program.path('main.py'), line: 11 },
      },
    ]);
    expect(output.chunks).toEqual([]);
  },
);

test('a group of exceptions is shown with what it contains', async () => {
  await using program = await DebuggedPython.start({ 'main.py': GROUP });
  await program.firstStop();
  const { related } = await program.session.report(LIMITS);
  expect(related).toMatchObject([
    { relation: 'member', depth: 0, name: 'ValueError', location: { line: 4 } },
    { relation: 'member', depth: 0, name: 'TypeError', location: { line: 4 } },
  ]);
});

const DEEP = `import sys, threading

def down(n):
    return down(n + 1)

def safe():
    try:
        down(0)
    except RecursionError:
        print("caught")

safe()
if sys.argv[1] == "thread":
    thread = threading.Thread(target=down, args=(0,))
    thread.start()
    thread.join()
else:
    down(0)
`;

test.each(['main', 'thread'])(
  'a recursion that is too deep and that nobody catches stops once, in the %s thread',
  async (where) => {
    await using program = await DebuggedPython.start({ 'main.py': DEEP }, { args: [where] });
    // At the call, or at the head of the function that could not be entered any more.
    expect(await program.firstStop()).toMatch(/^exception: (return down\(n \+ 1\)|def down\(n\):)$/);
    const { stop, frames, related } = await program.session.report(LIMITS);
    expect(stop.exception).toMatchObject({ name: 'RecursionError', uncaught: true });
    expect(frames.length).toBeGreaterThan(900);
    expect(related).toBeUndefined();
    expect(await program.go()).toBe(where === 'thread' ? 'exited 0' : 'exited 1');
    // What is written of it is the program's alone.
    const text = program.session
      .takeOutput(10_000)
      .chunks.map((each) => each.text)
      .join('');
    expect(text).toMatch(/line 4, in down.*RecursionError/s);
    expect(text).not.toMatch(/pydevd|debugpy/);
  },
);

const REMOTE = `import multiprocessing
from concurrent.futures import ProcessPoolExecutor
def boom(n): return {}["key%d" % n]
if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(1, context) as pool:
        pool.submit(boom, 7).result()
`;

test('of a failure in another process, what was raised there is said, and where', async () => {
  await using program = await DebuggedPython.start({ 'main.py': REMOTE });
  expect(await program.firstStop()).toBe('exception: pool.submit(boom, 7).result()');
  const { related } = await program.session.report(LIMITS);
  expect(related).toMatchObject([
    {
      relation: 'cause',
      name: '_RemoteTraceback',
      message: "KeyError: 'key7'",
      functionName: 'boom',
      location: { path: program.path(), line: 3 },
    },
  ]);
});
