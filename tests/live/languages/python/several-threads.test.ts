import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';
import { TIER } from '../../../support/tier.ts';

const THREADS = 4;
const PASSES = 3;

/** Calls that wait, in front of a line with a breakpoint. */
const WAITS = {
  'a barrier': 'gate.wait()',
  'an event': 'event.wait()',
  'a lock': 'with lock: pass',
  'a condition': 'with condition: condition.wait(0.05)',
  'a semaphore': 'with semaphore: time.sleep(0.01)',
  'a queue': 'items.get()',
  'a thread': 'other = threading.Thread(target=time.sleep, args=(0.02,)); other.start(); other.join()',
  sleep: 'time.sleep(0.02)',
  'a call of the system': 'select.select([], [], [], 0.02)',
  'a loop': 'spin()',
} as const;

function waitingIn(wait: string): string {
  return `import queue, select, threading, time
from concurrent.futures import ThreadPoolExecutor
gate, event, lock, condition = threading.Barrier(${THREADS}), threading.Event(), threading.Lock(), threading.Condition()
items, semaphore = queue.Queue(), threading.Semaphore(2)

def spin():
    until = time.monotonic() + 0.02
    while time.monotonic() < until: pass

def work(n):
    sizes = []
    for turn in range(${PASSES}):
        ${wait}
        size = (n, turn)
        sizes.append(size)
    return sizes

with lock, ThreadPoolExecutor(${THREADS}) as pool:
    found = pool.map(work, range(${THREADS}))
    event.set()
    for _ in range(${THREADS * PASSES}): items.put(1)
    lock.release()
    print(sum(map(len, found)))
    lock.acquire()
`;
}

/** In each thread, a call that holds the lock for a while, or waits for it. */
const LOCKED = `import threading, time
lock, gate = threading.Lock(), threading.Barrier(2)

def first():
    gate.wait()
    before = 1
    with lock:
        inside = 2
    return before

def second():
    with lock:
        gate.wait()
        held = 3
    return held

threads = [threading.Thread(target=each) for each in (first, second)]
for each in threads: each.start()
for each in threads: each.join()
`;

/** Each thread fails in a call that waits: of C, and of Python's own code. */
const TIMES_OUT = `import queue, socket, threading
items, pairs = queue.Queue(), [socket.socketpair() for _ in range(${THREADS})]

def receive(n):
    pairs[n][0].settimeout(0.02)
    return pairs[n][0].recv(1)

def work(n):
    for call in (receive, lambda n: items.get(timeout=0.02)):
        try:
            call(n)
        except Exception:
            pass

threads = [threading.Thread(target=work, args=(n,)) for n in range(${THREADS})]
for each in threads: each.start()
for each in threads: each.join()
`;

/** Threads that come to a line when a pause was asked for. */
const SLEEPING = `import threading, time

def work(n):
    time.sleep(0.5)
    size = n
    return size

threads = [threading.Thread(target=work, args=(n,)) for n in range(${THREADS})]
for each in threads: each.start()
print("asleep", flush=True)
for each in threads: each.join()
`;

/** Threads that meet at a lock, and fail now and then. */
const MEETING = `import threading, time
lock, found = threading.Lock(), []

def half(n):
    with lock:
        result = n // 2
        time.sleep(0.001)
    if n % 5 == 0:
        raise ValueError(n)
    return result

def work(n):
    for turn in range(2):
        time.sleep(0.002 * (n % 3))
        try:
            value = half(n + turn)
        except ValueError:
            value = -1
        found.append(value)

threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for each in threads: each.start()
for each in threads: each.join()
print(len(found), sum(found))
`;

const AT_ONCE = `import threading, time
gate = threading.Barrier(${THREADS})

def price(n):
    base = n * 10
    if n > 0:
        base += 5
    return base

def fail(n):
    raise ValueError(n)

def work(n, call):
    gate.wait()
    try:
        call(n)
    except ValueError:
        pass

def together(call):
    threads = [threading.Thread(target=work, args=(n, call), name="worker %d" % n) for n in range(${THREADS})]
    for each in threads: each.start()
    for each in threads: each.join()

together(price)
together(fail)
print("done")
`;

/** All stops up to the end of a program, each with the values of a name. */
async function stopsOf(program: DebuggedPython, name: string): Promise<string[]> {
  const stops: string[] = [];
  for (let stop = await program.firstStop(); ; stop = await program.go()) {
    if (!/^(?:breakpoint|function breakpoint|exception): /.test(stop)) return [...stops.sort(), stop];
    stops.push(`${stop} ${await program.value(name)}`);
  }
}

function each<T>(describeThread: (n: number) => T): T[] {
  return Array.from({ length: THREADS }, (_, n) => describeThread(n));
}

