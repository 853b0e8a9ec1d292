import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

const MAIN = `import asyncio, collections, heapq, operator, sys, threading
class Base:
    made = 0
    rate = 1
class Cart(Base):
    def __init__(self):
        self.total = 1
        self.parts = {"deep": "a"}
        self.__secret = 1
    @property
    def double(self):
        return self.total * 2
    @double.setter
    def double(self, value):
        self.total = value // 2
    def hide(self, value):
        self.__secret = value
class Slotted:
    __slots__ = ("x", "y")
    def __init__(self):
        self.x = 1
class Guarded:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
    def __getattr__(self, name):
        raise RuntimeError(name)
class Own(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)
class Hostile:
    def __eq__(self, other):
        raise RuntimeError("compared")
    __hash__ = None
    def __repr__(self):
        raise RuntimeError("shown")
    def __del__(self):
        print("deleted")
def bump(o):
    o.total += 1
def fresh():
    global cart, other, slotted, guarded, own, table, items, queue, counts, tags, count
    cart, other, slotted, guarded, own = Cart(), Cart(), Slotted(), Guarded(), Own(k=1)
    guarded.total = 1
    table = {"k": 1, 2: "b", (1, "x"): 0}
    items = [3, 1, 2]
    queue = collections.deque([1, 2])
    counts = collections.defaultdict(int)
    tags = {"a"}
    count = Base.made = 0
def set_count(value):
    global count
    count = value
`;

/** The expression that is watched before a piece of code, and its stops: line of the code, function, change. */
type Case = readonly [what: string, expression: string, code: string, stops: readonly string[]];

