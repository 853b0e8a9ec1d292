import { describe, expect, test } from 'vitest';
import { findVariable } from '../../../../src/session/variable-path.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

const MAIN = `import asyncio
COUNT = 1
class Item:
    kind = "k"
    def __init__(self):
        self.price = 1
        self.__secret = 2
    @property
    def double(self):
        return self._double
    @double.setter
    def double(self, value):
        self._double = value
    @property
    def fixed(self):
        return 1
    def method(self, arg):
        local = arg
        return self.price, self.__secret, local, arg  # method
class Slots:
    __slots__ = ("a",)
class Body:
    attr = 1
    other = attr + 1  # body
class Tenfold(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 10)
def outer(n):
    seen = n
    def inner(m):
        nonlocal seen
        here = seen + m
        return here + seen + m + n  # closure
    return inner, lambda: seen
def many(a, b=2, *args, k=3, **kw):
    items = [1, 2, 3]
    table = {"a": {"b": [1]}, 1: "one"}
    fixed, slots, item, data, tenfold = (1, 2), Slots(), Item(), bytearray(b"abc"), Tenfold(a=1)
    slots.a, item.double = 1, 4
    unbound = 1
    del unbound
    global COUNT
    return a, args, k, kw, items, table, slots.a, item.price, item.double, data, COUNT, Item.kind, tenfold  # many
def low(n):
    inside = n
    return inside  # low
def high(arg):
    here, cell = 1, 2
    def reads(): return cell
    return low(arg), here, cell, arg, reads()
def listing(outside):
    here = 1
    return [
        x + outside + here
        for x in [1]
        if x  # listing
    ]
def excepting(n):
    try:
        raise KeyError(n)
    except KeyError as error:
        found = str(error)  # except
    return found, n
async def waiting(n):
    held = n
    await asyncio.sleep(0)
    return held + n  # await
def yields(n):
    got = yield n
    yield got + n  # yield
print(Body.other, Item().method(5))
inner, get = outer(1)
print(inner(10), get())
print(many(1, 2, 9, k=4, z=5))
print(high(3))
print(listing(1))
print(excepting(1), asyncio.run(waiting(1)))
values = yields(1)
next(values)
print(values.send(3))
COUNT = 7
print(COUNT)  # module
`;

