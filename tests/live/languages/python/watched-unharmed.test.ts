import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

/**
 * Things that tracing is known to change: variables that threads share, dictionaries of variables that are kept, generators,
 * errors.
 */
const PROGRAM = `import contextlib, sys, threading
class Box:
    total = 0
box = Box()
box.total = 0
out_of_sight = vars(box).update
marks = {"k": 0}
def shared():
    count, lock = 0, threading.Lock()
    def add():
        nonlocal count
        for _ in range(300):
            with lock:
                count += 1
            box.total = box.total + 0
    threads = [threading.Thread(target=add) for _ in range(4)]
    for each in threads: each.start()
    for each in threads: each.join()
    return count
def kept():
    value = 1
    names = locals()
    value = 2
    box.total = value
    names["value"] = 3
    box.total = 4
    return names["value"], value
def given(n):
    try:
        for each in range(n):
            box.total += each
            got = yield box.total
            if got: raise ValueError(got)
    finally:
        box.total = -1
@contextlib.contextmanager
def managed():
    box.total = 10
    try: yield box.total
    except KeyError: box.total = 11
def fails(n):
    box.total = n
    return 1 // n
class Loud:
    def __del__(self): print("deleted", box.total)
def recursive(n):
    box.total = n
    return n if n == 0 else recursive(n - 1) + 1
def main():
    print(shared(), kept(), recursive(50))
    steps = given(3)
    print(next(steps), next(steps))
    try: steps.send("stop")
    except ValueError as error: print(error, box.total)
    del steps
    unfinished = given(2); next(unfinished); del unfinished
    with managed(): raise KeyError
    for n in (1, 0):
        try: print(fails(n))
        except ZeroDivisionError as error:
            print(error, error.__traceback__.tb_next.tb_lineno, error.__traceback__.tb_next.tb_next is None)
    loud = Loud(); box.total = 5; del loud
    out_of_sight(total=7)
    marks["k"] += 1; marks.update(k=5, j=sum(marks.values())); marks.pop("j")
    box.total += sum(box.total for _ in range(3))
    print(box.total, [name for name in sys.modules if "mcp" in name])
begin = 0
main()
main()
sys.exit(box.total % 100)
`;

describe.each(pythonVersions())('on Python 3.$minor', (version) => {
  const environment = environmentWithDebugpy(version);
  afterAll(() => environment[Symbol.dispose]());
  const alone = spawnSync(environment.python, ['-c', PROGRAM], { encoding: 'utf8' });

  test.each([
    ['an attribute, also out of sight', 'box.total'],
    ['an item', 'marks["k"]'],
    ['a length', 'len(marks)'],
  ])('a program does what it does alone: %s', async (_, expression) => {
    const breakpoints = [{ at: 'begin = 0' }, { at: 'return 1 // n', hitCondition: '4' }];
    await using program = await DebuggedPython.start(
      { 'main.py': PROGRAM },
      { python: environment.python, breakpoints },
    );
    await program.firstStop();
    const { writes } = program.session.inspection;
    await writes.add({ expression, isLogged: true });
    expect(await program.go()).toBe('breakpoint: return 1 // n');
    expect(await program.go()).toBe(`exited ${alone.status}`);
    expect(program.output('stdout')).toBe(alone.stdout);
    expect(program.output('stderr')).toBe(alone.stderr);
    expect(alone.stderr).toBe('');
  });
});