const CASES: readonly Case[] = [
  ['an attribute', 'cart.total', 'cart.total = 5\ncart.total = 5\ncart.total = 6', ['1 case: 1 → 5', '3 case: 5 → 6']],
  ['twice in a line', 'cart.total', 'cart.total = 7; cart.total = 8', ['1 case: 1 → 7', '1 case: 7 → 8']],
  ['in a function', 'cart.total', 'bump(other)\nbump(cart)', ['bump: 1 → 2']],
  ['in a property', 'cart.total', 'cart.double = 20', ['double: 1 → 10']],
  ['a private attribute', 'cart.__secret', 'cart.hide(2)', ['hide: 1 → 2']],
  ['an equal value', 'cart.total', 'cart.total = int("1")\ncart.total = 1.0', ['2 case: 1 → 1.0']],
  ['setattr', 'cart.total', 'setattr(\n  cart, "total", 3)', ['1 case: 1 → 3']],
  [
    'by the table of attributes',
    'cart.total',
    'cart.__dict__["total"] = 4\nvars(cart).update(total=5)',
    ['1 case: 1 → 4', '2 case: 4 → 5'],
  ],
  ['in the table of attributes', 'cart.__dict__["total"]', 'cart.total = 6', ['1 case: 1 → 6']],
  [
    'another table of attributes',
    'cart.total',
    'cart.__dict__ = {"total": 2}\ncart.total = 3\nobject.__setattr__(cart, "__dict__", {"total": 3})\ncart.total = 4',
    ['1 case: 1 → 2', '2 case: 2 → 3', '4 case: 3 → 4'],
  ],
  ['a deletion', 'cart.total', 'del cart.total\ncart.total = 1', ['1 case: 1 → (not set)', '2 case: (not set) → 1']],
  [
    'targets of statements',
    'cart.total',
    'a, cart.total = 1, 2\nfor cart.total in (2, 3): pass\nwith threading.Lock() as cart.total: pass',
    ['1 case: 1 → 2', '2 case: 2 → 3', '3 case: 3 → True'],
  ],
  ['objects', 'cart.parts', 'cart.parts["deep"] = "b"\ncart.parts = [1]', ["2 case: {'deep': 'b'} → [1]"]],
  ['a class attribute', 'Base.made', 'Base.made += 1\nCart.made = 4\ndel Cart.made', ['1 case: 0 → 1']],
  ['one that hides that of the class', 'cart.rate', 'cart.rate += 1', ['1 case: (not set) → 2']],
  [
    'a slot',
    'slotted.x',
    'slotted.x = 2\nobject.__setattr__(slotted, "x", 3)\ndel slotted.x',
    ['1 case: 1 → 2', '2 case: 2 → 3', '3 case: 3 → (not set)'],
  ],
  ['an empty slot', 'slotted.y', 'slotted.y = None', ['1 case: (not set) → None']],
  ['__setattr__ of its class', 'guarded.total', 'guarded.total = 2', ['__setattr__: 1 → 2']],
  [
    'an item of a dict',
    'table["k"]',
    'table["k"] = 2\ntable.update(k=3, j=1)\ntable |= {"k": 4}\ndel table["k"]',
    ['1 case: 1 → 2', '2 case: 2 → 3', '3 case: 3 → 4', '4 case: 4 → (not set)'],
  ],
  [
    'by an operator',
    'table[2]',
    'operator.setitem(table, 2, "c")\ntable.pop(2)',
    ["1 case: 'b' → 'c'", "2 case: 'c' → (not set)"],
  ],
  [
    'a key that is a tuple',
    'table[1, "x"]',
    'for n in range(3): table[1, "x"] = n',
    ['1 case: 0 → 1', '1 case: 1 → 2'],
  ],
  ['a dict of a class of its own', 'own["k"]', 'own["k"] = 4', ['__setitem__: 1 → 8']],
  ['a default', 'counts["new"]', 'counts["new"] += 2', ['1 case: (not set) → 0', '1 case: 0 → 2']],
  [
    'an item of a list',
    'items[0]',
    'items[0] = 4\nitems.sort()\nitems[:] = [7, 8]\nitems.insert(0, 6)',
    ['1 case: 3 → 4', '2 case: 4 → 1', '3 case: 1 → 7', '4 case: 7 → 6'],
  ],
  ['an item from the end', 'items[-1]', 'items.append(1)\nitems[2] = 0', ['2 case: 2 → 0']],
  [
    'the length of a list',
    'len(items)',
    'items.append(1)\nitems += [2, 3]\nheapq.heappop(items)\nitems.clear()',
    ['1 case: 3 → 4', '2 case: 4 → 6', '3 case: 6 → 5', '4 case: 5 → 0'],
  ],
  ['the length of a deque', 'len(queue)', 'queue.appendleft(0)\nqueue.popleft()', ['1 case: 2 → 3', '2 case: 3 → 2']],
  [
    'a member of a set',
    '"b" in tags',
    'tags.add("b")\ntags -= {"b"}',
    ['1 case: False → True', '2 case: True → False'],
  ],
  ['a global', 'count', 'set_count(1)\nglobals()["count"] = 2', ['set_count: 0 → 1', '2 case: 1 → 2']],
  [
    'a global by its module',
    'count',
    'sys.modules["__main__"].count = 3\nexec("count = 4", globals())',
    ['1 case: 0 → 3', '<string>: 3 → 4'],
  ],
  [
    'a local variable',
    'total',
    'total = 2\nlist_of = [total for total in (7, 8)]\ntotal += 1\nfor total in (3, 4): pass\ndel total',
    ['1 case: 0 → 2', '3 case: 2 → 3', '4 case: 3 → 4', '5 case: 4 → (not set)'],
  ],
  [
    'a variable of a closure',
    'shared',
    'def inner():\n    nonlocal shared\n    shared = 2\ninner()\nshared = 3',
    ['inner: 0 → 2', '5 case: 2 → 3'],
  ],
  [
    'a generator',
    'cart.total',
    'def steps():\n    yield 1\n    cart.total = 5\n    yield 2\nlist(steps())',
    ['steps: 1 → 5'],
  ],
  [
    'coroutines',
    'cart.total',
    'async def later(n):\n    await asyncio.sleep(0)\n    cart.total = n\nasync def both():\n    await asyncio.gather(later(6), later(7))\nasyncio.run(both())',
    ['later: 1 → 6', 'later: 6 → 7'],
  ],
  [
    'a thread',
    'cart.total',
    'def work():\n    cart.total = 8\nthread = threading.Thread(target=work)\nthread.start()\nthread.join()',
    ['work: 1 → 8'],
  ],
  [
    'a hostile value',
    'cart.parts',
    'cart.parts = Hostile()\ncart.parts = Hostile()\ncart.parts = None\nprint("after")',
    ["1 case: {'deep': 'a'} → <Hostile>", '2 case: <Hostile> → <Hostile>', '3 case: <Hostile> → None'],
  ],
  [
    'numbers',
    'cart.total',
    'cart.total = float("nan")\ncart.total = float("nan")\ncart.total = 0.0\ncart.total = -0.0\ncart.total = False',
    ['1 case: 1 → nan', '3 case: nan → 0.0', '4 case: 0.0 → -0.0', '5 case: -0.0 → False'],
  ],
  [
    'an exception on the way',
    'cart.total',
    'try:\n    cart.total = 1 / 0\nexcept ZeroDivisionError:\n    cart.total = 2',
    ['4 case: 1 → 2'],
  ],
  [
    'where two ways meet',
    'cart.total',
    'for n in range(4):\n    if n % 2:\n        cart.total = n * 2\n    other.total = n',
    ['3 case: 1 → 2', '3 case: 2 → 6'],
  ],
  ['a value that is only read', 'cart.total', 'print(cart.total, cart.double, repr(cart.parts))', []],
];

