import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { detectHang } from '../../../src/investigate/hang/detect-hang.ts';
import type { HangReport } from '../../../src/model/hang-report.ts';
import { environmentWithDebugpy } from '../../support/python-environment.ts';
import { type PythonVersion, pythonVersions } from '../../support/python-versions.ts';
import { oneOfEach, TIER } from '../../support/tier.ts';
import { HangLab } from './watch.ts';

const lab = new HangLab();
afterAll(() => lab.end());
let programs = 0;

/** A server that starts the processes of `multiprocessing`, by default from Python 3.14 on, is started before them. */
const longEnoughMs = (text: string, { minor }: PythonVersion) =>
  minor >= 14 || text.includes('forkserver') ? 6_000 : 1_500;

async function watched(
  text: string,
  version: PythonVersion,
  timeoutMs: number = longEnoughMs(text, version),
): Promise<HangReport> {
  using environment = environmentWithDebugpy(version);
  programs += 1;
  const cwd = join(lab.folder, `ended-${programs}`);
  mkdirSync(cwd);
  const program = join(cwd, 'main.py');
  writeFileSync(program, text);
  const launch = { program, args: [], cwd, env: {}, stopOnEntry: false, runtimeExecutable: environment.python };
  return await detectHang(lab.engine, { kind: 'launch', launch, language: 'python' }, { timeoutMs });
}

/** The ends that others miss, as one line each. */
function missed({ ended = [] }: HangReport): string[] {
  return ended
    .filter(({ isMissed }) => isMissed)
    .map(({ kind, name, error, exitCode, place }) => {
      const at = place === undefined ? '' : ` at ${place.location.line}`;
      return `${kind} ${name}: ${error ?? `exit code ${exitCode}`}${at}`;
    })
    .toSorted();
}

interface Hanging {
  readonly name: string;
  /** The kind of thing that it shows: one of each is watched in the short run. */
  readonly shows: string;
  readonly text: string;
  readonly missed: readonly string[];
  /** The objects that are waited for, with their states. */
  readonly awaited?: readonly string[];
  readonly kind?: HangReport['kind'];
  /** The line at which it hangs. */
  readonly line: number;
  readonly nextStep?: RegExp;
}