/** A program whose threads all stand at a breakpoint, of which one is shown. */
async function allAtOnce(python: string): Promise<DebuggedPython> {
  const text = AT_ONCE.replace('    base = n', '    gate.wait()\n    base = n');
  const program = await DebuggedPython.start({ 'main.py': text }, { breakpoints: [{ at: 'base = n * 10' }], python });
  await expect.poll(() => program.wire.filter((line) => line.includes('"event":"stopped"'))).toHaveLength(THREADS);
  return program;
}

function hitsOf({ session }: DebuggedPython): number[] {
  return session.breakpoints.list().map(({ hits }) => hits);
}

describe.each(pythonVersions())('Python 3.$minor', (version) => {
  let environment: ReturnType<typeof environmentWithDebugpy>;
  beforeAll(() => {
    environment = environmentWithDebugpy(version);
  });
  afterAll(() => environment[Symbol.dispose]());

  test.each(Object.entries(WAITS))('a pass behind %s stops in each thread', async (_, wait) => {
    const { python } = environment;
    await using program = await DebuggedPython.start(
      { 'main.py': waitingIn(wait) },
      { breakpoints: [{ at: 'size = ' }], python },
    );
    const passes = each((n) => Array.from({ length: PASSES }, (__, turn) => `(${n}, ${turn})`)).flat();
    expect(await stopsOf(program, '(n, turn)')).toEqual([
      ...passes.map((pass) => `breakpoint: size = (n, turn) ${pass}`),
      'exited 0',
    ]);
    expect(hitsOf(program)).toEqual([THREADS * PASSES]);
    expect(program.output('stdout')).toBe(`${THREADS * PASSES}\n`);
  });

  test('threads that stop at once are all shown: at lines, at functions, at exceptions', async () => {
    const { python } = environment;
    await using program = await DebuggedPython.start(
      { 'main.py': AT_ONCE },
      { breakpoints: [{ function: 'price' }, { at: 'return base' }], exceptionMode: 'all', python },
    );
    expect(await stopsOf(program, 'n')).toEqual([
      ...each((n) => `breakpoint: return base ${n}`),
      ...each((n) => `exception: raise ValueError(n) ${n}`),
      ...each((n) => `function breakpoint: base = n * 10 ${n}`),
      'exited 0',
    ]);
    expect(hitsOf(program)).toEqual([THREADS, THREADS]);
  });

  test('an exception of a call that waits stops in each thread, where it comes from', async () => {
    const { python } = environment;
    await using program = await DebuggedPython.start({ 'main.py': TIMES_OUT }, { exceptionMode: 'all', python });
    expect(await stopsOf(program, 'n')).toEqual([
      ...each((n) => `exception: for call in (receive, lambda n: items.get(timeout=0.02)): ${n}`),
      ...each((n) => `exception: return pairs[n][0].recv(1) ${n}`),
      'exited 0',
    ]);
  });

  test('conditions, counts and log messages count each pass of a thread that was held', async () => {
    const { python } = environment;
    const text = waitingIn(WAITS['a barrier']);
    await using program = await DebuggedPython.start(
      { 'main.py': text },
      {
        breakpoints: [
          { at: 'size = ', condition: 'n % 2 == 0' },
          { at: 'sizes.append', hitCondition: `== ${THREADS * PASSES}` },
          { at: 'for turn', logMessage: 'turn of {n}' },
        ],
        python,
      },
    );
    const stops = await stopsOf(program, 'n');
    expect(stops.filter((stop) => stop.includes('size = '))).toHaveLength((THREADS / 2) * PASSES);
    expect(stops.filter((stop) => stop.includes('append'))).toHaveLength(1);
    expect(program.output('log').match(/turn of/g)).toHaveLength(THREADS * (PASSES + 1));
    expect(hitsOf(program)).toEqual([(THREADS / 2) * PASSES, 1, THREADS * (PASSES + 1)]);
  });

  test('threads that a pause holds at a breakpoint stop there, but for the one that is shown', async () => {
    const { python } = environment;
    await using program = await DebuggedPython.start(
      { 'main.py': SLEEPING },
      { breakpoints: [{ at: 'size = n' }], python },
    );
    await expect.poll(() => program.output('stdout')).toBe('asleep\n');
    await program.session.pause({ timeoutMs: 20_000 });
    const [line] = await program.session.inspection.stack({});
    expect(line?.location.line).toBe(program.line('size = n'));
    const numbers = [await program.value('n')];
    for (let left = THREADS - 1; left > 0; left -= 1) {
      expect(await program.go()).toBe('breakpoint: size = n');
      numbers.push(await program.value('n'));
    }
    expect([await program.go(), ...numbers.sort()]).toEqual(['exited 0', '0', '1', '2', '3']);
    expect(hitsOf(program)).toEqual([THREADS - 1]);
  });

  test('a step moves one thread, and the others stand until they were shown', async () => {
    const { python } = environment;
    await using program = await allAtOnce(python);
    const shown: string[] = [];
    let stop = await program.firstStop();
    while (stop.startsWith('breakpoint')) {
      const n = await program.value('n');
      const steps = [await program.go('next'), await program.go('next'), await program.go('stepIn')];
      // It is the same thread still.
      expect([steps[0], await program.value('n')]).toEqual(['step: if n > 0:', n]);
      expect(steps.slice(1)).toEqual(
        n === '0' ? ['step: return base', 'step: call(n)'] : ['step: base += 5', 'step: return base'],
      );
      shown.push(n);
      stop = await program.go();
    }
    expect([...shown.sort(), stop]).toEqual(['0', '1', '2', '3', 'exited 0']);
  });

  test('what breakpoints that are gone by then have stopped is not shown', async () => {
    await using program = await allAtOnce(environment.python);
    await program.firstStop();
    const [breakpoint] = program.session.breakpoints.list();
    await program.session.breakpoints.remove(breakpoint?.id ?? 0);
    await program.breakpoint({ at: 'print("done")' });
    expect([await program.go(), await program.go()]).toEqual(['breakpoint: print("done")', 'exited 0']);
  });

  test('a step that waits for a thread which stands leads to the stop of that one', async () => {
    const { python } = environment;
    await using program = await DebuggedPython.start(
      { 'main.py': LOCKED },
      { breakpoints: [{ at: 'before = 1' }, { at: 'held = 3' }], python },
    );
    const stops = [await program.firstStop()];
    if (stops[0] === 'breakpoint: held = 3') stops.push(await program.go('next'));
    else stops.push(await program.go('next'), await program.go('next'));
    while (!stops.at(-1)?.startsWith('exited')) stops.push(await program.go());
    expect(stops).toContain('breakpoint: before = 1');
    expect(stops).toContain('breakpoint: held = 3');
    expect(stops.at(-1)).toBe('exited 0');
  });
});