const GLOBALS = 'cart, other, slotted, guarded, own, table, items, queue, counts, tags, count';
/** Python 3.8 has no operators of dicts. */
const casesOn = (minor: number): readonly Case[] =>
  CASES.map(([what, expression, code, stops]) => [
    what,
    expression,
    minor === 8 ? code.replace('table |= {"k": 4}', 'table.update({"k": 4})') : code,
    stops,
  ]);

const textOf = (cases: readonly Case[]) => `${MAIN}${cases
  .map(
    ([, , code], index) => `def case():
    global ${GLOBALS}
    total = shared = 0
    fresh()
    begin_${index} = 0
${code.replace(/^/gm, '    ')}
    end_${index} = 0
case()
`,
  )
  .join('')}print(cart.total, own, [*tags], count)
`;
const PYTHONS = pythonVersions();

/** Each stop until the end of a case: line of the case's code, or the function that wrote, and the change. */
async function stopsOf(program: DebuggedPython, begin: number): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const outcome = await program.session.resume('continue', { timeoutMs: 20_000 });
    if (outcome.kind !== 'stopped' || outcome.reason === 'breakpoint') return seen;
    const { write, reason, location, functionName } = outcome;
    expect(reason).toBe('data breakpoint');
    const inCase = functionName === 'case' ? `${location.line - begin} case` : functionName;
    const where = location.path.endsWith('.py') ? inCase : location.path;
    seen.push(`${where}: ${write?.before} → ${write?.after}`);
  }
}

test.each(PYTHONS)(
  'each place that can be watched, on Python 3.$minor',
  async (version) => {
    using environment = environmentWithDebugpy(version);
    const { python } = environment;
    const cases = casesOn(version.minor);
    const text = textOf(cases);
    await using program = await DebuggedPython.start(
      { 'main.py': text },
      {
        python,
        breakpoints: cases.flatMap((_, index) => [{ at: `begin_${index} = 0` }, { at: `end_${index} = 0` }]),
      },
    );
    await program.firstStop();
    const { inspection } = program.session;
    const found: Case[] = [];
    for (const [index, [what, expression, code]] of cases.entries()) {
      const number = await inspection.writes.add({ expression, isLogged: false });
      const stops = await stopsOf(program, program.line(`begin_${index} = 0`));
      found.push([what, expression, code, stops]);
      await inspection.removeWatch(number);
      await program.go();
    }
    expect(found).toEqual(cases);
    expect(program.output('stdout')).toBe(execFileSync(python, ['-c', text], { encoding: 'utf8' }));
    expect(program.output('stderr')).toBe('');
  },
  60_000,
);
