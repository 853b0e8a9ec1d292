/** A program whose function `target` is traced at its first call. */
export interface TracedProgram {
  readonly name: string;
  /** The first minor version that has its syntax. */
  readonly minor?: number;
  /** Calls of code that is not the program's, as they are written: the oracle sees only what own functions call of each other. */
  readonly libraryCalls?: readonly string[];
  readonly text: string;
}

/** Parts of Python programs, one in each. */
export const PROGRAMS: readonly TracedProgram[] = [
  {
    name: 'a loop with ifs',
    text: `
def price(item):
    return item * 2

def target(items, member):
    total = 0
    for item in items:
        cost = price(item)
        if cost > 10:
            total += cost
        elif cost == 4:
            total -= 1
        else:
            total += 1
    if member:
        total = total / 2
    return total

print(target([1, 2, 3, 6, 7, 8, 9], True))
`,
  },
  {
    name: 'while, break, continue and else',
    text: `
def target(n):
    seen = []
    while n > 0:
        n -= 1
        if n == 5:
            continue
        seen.append(n)
        if n == 2:
            break
    else:
        seen.append(-1)
    for x in seen:
        if x > 100:
            break
    else:
        n = 99
    return n

print(target(9))
`,
  },
  {
    name: 'an endless loop that is left',
    text: `
def target(limit):
    count = 0
    while True:
        count += 1
        if count >= limit:
            return count

print(target(6))
`,
  },
  {
    name: 'nested loops',
    text: `
def target(rows):
    total = 0
    grid = []
    for row in rows:
        line = []
        for cell in row:
            if cell:
                line.append(cell)
            total += cell
        grid.append(line)
    return total, grid

print(target([[1, 0], [0, 2], [3, 4], [], [5, 6]]))
`,
  },
  {
    name: 'try, except, else and finally',
    text: `
def parse(text):
    return int(text)

def target(texts):
    good = 0
    bad = 0
    for text in texts:
        try:
            value = parse(text)
        except ValueError as error:
            bad += 1
            message = str(error)
        else:
            good += value
        finally:
            good += 0
    return good, bad

print(target(["1", "x", "3", "4"]))
`,
  },
  {
    name: 'an exception that leaves',
    text: `
def check(n):
    if n < 0:
        raise ValueError("negative")
    return n

def target(n):
    a = check(n)
    b = check(a - 10)
    return b

try:
    target(5)
except ValueError as error:
    print(error)
`,
  },
  {
    name: 'finally on the way out',
    text: `
def target(items):
    closed = False
    try:
        for item in items:
            if item == 2:
                raise KeyError(item)
    finally:
        closed = True
    return closed

try:
    target([1, 2, 3])
except KeyError as error:
    print(repr(error))
`,
  },
  {
    name: 'recursion',
    text: `
def target(n):
    if n <= 1:
        return 1
    rest = target(n - 1)
    return n * rest

print(target(5))
`,
  },
  {
    name: 'closures',
    text: `
def target(start):
    count = start
    def step(by):
        nonlocal count
        count += by
        return count
    first = step(1)
    second = step(10)
    return first + second + count

print(target(0))
`,
  },
  {
    name: 'a method and its object',
    text: `
class Cart:
    def __init__(self):
        self.items = []
        self.total = 0

    def add(self, price):
        self.items.append(price)
        return len(self.items)

    def target(self, prices):
        for price in prices:
            self.add(price)
            self.total += price
        if self.total > 10:
            self.coupon = "ten"
        return self.total

print(Cart().target([3, 4, 5]))
`,
  },
  {
    name: 'slots and dataclasses',
    text: `
from dataclasses import dataclass

@dataclass
class Point:
    x: int
    y: int = 0

class Slotted:
    __slots__ = ("a", "b")

def target():
    p = Point(1)
    p.y = 5
    s = Slotted()
    s.a = 1
    s.a = 2
    del s.a
    return p.x + p.y

print(target())
`,
  },
  {
    name: 'a generator',
    text: `
def target(n):
    a, b = 0, 1
    while n:
        yield a
        a, b = b, a + b
        n -= 1

print(list(target(6)))
`,
  },
  {
    name: 'a generator that is sent to',
    text: `
def target():
    got = None
    total = 0
    while True:
        got = yield total
        if got is None:
            break
        total += got
    return total

g = target()
next(g)
g.send(3)
g.send(4)
try:
    g.send(None)
except StopIteration as stop:
    print(stop.value)
`,
  },
  {
    name: 'an async function',
    text: `
import asyncio

async def fetch(n):
    await asyncio.sleep(0)
    if n == 2:
        raise LookupError("two")
    return n * 2

async def target(n):
    total = 0
    for i in range(n):
        try:
            got = await fetch(i)
        except LookupError:
            got = -1
        total += got
    return total

print(asyncio.run(target(4)))
`,
  },
  {
    name: 'async for and async with',
    text: `
import asyncio

class Context:
    async def __aenter__(self):
        return 7

    async def __aexit__(self, *args):
        return False

async def numbers(n):
    for i in range(n):
        yield i

async def target(n):
    total = 0
    async with Context() as seven:
        total += seven
        async for i in numbers(n):
            total += i
    return total

print(asyncio.run(target(3)))
`,
  },
  {
    name: 'tasks side by side',
    text: `
import asyncio

async def target(name, n):
    done = []
    for i in range(n):
        await asyncio.sleep(0)
        done.append(name + str(i))
    return done

async def main():
    return await asyncio.gather(target("a", 3), target("b", 2))

print(asyncio.run(main()))
`,
  },
  {
    name: 'comprehensions',
    text: `
def double(x):
    return x * 2

def target(items):
    squares = [x * x for x in items]
    doubles = [double(x) for x in items if x % 2]
    table = {x: double(x) for x in items}
    unique = {x % 3 for x in items}
    total = sum(double(x) for x in items)
    return squares, doubles, table, len(unique), total

print(target([1, 2, 3, 4]))
`,
  },
  {
    name: 'context managers',
    text: `
class Guard:
    def __init__(self, swallows):
        self.swallows = swallows

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return self.swallows

def target():
    steps = []
    with Guard(False) as guard:
        steps.append(1)
    with Guard(True):
        steps.append(2)
        raise KeyError("k")
    steps.append(3)
    return steps

print(target())
`,
  },
  {
    name: 'decorators',
    text: `
import functools

def twice(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        first = function(*args, **kwargs)
        return function(first)
    return wrapper

@twice
def grow(n, by=1):
    return n + by

def target(n):
    a = grow(n)
    @twice
    def shrink(x):
        return x - 1
    b = shrink(a)
    return a, b

print(target(3))
`,
  },
  {
    name: 'destructuring and star arguments',
    text: `
def spread(a, *rest, key=None, **more):
    return a + len(rest) + len(more)

def target(pairs):
    total = 0
    for index, (left, right) in enumerate(pairs):
        first, *others = left, right, index
        total += spread(first, *others, key=1, x=2)
    (a, b), c = pairs[0], total
    return a + b + c

print(target([(1, 2), (3, 4), (5, 6)]))
`,
  },
  {
    name: 'statements on several lines',
    text: `
def join(*parts):
    return "-".join(parts)

def target(a, b):
    text = join(
        a,
        b,
        "c",
    )
    total = (len(text) +
             len(a) +
             len(b))
    if (total > 3 and
            total < 100):
        total = total \\
            + 1
    values = [
        total
        for _ in range(3)
    ]
    return values

print(target("x", "yy"))
`,
  },
  {
    name: 'lists, tables and deletions',
    text: `
def target():
    items = [1, 2, 3]
    items[1] = 20
    items.append(4)
    items.pop(0)
    table = {"a": 1}
    table["b"] = items
    table["a"] = 1.0
    del table["b"]
    gone = 5
    del gone
    seen = set()
    seen.add(3)
    alias = items
    alias.append(9)
    return len(items)

print(target())
`,
  },
  {
    name: 'values that are hard to tell apart',
    text: `
def target():
    x = 1
    x = True
    x = 1.0
    x = float("nan")
    x = float("nan")
    x = 0.0
    x = -0.0
    x = None
    x = "1"
    x = 10 ** 30
    x = 10 ** 30
    return x

print(target())
`,
  },
  {
    name: 'inner classes, lambdas and the walrus',
    text: `
def target(items):
    class Local:
        size = 3
        def get(self):
            return self.size
    add = lambda a, b: a + b
    total = 0
    for item in items:
        if (n := item * 2) > 4:
            total = add(total, n)
    local = Local()
    return total + local.get()

print(target([1, 2, 3, 4]))
`,
  },
  {
    name: 'operators, properties and iteration of own classes',
    text: `
class Money:
    def __init__(self, amount):
        self.amount = amount

    def __add__(self, other):
        return Money(self.amount + other.amount)

    @property
    def cents(self):
        return self.amount * 100

class Purse:
    def __init__(self, *amounts):
        self.amounts = amounts

    def __iter__(self):
        return iter(Money(each) for each in self.amounts)

    def __len__(self):
        return len(self.amounts)

def target(purse):
    total = Money(0)
    for money in purse:
        total = total + money
    return total.cents + len(purse)

print(target(Purse(1, 2, 3)))
`,
  },
  {
    name: 'match',
    minor: 10,
    text: `
def target(commands):
    log = []
    for command in commands:
        match command:
            case ["go", where]:
                log.append(where)
            case {"turn": angle} if angle > 0:
                log.append(angle)
            case int() | float():
                log.append("number")
            case _:
                log.append("?")
    return log

print(target([["go", "n"], {"turn": 9}, 4, "x", {"turn": -1}]))
`,
  },
  {
    name: 'groups of exceptions',
    minor: 11,
    text: `
def target():
    caught = []
    try:
        raise ExceptionGroup("all", [ValueError(1), TypeError(2)])
    except* ValueError as group:
        caught.append("value")
    except* TypeError as group:
        caught.append("type")
    return caught

print(target())
`,
  },
];