const HANGING: readonly Hanging[] = [
  {
    name: 'a thread that takes from a queue',
    shows: 'thread',
    text: `import queue, threading
jobs = queue.Queue()
def consume():
    while True:
        job = jobs.get()
        100 / job
        jobs.task_done()
threading.Thread(target=consume, name="consumer", daemon=True).start()
for n in (5, 2, 0, 4): jobs.put(n)
jobs.join()
`,
    missed: ['thread consumer: ZeroDivisionError: division by zero at 6'],
    awaited: ['jobs: 1 in it, 2 not marked as done'],
    line: 10,
    nextStep: /^Find out why consumer ended by ZeroDivisionError.* at line 6/,
  },
  {
    name: 'a thread that leaves by sys.exit',
    shows: 'exit',
    text: `import queue, sys, threading
inbox = queue.SimpleQueue()
def work():
    sys.exit("no input")
    inbox.put(1)
threading.Thread(target=work, name="worker").start()
inbox.get()
`,
    missed: ['thread worker: SystemExit: no input at 4'],
    awaited: ['inbox: empty'],
    line: 7,
  },
  {
    name: 'a thread without which a barrier does not open',
    shows: 'barrier',
    text: `import threading, time
gate = threading.Barrier(3)
def part(n):
    time.sleep(.1 * n)
    if n == 2: raise RuntimeError("no data")
    gate.wait()
threads = [threading.Thread(target=part, args=(n,), name=f"part-{n}") for n in range(3)]
for each in threads: each.start()
for each in threads: each.join()
`,
    missed: ['thread part-2: RuntimeError: no data at 5'],
    awaited: ['gate: 2 of 3 are there'],
    kind: 'blocked call',
    line: 6,
  },
  {
    name: 'tasks that are kept',
    shows: 'task',
    text: `import asyncio
async def work(queue, rates):
    while True:
        rates[await queue.get()]
        queue.task_done()
async def main():
    queue = asyncio.Queue()
    workers = [asyncio.create_task(work(queue, {"EUR": 1})) for _ in range(2)]
    workers[0].set_name("one") if hasattr(workers[0], "set_name") else None
    for each in ("EUR", "GBP"): queue.put_nowait(each)
    await asyncio.sleep(.1)
    queue.put_nowait("USD")
    await queue.join()
asyncio.run(main())
`,
    missed: ["task Task-3: KeyError: 'USD' at 4", "task one: KeyError: 'GBP' at 4"],
    awaited: ['queue: 0 in it, 2 not marked as done'],
    kind: 'waiting',
    line: 13,
  },
  {
    name: 'a task that nothing keeps',
    shows: 'forgotten task',
    text: `import asyncio
async def work(done):
    await asyncio.sleep(.05)
    int("12x")
    done.set()
async def main():
    done = asyncio.Event()
    asyncio.get_running_loop().create_task(work(done))
    await done.wait()
asyncio.run(main())
`,
    missed: ["task Task-2: ValueError: invalid literal for int() with base 10: '12x' at 4"],
    awaited: ['done: not set'],
    kind: 'waiting',
    line: 9,
  },
  {
    name: 'tasks whose results are gathered later',
    shows: 'gathered tasks',
    text: `import asyncio
async def work(queue):
    while True:
        assert await queue.get() < 3
        queue.task_done()
async def main():
    queue = asyncio.Queue()
    for each in range(8): queue.put_nowait(each)
    workers = asyncio.gather(work(queue), return_exceptions=True)
    await queue.join()
    workers.cancel()
asyncio.run(main())
`,
    missed: ['task Task-2: AssertionError at 4'],
    kind: 'waiting',
    line: 10,
  },
  {
    name: 'a callback of a loop',
    shows: 'callback',
    text: `import asyncio
def answer(future, table):
    future.set_result(table["key"])
async def main():
    future = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_later(.05, answer, future, {})
    await future
asyncio.run(main())
`,
    missed: ["callback answer: KeyError: 'key' at 3"],
    kind: 'waiting',
    line: 7,
  },
  {
    name: 'calls of an executor',
    shows: 'call',
    text: `import concurrent.futures, queue
jobs = queue.Queue()
def consume(rates):
    while True:
        rates[jobs.get()]
        jobs.task_done()
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    futures = [pool.submit(consume, {"EUR": 1})]
    for each in ("EUR", "USD", "EUR"): jobs.put(each)
    jobs.join()
`,
    missed: ["call consume: KeyError: 'USD' at 5"],
    line: 10,
  },
  {
    name: 'a process that fills a queue',
    shows: 'process',
    text: `import multiprocessing
def produce(queue):
    queue.put(1)
    raise SystemExit(3)
if __name__ == "__main__":
    queue = multiprocessing.Queue()
    multiprocessing.Process(target=produce, args=(queue,)).start()
    while True:
        queue.get()
`,
    missed: ['process Process-1: exit code 3'],
    line: 9,
  },
  {
    name: 'a process that the fork server started',
    shows: 'process',
    text: `import multiprocessing, sys
def produce(queue):
    queue.put(1)
    sys.exit(3)
if __name__ == "__main__":
    server = multiprocessing.get_context("forkserver")
    queue = server.Queue()
    server.Process(target=produce, args=(queue,)).start()
    while True:
        queue.get()
`,
    missed: ['process ForkServerProcess-1: exit code 3'],
    kind: 'blocked call',
    line: 10,
  },
  {
    name: 'a worker of a pool',
    shows: 'worker',
    text: `import multiprocessing, os
def work(n):
    if n == 3: os._exit(7)
    return n
if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        pool.map(work, range(6), chunksize=1)
`,
    missed: [expect.stringMatching(/^worker \w+PoolWorker-\d: exit code 7$/)],
    kind: 'blocked call',
    line: 7,
  },
  {
    name: 'the thread of a pool that takes results',
    shows: 'results',
    text: `import multiprocessing
class ImageError(Exception):
    def __init__(self, path, size):
        super().__init__(path)
def resize(size):
    if size == 0: raise ImageError("a.png", size)
    return size
if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        pool.map(resize, [10, 0, 30])
`,
    missed: [expect.stringMatching(/^thread Thread-\d.*: TypeError: .*'size' at \d+$/)],
    kind: 'blocked call',
    line: 10,
    nextStep: /pickle/,
  },
  {
    name: 'a thread that something else used',
    shows: 'nothing',
    text: `import queue, threading
inbox, other = queue.Queue(), queue.Queue()
def work():
    other.put(1 // 0)
thread = threading.Thread(target=work)
thread.start(); thread.join()
inbox.get()
`,
    missed: [],
    awaited: ['inbox: empty'],
    line: 7,
    nextStep: /^Find what should go on with inbox \(empty\): no other call uses it\.$/,
  },
  {
    name: 'two threads that fill queues for each other',
    shows: 'full',
    text: `import queue, threading
jobs, results = queue.Queue(2), queue.Queue(1)
def work():
    while True:
        results.put(jobs.get())
threading.Thread(target=work, name="worker", daemon=True).start()
for n in range(10):
    jobs.put(n)
`,
    missed: [],
    awaited: ['jobs: full, 2 of 2', 'results: full, 1 of 1'],
    line: 8,
    nextStep: /^Have something take from \w+ and \w+ while they are filled/,
  },
  {
    name: 'a lock that a thread had when the process was copied',
    shows: 'copy',
    text: `import multiprocessing, threading, time
lock = threading.Lock()
def log(text):
    with lock:
        time.sleep(.3)
if __name__ == "__main__":
    threading.Thread(target=log, args=("parent",), name="logger").start()
    time.sleep(.1)
    process = multiprocessing.get_context("fork").Process(target=log, args=("child",))
    process.start()
    process.join()
`,
    missed: [],
    kind: 'blocked call',
    line: 4,
    nextStep: /^logger had the lock at line 5 of main.py when the process was copied/,
  },
];