// Feature: debugging Python, Property: several threads, whatever is done at their stops, run to the end that they have alone
test('programs whose threads stop at once go on at any command', { timeout: 600_000 }, async () => {
  const versions = pythonVersions();
  const places = [{ at: 'result = ' }, { at: 'value = -1' }, { at: 'found.append' }, { function: 'half' }] as const;
  const command = fc.constantFrom('continue', 'continue', 'continue', 'next', 'stepIn', 'stepOut');
  const property = fc.asyncProperty(
    fc.constantFrom(...versions),
    fc.subarray([...places], { minLength: 1 }),
    fc.constantFrom('all', 'uncaught'),
    fc.infiniteStream(command),
    async (version, breakpoints, exceptionMode, commands) => {
      using environment = environmentWithDebugpy(version);
      const { python } = environment;
      await using program = await DebuggedPython.start({ 'main.py': MEETING }, { breakpoints, exceptionMode, python });
      let stop = await program.firstStop();
      while (!stop.startsWith('exited')) {
        expect(stop).toMatch(/^(?:breakpoint|function breakpoint|exception|step): /);
        // The thread that is shown stands.
        expect((await program.locals()).join()).not.toBe('');
        stop = await program.go(commands.next().value);
      }
      expect([stop, program.output('stdout')]).toEqual(['exited 0', '8 5\n']);
    },
  );
  await fc.assert(property, { numRuns: TIER === 'all' ? 100 : 6, endOnFailure: true });
});

describe.each(debugpyVersions())('the %s debugpy', (debugpy) => {
  test('shows what each of several threads stops for', async () => {
    await using program = await DebuggedPython.start(
      { 'main.py': AT_ONCE },
      { breakpoints: [{ function: 'price' }], exceptionMode: 'all', python: pythonWith(debugpy) },
    );
    expect(await stopsOf(program, 'n')).toEqual([
      ...each((n) => `exception: raise ValueError(n) ${n}`),
      ...each((n) => `function breakpoint: base = n * 10 ${n}`),
      'exited 0',
    ]);
  });

  test('shows each pass behind a call that waits', async () => {
    await using program = await DebuggedPython.start(
      { 'main.py': TIMES_OUT },
      { breakpoints: [{ at: 'except Exception' }], exceptionMode: 'all', python: pythonWith(debugpy) },
    );
    expect(await stopsOf(program, 'n')).toEqual([
      ...each((n) => [`breakpoint: except Exception: ${n}`, `breakpoint: except Exception: ${n}`]).flat(),
      ...each((n) => `exception: for call in (receive, lambda n: items.get(timeout=0.02)): ${n}`),
      ...each((n) => `exception: return pairs[n][0].recv(1) ${n}`),
      'exited 0',
    ]);
  });
});
