import { describe, expect, test } from 'vitest';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { FIRST_CALL, ProgramFolder, recordsOfKind } from './traced-run.ts';

const PROGRAM = `
import inspect, pickle, sys, asyncio

def is_on():
    return sys.gettrace() is not None

class Cart:
    def target(self, n):
        """Documented."""
        return [is_on(), n]

def other(n):
    return n + 1

class Second:
    async def target(self):
        await asyncio.sleep(0)
        return is_on()

def generated():
    def target(n):
        while n:
            n -= 1
            yield n
    return target

show = [is_on()]
Cart().target(1)
show.append(is_on())
list(generated()(3))
show.append(is_on())
asyncio.run(Second().target())
show.append(is_on())
try:
    Cart().target()
except TypeError as error:
    show.append(str(error))
print(show)
target = Cart.target
print(inspect.getsource(target), inspect.signature(target), target.__doc__, target.__code__.co_firstlineno, target.__code__.co_names)
print(target.__code__.co_varnames, target.__code__.co_flags, target.__code__.co_name, target.__code__.co_freevars)
print(inspect.iscoroutinefunction(Second.target), inspect.isgeneratorfunction(generated()), pickle.loads(pickle.dumps(other))(2))
`;

/** Each call through a function that the first step is hard to add to: long, on one line, with handlers, deep. */
const LONG = `
def target(n):
${Array.from({ length: 400 }, (_, at) => `    if n == ${at}: n = n + 1000 * ${at}`).join('\n')}
    while n > 10:
        n -= 10
        if n % 2: continue
    return n

one = lambda n: n and target(n)
print(target(3), one(17))
try:
    target(None)
except TypeError as error:
    print(error.__traceback__.tb_next.tb_lineno)
`;

/** Keeps the code of a function, and makes another one of it. */
const KEPT = `
import marshal, types

def target(n):
    return n + 1

kept = marshal.dumps(target.__code__)
print(target(1), types.FunctionType(marshal.loads(kept), globals())(2), target.__code__.co_consts)
`;

/** The function `target`, at its last call. */
const LAST_CALL: WantedTrace = {
  kind: 'frame',
  place: { kind: 'function', name: 'target' },
  call: { kind: 'last' },
};

describe.each(pythonVersions().filter(({ minor }) => minor < 12))('Python 3.$minor', ({ path }) => {
  test('nothing is traced while no wanted function runs', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': PROGRAM });
    const plain = await folder.plain('main.py');
    const traced = await folder.traced('main.py', LAST_CALL);
    expect([traced.stdout, traced.stderr, traced.ended]).toEqual([plain.stdout, plain.stderr, plain.ended]);
    expect(plain.stdout).toContain('[False, False, False, False,');
    const totals = recordsOfKind(traced.records, 'total').map(({ calls, threw }) => [calls, threw]);
    expect(totals).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    const on = recordsOfKind(traced.records, 'call').flatMap(({ end }) =>
      end.kind === 'returned' ? [end.value.text] : [],
    );
    expect(on.join()).toContain('True');
    expect(recordsOfKind(traced.records, 'note')).toEqual([]);
  });

  test('code that the program keeps stays as it is', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': KEPT });
    const plain = await folder.plain('main.py');
    const traced = await folder.traced('main.py', LAST_CALL);
    expect([traced.stdout, traced.stderr, traced.ended]).toEqual([plain.stdout, '', 0]);
    expect(recordsOfKind(traced.records, 'total')).toMatchObject([{ calls: 1 }]);
    expect(recordsOfKind(traced.records, 'note')).toEqual([]);
  });

  test('a long function jumps where it should', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': LONG });
    const plain = await folder.plain('main.py');
    const traced = await folder.traced('main.py', FIRST_CALL);
    expect([traced.stdout, traced.stderr]).toEqual([plain.stdout, plain.stderr]);
    expect(recordsOfKind(traced.records, 'total')).toMatchObject([{ calls: 3, threw: 1 }]);
    expect(recordsOfKind(traced.records, 'note')).toEqual([]);
  });
});