/** By the stop: what is assigned, the frame where it is not the innermost, and what it says then, or why not. */
const ASSIGNED: Readonly<Record<string, readonly (readonly [string, string, string | RegExp, number?])[]>> = {
  body: [['attr', '5', '5']],
  method: [
    ['self.price', '10', '10'],
    ['self.__secret', 'self.__secret * 10', '20'],
    ['local', '30', '30'],
    ['arg', '40', '40'],
    ['self.fixed', '3', /can't set attribute|has no setter/],
    ['self.nothing', '1', /has no attribute 'nothing'/],
  ],
  closure: [
    ['seen', '100', '100'],
    ['n', '200', '200'],
    ['here', '300', '300'],
    ['m', '400', '400'],
    ['nowhere', '5', /name 'nowhere' is not defined/],
  ],
  many: [
    ['a', '"A"', "'A'"],
    ['args', '(7, 8)', '(7, 8)'],
    ['args[0]', '5', /does not support item assignment/],
    ['kw["z"]', '6', '6'],
    ['k', 'k + 1', '5'],
    ['items[0]', '10', '10'],
    ['items[-1]', '30', '30'],
    ['items[5]', '1', /IndexError/],
    ['table["a"]["b"][0]', '11', '11'],
    ['table[1]', '"ONE"', "'ONE'"],
    ['slots.a', '12', '12'],
    ['slots.b', '12', /has no attribute 'b'/],
    ['item.price', '99', '99'],
    ['item.double', '7', '7'],
    ['COUNT', '50', '50'],
    ['data[0]', '65', '65'],
    ['Item.kind', '"K"', "'K'"],
    ['tenfold["a"]', '2', '20'],
    ['unbound', '1', /name 'unbound' is not defined/],
    ['len', '5', /len is neither a variable of the call nor one of its module/],
    ['items.append(4)', '1', /cannot assign to function call/],
    ['None', '1', /cannot assign to None/],
    ['item', '1 +', /invalid syntax/],
  ],
  low: [
    ['inside', '5', '5'],
    ['here', '100', '100', 1],
    ['cell', '200', '200', 1],
    ['arg', '300', '300', 1],
  ],
  listing: [
    ['x', '3', '3'],
    ['outside', '5', '5'],
    ['here', '6', '6'],
  ],
  except: [
    ['error', 'ValueError("other")', "ValueError('other')"],
    ['n', '2', '2'],
  ],
  await: [
    ['held', '6', '6'],
    ['n', '5', '5'],
  ],
  yield: [
    ['got', '50', '50'],
    ['n', '60', '60'],
  ],
  module: [['COUNT', '8', '8']],
};

const PRINTED = `6 (10, 20, 30, 40)
1000 100
('A', (7, 8), 5, {'z': 6}, [10, 2, 30], {'a': {'b': [11]}, 1: 'ONE'}, 12, 99, 7, bytearray(b'Abc'), 50, 'K', {'a': 20})
(5, 100, 200, 300, 200)
[14]
('other', 2) 11
110
8
`;

test.each(pythonVersions())('what is assigned is what the program goes on with: Python 3.$minor', async (version) => {
  using environment = environmentWithDebugpy(version);
  const breakpoints = Object.keys(ASSIGNED).map((at) => ({ at: `# ${at}` }));
  const files = { 'main.py': MAIN };
  await using program = await DebuggedPython.start(files, { python: environment.python, breakpoints });
  for (const [at, places] of Object.entries(ASSIGNED)) {
    expect(at === 'body' ? await program.firstStop() : await program.go()).toContain(`# ${at}`);
    for (const [name, expression, said, frame] of places) {
      const assigned = program.session.inspection.setVariable(name, expression, frame, { timeoutMs: 20_000 });
      if (typeof said === 'string') expect((await assigned).value, name).toBe(said);
      else await expect(assigned, name).rejects.toThrow(said);
    }
  }
  expect(await program.go()).toBe('exited 0');
  await expect.poll(() => program.output('stdout')).toBe(PRINTED);
});

describe('private names', () => {
  test('are those of the class in whose text the function stands, in conditions and logs, too', async () => {
    const source = `class _Base:
    def __init__(self):
        self.__n = 1
    def read(self):
        return self.__n  # base
class Heir(_Base):
    def __init__(self):
        super().__init__()
        self.__n = 2
    def read(self):
        found = (lambda: super(Heir, self).read())()
        return found + self.__n  # heir
Heir().read()
done = 1  # end
`;
    const breakpoints = [
      { at: '# base', condition: 'self.__n == 1' },
      { at: '# heir', logMessage: 'n={self.__n}' },
      { at: '# end' },
    ];
    await using program = await DebuggedPython.start({ 'main.py': source }, { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint: return self.__n  # base');
    expect(await program.value('(self.__n, [self.__n for each in [1]])')).toBe('(1, [1])');
    expect(await program.value('self.__missing')).toMatch(/^AttributeError: .*_Base__missing/);
    await program.go();
    await expect.poll(() => program.output('log')).toBe('n=2\n');
    expect(await program.value('Heir()._Base__n')).toBe('1');
    await program.value('base, heir = _Base(), Heir()');
    const found = await findVariable(program.session, 'base.__n', 0, {});
    expect(found).toMatchObject({ name: '_Base__n', value: '1' });
    // Two classes call one so.
    await expect(findVariable(program.session, 'heir.__n', 0, {})).rejects.toThrow('There is no "__n" in heir.');
  });
});