describe.each(pythonVersions())('Python 3.$minor names what has ended that others wait for', (version) => {
  const shown = oneOfEach(HANGING, ({ shows }) => shows);
  test.each(shown)('$name', { timeout: 60_000 }, async (hanging) => {
    const report = await watched(hanging.text, version);
    expect(missed(report), JSON.stringify(report)).toEqual(hanging.missed);
    expect(report).toMatchObject({ hung: true, location: { line: hanging.line } });
    if (hanging.kind !== undefined) expect(report.kind).toBe(hanging.kind);
    const states = report.awaited?.map(({ name, state }) => `${name}: ${state}`).toSorted();
    if (hanging.awaited) expect(states).toEqual(hanging.awaited);
    if (hanging.nextStep) expect(report.nextStep).toMatch(hanging.nextStep);
  });
});

test('a pool whose workers are in functions of C, or of a library, is busy', async () => {
  const [version] = pythonVersions();
  if (version === undefined) throw new Error('there is no Python');
  const call = 'pool.map(time.sleep, [60, 60, 60])';
  const pools = [
    ['multiprocessing', `multiprocessing.Pool(2) as pool:\n        ${call}`],
    ['concurrent.futures', `concurrent.futures.ThreadPoolExecutor(2) as pool:\n        list(${call})`],
  ];
  for (const [module, lines] of pools) {
    const report = await watched(`import ${module}, time\nif __name__ == "__main__":\n    with ${lines}\n`, version);
    expect(report, JSON.stringify(report)).toMatchObject({ kind: 'busy', hung: false });
  }
});

/** Ways in which a call knows the object that it is to bring something to: what makes the object `thing`, and the text for it there. */
const KNOWN: Readonly<Record<string, readonly [text: string, inWork: string, parameter: string, argument: string]>> = {
  'a name of its module': ['thing = MAKE', 'thing', '', ''],
  'an argument': ['thing = MAKE', 'given', 'given', 'thing'],
  'an attribute': ['class Owner: pass\nowner = Owner()\nthing = owner.part = MAKE', 'owner.part', '', ''],
  'an element': ['thing = MAKE\nall_things = [None, thing]', 'all_things[1]', '', ''],
  'a name of another module': [
    'import types\nstate = types.ModuleType("state")\nthing = state.part = MAKE',
    'state.part',
    '',
    '',
  ],
};
/** Ways to wait: what is made, what brings it about, and the wait. */
const WAITS: Readonly<Record<string, readonly [make: string, bring: string, wait: string]>> = {
  event: ['threading.Event()', '.set()', 'thing.wait()'],
  queue: ['queue.Queue()', '.put(1)', 'thing.get()'],
  'simple queue': ['queue.SimpleQueue()', '.put(1)', 'thing.get()'],
  semaphore: ['threading.Semaphore(0)', '.release()', 'thing.acquire()'],
  barrier: ['threading.Barrier(2)', '.wait()', 'thing.wait()'],
};
const RUNS: Readonly<Record<string, (args: string) => string>> = {
  thread: (args) => `threading.Thread(target=work, args=[${args}], name="worker").start()`,
  call: (args) =>
    `pool = concurrent.futures.ThreadPoolExecutor(1)\nfuture = pool.submit(${['work', args].filter(Boolean).join(', ')})`,
};

// Feature: mcp-debugger-tool, Property 368: the end of what should have brought about what is waited for is named, and no other end
test('whoever has ended is missed where it knew what is waited for', { timeout: 1_200_000 }, async () => {
  const names = (table: object) => fc.constantFrom(...Object.keys(table));
  const run = fc.asyncProperty(
    ...[names(KNOWN), names(WAITS), names(RUNS), fc.boolean(), fc.boolean(), fc.constantFrom(...pythonVersions())],
    async (known: string, wait: string, runs: string, isItself: boolean, isDeep: boolean, version: PythonVersion) => {
      const [thing = '', inWork = '', parameter = '', argument = ''] = KNOWN[known] ?? [];
      const [make = '', bring = '', call = ''] = WAITS[wait] ?? [];
      const failing = isDeep ? '    fail()' : '    raise KeyError("lost")';
      // One that has to do with another object of the kind ends, too.
      const lines = [
        'import concurrent.futures, queue, threading',
        'def fail():\n    raise KeyError("lost")',
        `other = ${make}`,
        `def decoy():\n${failing}\n    other${bring}`,
        'unrelated = threading.Thread(target=decoy)\nunrelated.start()\nunrelated.join()',
        thing.replace('MAKE', make),
        `def work(${parameter}):\n${isItself ? `${failing}\n    ${inWork}${bring}` : '    return'}`,
        RUNS[runs]?.(argument) ?? '',
        call,
      ];
      const report = await watched(`${lines.join('\n')}\n`, version);
      const ends = missed(report).map((each) => each.replace(/ at \d+$/, ''));
      const name = runs === 'call' ? (isDeep ? 'call fail' : 'call work') : 'thread worker';
      expect(ends, JSON.stringify(report)).toEqual(isItself ? [`${name}: KeyError: 'lost'`] : []);
      expect(report.hung).toBe(true);
    },
  );
  await fc.assert(run, { numRuns: TIER === 'all' ? 100 : 4 });
});
