import { describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';

const MAIN = `import asyncio
import contextlib
import functools

class Till:
    def __init__(self, items):
        self.items = items
        self.total = len(items)

    def price(self, item, rate=2):
        """What it costs."""
        base = item * rate
        total = base + len(self.items)  # at: method
        return total

    @classmethod
    def made(cls, *items):
        till = cls(list(items))
        return till.total  # at: classmethod

    @property
    def double(self):
        once = self.total
        return once * 2  # at: property

def plain(a, b):
    c = a + b
    if c > 2:
        d = c * 2
    return [c, d]  # at: plain

def in_for(items):
    for item in items:
        out = item * 2
        last = out  # at: in_for
    return last

def only_for(items, found):
    for item in items:
        if item > 5:
            continue
        found.append(item)  # at: only_for

def nested(rows):
    found = []
    for row in rows:
        for cell in row:
            found.append(cell)  # at: nested
    return found

def in_while(n):
    while n < 10:
        step = 3
        n += step
        n -= 1  # at: in_while
    return n

def recursive(n):
    here = n
    if here == 0:
        return 0  # at: recursive
    return here + recursive(here - 1)

def closing(n):
    total = n
    def add(by):
        nonlocal total
        total += by
        return total
    add(2)
    return total  # at: closing

def over(n, m, *rest, key=1, **more):
    n = n + 1
    m += len(rest)
    got = n + m + key + len(more)
    return got  # at: over

@functools.lru_cache(maxsize=None)
def cached(n):
    half = n / 2
    return half  # at: decorated

def after_try(text):
    try:
        value = int(text)
    except ValueError:
        value = -1
    shown = str(value)
    return shown  # at: after_try

def in_try(text):
    before = text
    try:
        value = int(before)
        value += 1  # at: in_try
    except ValueError:
        value = -1
    return value

def branch(n):
    if n > 5:
        total = 0
    try:
        total += n
    except UnboundLocalError:
        total = -1
    done = total  # at: branch
    return done

def multi(a):
    b = sum([
        a,
        2,
    ])
    return b  # at: multi

async def waits(n):
    await asyncio.sleep(0)
    got = n + 1
    await asyncio.sleep(0)
    return got  # at: coroutine

def yields(n):
    doubled = n * 2
    ready = doubled  # at: unyielded
    yield ready
    yield n  # at: yielded

def in_with(n):
    before = n
    with contextlib.suppress(ValueError):
        inside = before  # at: with
    return inside

def short(text):
    try:
        value = int(text)  # at: short
        value += 1
    except ValueError:
        value = -1
    return value

def in_finally(n):
    before = n
    try:
        inside = before  # at: tried
    finally:
        after = 1  # at: finally
    return inside

def in_except(n):
    try:
        raise ValueError(n)
    except ValueError as error:
        found = error  # at: except
    return n

def one_line(n): return n + 1

def comprehends(n):
    return [
        each
        for each in range(n)
        if each  # at: comprehension
    ]

triple = lambda n: (
    n *
    3  # at: lambda
)

log = []
def run(function, *given, **named):
    result = function(*given, **named)
    log.append(repr(result))
    return result

def everything():
    till = Till([1, 2])
    run(till.price, 5)
    run(Till.made, 1, 2, 3)
    run(lambda: till.double)
    run(plain, 1, 2)
    run(in_for, [1, 2, 3])
    run(lambda: only_for([1, 2, 3], []))
    run(nested, [[1, 2], [3]])
    run(in_while, 1)
    run(recursive, 2)
    run(closing, 1)
    run(over, 1, 2, 3, key=4, other=5)
    run(cached, 3)
    run(after_try, "x")
    run(in_try, "4")
    run(branch, 3)
    run(multi, 1)
    run(lambda: asyncio.run(waits(1)))
    run(lambda: list(yields(2)))
    run(in_with, 1)
    run(short, "8")
    run(in_finally, 1)
    run(in_except, 1)
    run(one_line, 1)
    run(comprehends, 3)
    run(triple, 2)

everything()
print(" ".join(log))
module = 1
module += 1  # at: module
print(module)
`;
const FILES = { 'main.py': MAIN };

/** The statement at which a call is stopped, and the one at which it begins again: a part of that line. */
const BEGUN: Readonly<Record<string, string>> = {
  method: 'base = item * rate',
  classmethod: 'till = cls(list(items))',
  property: 'once = self.total',
  plain: 'c = a + b',
  in_for: 'for item in items:',
  only_for: 'for item in items:',
  nested: 'found = []',
  in_while: 'while n < 10:',
  recursive: 'here = n',
  closing: 'total = n',
  over: 'n = n + 1',
  decorated: 'half = n / 2',
  after_try: 'try:',
  in_try: 'before = text',
  branch: 'if n > 5:',
  multi: 'b = sum([',
  coroutine: 'await asyncio.sleep(0)',
  short: 'try:',
  unyielded: 'doubled = n * 2',
  lambda: 'n *',
};

const REFUSED: Readonly<Record<string, RegExp>> = {
  yielded: /yields is a generator, and its caller has what it has yielded so far$/,
  with: /within the with of line \d+, which would be left without its exit$/,
  tried: /within the try of line \d+, whose finally would be left out$/,
  finally: /within a finally, from line \d+ on/,
  except: /an exception is being handled there, in the except of line \d+$/,
  comprehension: /a part of an expression of its caller|within the comprehension of line/,
  module: /a module is no function/,
};

/** Calls that Python could not restart before 3.11. */
const OLD: Readonly<Record<string, RegExp>> = {
  only_for: /has nothing but a loop|may crash by a jump in a call like only_for/,
  after_try: /may crash by a jump in a call like after_try/,
  in_try: /may crash by a jump in a call like in_try/,
  branch: /may crash by a jump/,
  short: /may crash by a jump in a call like short/,
  lambda: /stands in the middle of a statement/,
};

/** The arguments of a restarted call. Those that it has assigned are as they are now. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  plain: 'a = 1, b = 2',
  in_while: 'n = 4',
  over: "n = 2, m = 3, key = 4, rest = (3,), more = {'other': 5}",
  coroutine: 'n = 1',
};

/** The program's output: the results of the calls with the arguments that they have then. */
const PRINTED = "12 3 4 [3, 6] 6 None [1, 2, 3] 10 3 3 12 1.5 '-1' 5 BRANCH 3 2 [4, 2] 1 9 1 1 2 [1, 2] 6\n2\n";

async function restart(program: DebuggedPython, frame?: number): Promise<string> {
  const outcome = await program.session.restartFrame(frame, { timeoutMs: 20_000 });
  if (outcome.kind === 'refused') return `refused: ${outcome.why}`;
  return program.firstStop();
}

async function names(program: DebuggedPython): Promise<string> {
  return (await program.session.inspection.stack()).map(({ name }) => name).join(' < ');
}

describe.each(pythonVersions())('Python 3.$minor', (version) => {
  const { minor } = version;

  test('calls of all kinds begin anew, hit their breakpoints again, and come to what they come to', async () => {
    using environment = environmentWithDebugpy(version);
    const kinds = [...MAIN.matchAll(/# at: (\w+)/g)].map(([, kind = '']) => kind);
    const breakpoints = kinds.map((kind) => ({ at: `# at: ${kind}` }));
    await using program = await DebuggedPython.start(FILES, { python: environment.python, breakpoints });
    for (const [index, kind] of kinds.entries()) {
      const stop = kind === kinds[0] ? await program.firstStop() : await program.go();
      expect(stop).toMatch(new RegExp(`^breakpoint: .*# at: ${kind}$`));
      const stack = await names(program);
      const begun = BEGUN[kind];
      const special = minor < 11 ? OLD[kind] : undefined;
      if (begun !== undefined && special === undefined) {
        expect(await restart(program)).toBe(`restart: ${begun}`);
        expect(await names(program)).toBe(stack);
        // Python has no way to take a variable's value from 3.12 on.
        const found = ARGUMENTS[kind];
        if (found !== undefined && minor < 12) expect((await program.locals()).join(', ')).toBe(found);
        expect(await program.go(), kind).toBe(stop);
      } else {
        expect(await restart(program)).toMatch(special ?? REFUSED[kind] ?? kind);
        expect(await names(program)).toBe(stack);
      }
      await program.session.breakpoints.remove(index + 1);
    }
    expect(await program.go()).toBe('exited 0');
    await expect.poll(() => program.output('stdout')).toBe(PRINTED.replace('BRANCH', minor < 12 ? '-1' : '2'));
    expect(program.output('stderr')).toBe('');
  });

  test('what is not as in a new call is said, and so is why others do not begin anew', async () => {
    using environment = environmentWithDebugpy(version);
    const kinds = ['plain', 'closing', 'over', 'recursive'];
    const breakpoints = kinds.map((kind) => ({ at: `# at: ${kind}` }));
    const options = { python: environment.python, breakpoints, exceptionMode: 'all' as const };
    await using program = await DebuggedPython.start(FILES, options);
    await program.firstStop();
    expect(await restart(program, 1)).toBe(
      'refused: Python restarts only the innermost call, and run is a caller of it',
    );
    const left = (name: string) => (minor < 12 ? [] : [name]);
    const others = minor >= 12;
    const variables: unknown[] = [];
    for (const kind of ['plain', 'recursive', 'closing', 'over']) {
      const outcome = await program.session.restartFrame(undefined, { timeoutMs: 20_000 });
      variables.push(outcome.kind === 'restarted' ? outcome.variables : outcome.why);
      await program.firstStop();
      expect(await program.go('stepOut')).toMatch(/^(step|breakpoint): /);
      await program.session.breakpoints.remove(kinds.indexOf(kind) + 1);
      await program.go();
    }
    expect(variables).toEqual([
      { assigned: [], shared: [], kept: left('d'), others },
      { assigned: [], shared: [], kept: [], others },
      { assigned: [], shared: ['total'], kept: left('total'), others },
      { assigned: ['n', 'm'], shared: [], kept: [], others },
    ]);
    // The next one is the exception of after_try.
    expect(await program.value('text')).toBe("'x'");
    expect(await restart(program)).toBe(
      'refused: an exception is on its way out of after_try, which Python lets nobody take back',
    );
    expect(await program.go()).toMatch(/^exception: /);
  });
});

const LOOP = `import threading

def price(n):
    rate = 2
    total = n * rate
    return total  # price

def work():
    print(price(5), price(6), flush=True)

beside = threading.Event()
waits = threading.Thread(target=lambda: (beside.wait(), work()))
waits.start()
for _ in range(2):
    works = threading.Thread(target=work)
    works.start()
    works.join()
beside.set()
waits.join()
work()
`;

describe.each(debugpyVersions())('with the %s debugpy', (which) => {
  const options = { python: pythonWith(which), breakpoints: [{ at: '# price' }] };

  test('calls in threads begin anew where they are, and others stay', async () => {
    await using program = await DebuggedPython.start({ 'main.py': LOOP }, options);
    const stops: string[] = [await program.firstStop()];
    for (let pass = 0; pass < 6; pass++) {
      const thread = program.session.state.kind === 'stopped' ? program.session.state.threadId : 0;
      expect(await restart(program)).toBe('restart: rate = 2');
      expect(program.session.state).toMatchObject({ threadId: thread });
      stops.push(await program.go('next'), await program.go('next'));
      stops.push(await program.go());
    }
    expect(new Set(stops)).toEqual(new Set(['breakpoint: return total  # price', 'step: total = n * rate']));
    await program.session.breakpoints.remove(1);
    expect(await program.go()).toBe('exited 0');
    await expect.poll(() => program.output('stdout')).toBe('10 12\n'.repeat(4));
  });

  test('a call of a patched function begins anew in its own text, and one that runs keeps its old', async () => {
    await using program = await DebuggedPython.start({ 'main.py': LOOP }, options);
    await program.firstStop();
    const patch = (old: string, now: string) =>
      program.session.patch(program.path(), { kind: 'replace', old, new: now });
    const above = await patch('import threading\n', 'import threading\n# One.\n# Two.\n');
    expect(above.kind).toBe('same');
    await patch('    total = n * rate', '    # Three.\n    total = n * rate * 10');
    const kept = 'refused: Python lets price end with the text that it began with; its next call takes the new one';
    const takesText = await program.session.restartFrame(undefined, { takesText: true });
    expect(takesText.kind === 'refused' && `refused: ${takesText.why}`).toBe(kept);
    expect(await restart(program)).toBe('restart: rate = 2');
    await program.session.breakpoints.remove(1);
    await program.breakpoint({ function: 'price' });
    // The line that is on disk: the text that runs is further down.
    expect(await program.go()).toBe('function breakpoint: rate = 2');
    expect(await program.value('n')).toBe('6');
    await program.go('next');
    await program.go('next');
    const again = await program.session.restartFrame(undefined, { takesText: true });
    expect(again.kind).toBe('restarted');
    expect(await program.firstStop()).toBe('restart: rate = 2');
    await program.session.breakpoints.remove(2);
    expect(await program.go()).toBe('exited 0');
    await expect.poll(() => program.output('stdout')).toBe(`10 120\n${'100 120\n'.repeat(3)}`);
  });
});
