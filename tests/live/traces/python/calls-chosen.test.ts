import { describe, expect, test } from 'vitest';
import type { WantedCall, WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { ProgramFolder, recordsOfKind } from './traced-run.ts';

const PROGRAM = `
class Cart:
    def total(self, n):
        if n == 3:
            raise ValueError("three")
        return n * 2

def outer(n):
    def inner(k):
        return k + n
    return inner(n)

cart = Cart()
for n in range(6):
    try:
        cart.total(n)
    except ValueError:
        pass
    outer(n)
`;

function wanted(name: string, call: WantedCall): WantedTrace {
  return { kind: 'frame', place: { kind: 'function', name }, call };
}

describe.each(pythonVersions())('Python 3.$minor', ({ minor, path }) => {
  test.each<[WantedCall, number, boolean]>([
    [{ kind: 'first' }, 1, true],
    [{ kind: 'last' }, 6, true],
    [{ kind: 'number', number: 3 }, 3, true],
    [{ kind: 'number', number: 30 }, 6, false],
    [{ kind: 'throws' }, 4, true],
    [{ kind: 'condition', expression: 'n > 1 and self is cart' }, 3, true],
    [{ kind: 'condition', expression: 'n > 100' }, 6, false],
    [{ kind: 'condition', expression: 'nobody' }, 6, false],
  ])('%j of a method', { timeout: 60_000 }, async (call, number, isWanted) => {
    using folder = new ProgramFolder(path, { 'main.py': PROGRAM });
    const { records } = await folder.traced('main.py', wanted('Cart.total', call));
    const calls = recordsOfKind(records, 'call');
    const chosen = calls.filter((each) => each.isWanted === isWanted).at(-1);
    expect([chosen?.number, chosen?.isWanted]).toEqual([number, isWanted]);
    const [total] = recordsOfKind(records, 'total');
    expect(total).toMatchObject({ calls: 6, threw: 1 });
    // Also of those that began when the wanted one was found.
    if (call.kind === 'condition' && isWanted) expect(total).toMatchObject({ held: 4, failed: 0 });
    if (call.kind === 'condition' && call.expression === 'nobody')
      expect(total).toMatchObject({ held: 0, failed: 6, error: "NameError: name 'nobody' is not defined" });
  });

  test('names and lines stand for the functions that they mean', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': PROGRAM });
    const named = async (place: Extract<WantedTrace, { kind: 'frame' }>['place']) => {
      const { records } = await folder.traced('main.py', { kind: 'frame', place, call: { kind: 'first' } });
      return recordsOfKind(records, 'function').map(({ name }) => name);
    };
    const file = `${folder.path}/main.py`;
    expect(await named({ kind: 'function', name: 'total' })).toEqual(['Cart.total']);
    expect(await named({ kind: 'function', name: 'inner', path: file })).toEqual(['outer.<locals>.inner']);
    expect(await named({ kind: 'function', name: 'otal' })).toEqual([]);
    expect(await named({ kind: 'line', path: file, line: 10 })).toEqual(['outer.<locals>.inner']);
    expect(await named({ kind: 'line', path: file, line: 11 })).toEqual(['outer']);
    expect(await named({ kind: 'line', path: file, line: 15 })).toEqual(['(top level)']);
  });

  test('conditions within a line, from Python 3.12 on', { timeout: 60_000 }, async () => {
    const text = `
def target(n, m):
    if n == 1: a = 2
    b = "one" if n == 1 and m else "other"
    return 1 if m else 2
target(1, 0)
exec("def target(n):\\n    return n\\ntarget(3)")
`;
    using folder = new ProgramFolder(path, { 'main.py': text });
    const { records } = await folder.traced('main.py', wanted('target', { kind: 'first' }));
    const events = recordsOfKind(records, 'call')[0]?.events ?? [];
    const branches = events.flatMap((each) => (each.kind === 'branch' ? [[each.line, each.what, each.taken]] : []));
    const within = [
      [3, 'if', true],
      [4, '… if … else …', false],
      [5, '… if … else …', false],
    ];
    expect(branches).toEqual(minor >= 12 ? within : []);
    expect(recordsOfKind(records, 'note')).toEqual([
      { kind: 'note', text: expect.stringContaining('defined by a text that the program ran') },
    ]);
  });

  test('values at points, with conditions, and of functions', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': PROGRAM });
    const file = `${folder.path}/main.py`;
    const { records } = await folder.traced('main.py', {
      kind: 'values',
      keepFirst: 1_000,
      points: [
        {
          id: 1,
          place: { kind: 'line', path: file, line: 6 },
          expressions: ['n', 'n / 0', '[x for x in (1, n) if x > n]'],
        },
        { id: 2, place: { kind: 'function', name: 'outer' }, expressions: [], condition: 'n > 3' },
        { id: 3, place: { kind: 'line', path: file, line: 4 }, expressions: ['n'], condition: 'nobody' },
      ],
    });
    const hits = recordsOfKind(records, 'hit');
    const values = (point: number) =>
      hits
        .filter((each) => each.point === point)
        .map((each) => each.values.map((one) => (one.kind === 'value' ? one.value.text : one.message)));
    expect(values(1)[1]).toEqual(['1', 'ZeroDivisionError: division by zero', '[]']);
    expect(values(1).map(([n]) => n)).toEqual(['0', '1', '2', '4', '5']);
    expect(values(2)).toEqual([['4'], ['5']]);
    expect(hits.find(({ point }) => point === 2)?.end).toMatchObject({ kind: 'returned', value: { text: '8' } });
    const totals = new Map(recordsOfKind(records, 'pointTotal').map((each) => [each.point, each]));
    expect(totals.get(1)).toMatchObject({ passes: 5, held: 5, failed: 0 });
    const { texts, ...series } = totals.get(1)?.series[0] ?? {};
    expect(texts?.toSorted()).toEqual(['0', '1', '2', '4', '5']);
    expect(series).toEqual({
      ...{ name: 'n', changes: 4, distinct: 5, isMore: false, failed: 0, types: { int: 5 } },
      range: { least: 0, most: 5, sum: 12 },
    });
    expect(totals.get(2)).toMatchObject({ passes: 6, held: 2, failed: 0 });
    expect(totals.get(3)).toMatchObject({ passes: 6, held: 0, failed: 6, error: expect.stringContaining('NameError') });
  });

  test('a point on a line without code stands in the same function or class', { timeout: 60_000 }, async () => {
    const text = `"""Of
the module."""
class Cart:
    """A cart

    of items."""
    size = 3

    def total(self):
        """The
        total."""
        global known

        if self:
            # Once.

            known = 1
        else:
            known = 2
        return known
        # After all.
        print("never")
    limit: int
# Between.

def other():
    return 1
Cart().total()
# The end.
`;
    using folder = new ProgramFolder(path, { 'main.py': text });
    const stood = async (line: number) => {
      const points = [
        { id: 1, place: { kind: 'line', path: `${folder.path}/main.py`, line }, expressions: ['1'] },
      ] as const;
      const { records } = await folder.traced('main.py', { kind: 'values', keepFirst: 1_000_000, points });
      const [point] = recordsOfKind(records, 'point');
      const [total] = recordsOfKind(records, 'pointTotal');
      return [point?.name, point?.line, total?.passes, ...recordsOfKind(records, 'note').map(({ text: note }) => note)];
    };
    expect(await stood(3)).toEqual(['(top level)', 3, 1]);
    expect((await stood(5))[0]).toEqual('Cart');
    expect(await stood(7)).toEqual(['Cart', 7, 1]);
    expect(await stood(8)).toEqual(['Cart', 9, 1]);
    expect(await stood(10)).toEqual(['Cart.total', 14, 1]);
    expect(await stood(12)).toEqual(['Cart.total', 14, 1]);
    expect(await stood(16)).toEqual(['Cart.total', 17, 1]);
    expect(await stood(18)).toEqual(['Cart.total', 19, 0]);
    // Python leaves out what nothing leads to, from 3.10 on.
    const behind = await stood(22);
    expect(behind.slice(0, 3)).toEqual(['Cart.total', 22, 0]);
    if (minor >= 10) expect(behind[3]).toMatch(/Line 22 of .* has no code.* nearest line with code is 20\./);
    // From 3.14 on, annotations have code of their own.
    expect((await stood(23)).slice(0, 3)).toEqual(['Cart', 23, minor < 14 ? 1 : 0]);
    expect(await stood(24)).toEqual(['(top level)', 26, 1]);
    const [name, line, passes, note] = await stood(29);
    expect([name, line, passes]).toEqual(['(top level)', 29, 0]);
    expect(note).toMatch(/Line 29 of .* has no code.* nearest line with code is 28\./);
  });

  test('a pass in another thread says which', { timeout: 60_000 }, async () => {
    const text = `
import threading
def work(n):
    return n
for n in range(2):
    thread = threading.Thread(target=work, args=(n,))
    thread.start()
    thread.join()
work(2)
`;
    using folder = new ProgramFolder(path, { 'main.py': text });
    const points = [{ id: 1, place: { kind: 'function', name: 'work' }, expressions: ['n'] }] as const;
    const { records } = await folder.traced('main.py', { kind: 'values', points });
    const rows = recordsOfKind(records, 'hit').map(({ pass, thread }) => [pass, thread]);
    expect(rows).toEqual([
      [1, 1],
      [2, 2],
      [3, undefined],
    ]);
  });

  test('rows beyond the limit are the first and the last', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': 'for n in range(100):\n    m = n\n' });
    const points = [
      { id: 1, place: { kind: 'line', path: `${folder.path}/main.py`, line: 2 }, expressions: ['n'] },
    ] as const;
    const { records } = await folder.traced('main.py', { kind: 'values', points }, { limits: { maxRows: 6 } });
    expect(recordsOfKind(records, 'hit').map(({ pass }) => pass)).toEqual([1, 2, 3, 98, 99, 100]);
  });

  test('private names are those of the class around', { timeout: 60_000 }, async () => {
    const text = `class One:
    def __init__(self):
        self.__n = 1
    def get(self):
        return self.__n

class Other(One):
    def __init__(self):
        super().__init__()
        self.__n = 2
    def get(self):
        return super().get() + self.__n

One().get()
Other().get()
`;
    using folder = new ProgramFolder(path, { 'main.py': text });
    const points = [
      { id: 1, place: { kind: 'function', name: 'get' }, expressions: ['[self.__n, len([self.__n])]'] },
    ] as const;
    const { records } = await folder.traced('main.py', { kind: 'values', points });
    const found = recordsOfKind(records, 'hit').map(({ values: [each] }) => each?.kind === 'value' && each.value.text);
    // In the order of their ends.
    expect(found).toEqual(['[1, 1]', '[1, 1]', '[2, 1]']);
    const call: WantedCall = { kind: 'condition', expression: 'self.__n == 2' };
    const chosen = await folder.traced('main.py', wanted('get', call));
    const kept = recordsOfKind(chosen.records, 'call').filter(({ isWanted }) => isWanted);
    expect(kept.map(({ end }) => end)).toMatchObject([{ value: { text: '3' } }]);
  });

  test('the tree of calls, alike ones counted', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': PROGRAM });
    const { records } = await folder.traced('main.py', { kind: 'calls' });
    const names = new Map(recordsOfKind(records, 'function').map(({ id, name }) => [id, name]));
    const nodes = recordsOfKind(records, 'node');
    const shown = nodes.map((each) => [names.get(each.function), each.parent ?? 0, each.end.kind, each.alike]);
    expect(shown).toEqual([
      ['(top level)', 0, 'returned', 0],
      // Of 0, which is not like the others.
      ['Cart.total', 1, 'returned', 0],
      ['outer', 1, 'returned', 0],
      ['outer.<locals>.inner', 3, 'returned', 0],
      ['Cart.total', 1, 'returned', 3],
      ['outer', 1, 'returned', 4],
      ['outer.<locals>.inner', 6, 'returned', 0],
      ['Cart.total', 1, 'threw', 0],
    ]);
    const below = await folder.traced('main.py', { kind: 'calls', below: { kind: 'function', name: 'outer' } });
    expect(recordsOfKind(below.records, 'node').length).toBe(4);
    const totals = recordsOfKind(below.records, 'total').map(({ calls }) => calls);
    expect(totals).toEqual([6, 6]);
  });

  test('calls are told apart by false and true, by empty values, zero and negative numbers', {
    timeout: 60_000,
  }, async () => {
    const values = `True, True, False, 0, 1, 2, -1, -2, 0.5, -0.5, "", "a", "b", [], [1], [2], {}, {1: 2}, (), (1,), None`;
    const text = `def same(value):\n    return None\nfor each in [${values}]:\n    same(each)\n`;
    using folder = new ProgramFolder(path, { 'main.py': text });
    const { records } = await folder.traced('main.py', { kind: 'calls', below: { kind: 'function', name: 'same' } });
    const shown = recordsOfKind(records, 'node').map((each) => [each.arguments[0]?.after?.text, each.alike + 1]);
    const twice = ['True', '1', '-1', "'a'", '[1]'];
    const all = [
      'True',
      'False',
      '0',
      '1',
      '-1',
      '0.5',
      '-0.5',
      "''",
      "'a'",
      '[]',
      '[1]',
      '{}',
      '{1: 2}',
      '()',
      '(1,)',
    ];
    expect(shown).toEqual([...all, 'None'].map((each) => [each, twice.includes(each) ? 2 : 1]));
  });

  test('calls that are kept are kept with those that they were made in', { timeout: 60_000 }, async () => {
    const text = `
def own(value):
    return value

def outer(values):
    for each in values:
        own(each)

made = [type("C%d" % n, (), {})() for n in range(40)]
for each in made[:20]:
    own(each)
outer(made[20:])
`;
    using folder = new ProgramFolder(path, { 'main.py': text });
    const { records } = await folder.traced('main.py', { kind: 'calls' }, { limits: { maxRows: 8 } });
    const nodes = new Map(recordsOfKind(records, 'node').map((each) => [each.id, each]));
    const parents = [...nodes.values()].flatMap(({ parent }) => parent ?? []);
    expect(parents.filter((each) => !nodes.has(each))).toEqual([]);
    expect([...nodes.keys()]).toEqual([1, 2, 3, 4, 22, 39, 40, 41, 42]);
  });
});
