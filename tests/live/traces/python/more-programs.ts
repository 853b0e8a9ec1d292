import type { TracedProgram } from './programs.ts';

/** Parts of Python programs, in ways that are harder to follow. */
export const MORE_PROGRAMS: readonly TracedProgram[] = [
  {
    name: 'comprehensions in each other, with conditions',
    text: `
def keep(n):
    return n % 2 == 0

def target(rows):
    flat = [cell for row in rows for cell in row if keep(cell)]
    table = {str(n): [m for m in range(n) if m] for n in flat}
    pairs = {(a, b) for a in flat for b in flat if a < b}
    total = sum(n * n for n in flat if n > 2)
    words = [
        name.upper()
        for name in table
        if len(name) == 1
    ]
    return len(table), sorted(pairs), total, words

print(target([[1, 2], [4, 5], [6]]))
`,
  },
  {
    name: 'decorators with arguments, on methods and classes',
    text: `
import functools

def times(n):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **more):
            result = None
            for _ in range(n):
                result = function(*args, **more)
            return result
        return wrapper
    return decorate

class counted:
    def __init__(self, function):
        self.function = function
        self.calls = 0

    def __call__(self, value):
        self.calls += 1
        return self.function(value)

@counted
def half(n):
    return n / 2

def target(n):
    seen = []

    @times(2)
    def note(value, more=1):
        seen.append(value + more)
        return len(seen)

    first = note(n)
    second = half(first)
    third = note(second, more=2)
    return first, second, third, half.calls

print(target(3))
`,
  },
  {
    name: 'context managers that are generators, hide errors, and stack',
    libraryCalls: ['contextlib.ExitStack', 'stack.enter_context', 'opened', 'contextlib.suppress'],
    text: `
import contextlib

log = []

@contextlib.contextmanager
def opened(name):
    log.append("open " + name)
    try:
        yield name.upper()
    finally:
        log.append("close " + name)

class Hides:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is KeyError

def target(names):
    found = []
    with contextlib.ExitStack() as stack:
        for name in names:
            found.append(stack.enter_context(opened(name)))
    with Hides():
        found.append({}["none"])
    with opened("x") as x, opened("y") as y:
        found.append(x + y)
    with contextlib.suppress(ZeroDivisionError):
        found.append(1 / 0)
    return found, len(log)

print(target(["a", "b"]))
`,
  },
  {
    name: 'generators: delegation, close, and what is thrown in',
    text: `
def inner(n):
    got = yield n
    return got

def target(n):
    total = n
    back = yield from inner(total)
    total += back
    try:
        total += yield total
    except ValueError as error:
        total = len(str(error))
    for each in (x * 2 for x in range(3)):
        yield each
    return total

run = target(2)
print(next(run), run.send(5), run.throw(ValueError("bad")), list(run))
`,
  },
  {
    name: 'async generators, comprehensions and locks',
    text: `
import asyncio

async def numbers(n):
    for each in range(n):
        await asyncio.sleep(0)
        yield each

async def double(n):
    await asyncio.sleep(0)
    return n * 2

async def target(n):
    lock = asyncio.Lock()
    found = [each async for each in numbers(n) if each]
    doubled = [await double(each) for each in found]
    async with lock:
        total = sum(doubled)
    try:
        late = await asyncio.wait_for(asyncio.sleep(9), 0.01)
    except asyncio.TimeoutError:
        late = "late"
    return found, total, late

print(asyncio.run(target(3)))
`,
  },
  {
    name: 'exceptions: raised from others, again, in else and finally',
    text: `
class Low(Exception):
    def __init__(self, n):
        super().__init__(n)
        self.n = n

def check(n):
    if n < 0:
        raise Low(n)
    return n

def target(values):
    notes = []
    for value in values:
        try:
            try:
                check(value)
            except Low as low:
                raise ValueError("low") from low
            else:
                notes.append("fine")
        except (ValueError, TypeError) as error:
            notes.append(type(error.__cause__).__name__)
            if value < -5:
                break
        finally:
            notes.append(value)
    else:
        notes.append("all")
    return notes

print(target([1, -2, 3, -9, 4]))
`,
  },
  {
    name: 'dataclasses, slots, properties and cached ones',
    libraryCalls: ['dataclasses.replace'],
    text: `
import dataclasses
import functools

@dataclasses.dataclass(order=True)
class Item:
    price: float
    tags: list = dataclasses.field(default_factory=list)

    @property
    def label(self):
        return "%s %s" % (self.price, len(self.tags))

class Point:
    __slots__ = ("x", "y")

    def __init__(self, x):
        self.x = x

class Shop:
    rate = 2

    def __init__(self, items):
        self.items = items

    @functools.cached_property
    def best(self):
        return max(self.items)

    @classmethod
    def named(cls, *prices):
        return cls([Item(price) for price in prices])

    @staticmethod
    def twice(n):
        return n * 2

def target(shop):
    point = Point(1)
    point.y = shop.twice(point.x)
    point.x += 5
    del point.y
    best = shop.best
    best.tags.append("top")
    label = best.label
    best.price *= shop.rate
    other = dataclasses.replace(best, price=0.5)
    smaller = other.price < best.price
    return label, smaller, point.x, hasattr(point, "y")

print(target(Shop.named(1.5, 3.0)))
`,
  },
  {
    name: 'names from around: global, nonlocal, and closures in loops',
    text: `
total = 0

def target(n):
    global total
    count = 0

    def add(by=1):
        nonlocal count
        count += by
        return count

    makers = [lambda x=x: x + count for x in range(3)]
    for step in range(n):
        add(step)
        total += count
    found = [make() for make in makers]
    del makers
    return found, total

print(target(4))
`,
  },
  {
    name: 'conditions: chained, short, in one line, and asserts',
    text: `
def ask(n):
    return n > 1

def target(a, b=None):
    low = 0 < a < 10
    either = b or ask(a) and "asked"
    kind = "small"
    if a > 5 or b:
        kind = "big"
    assert either, "nothing"
    while a > 0:
        a -= 2
    if not low:
        return None
    if a == 0 and (b is None or
            b > a):
        kind += "!"
    elif a < 0:
        kind += "?"
    try:
        assert a > 100, f"{a} of {kind!r:>8}"
    except AssertionError as error:
        kind = str(error)
    return low, either, kind

print(target(4), target(3, 2))
`,
  },
  {
    name: 'unpacking everywhere',
    text: `
def split(text, *others, sep=",", **more):
    return text.split(sep), others, more

def target(rows):
    (first, *middle), (last,) = rows
    head, (left, right), *rest = [1, (2, 3), 4, 5]
    parts, others, more = split("a,b", *middle, sep=",", **{"k": last})
    merged = {**more, "n": [*parts, *rest]}
    for index, (name, value) in enumerate(sorted(merged.items())):
        left += index
    a = b = [left]
    a[0], right = right, a[0]
    b += [head]
    return first, others, merged, a, right

print(target([[1, 2, 3], [4]]))
`,
  },
  {
    name: 'the walrus in loops, comprehensions and conditions',
    text: `
def read(items):
    return items.pop(0) if items else None

def target(items):
    seen = []
    while (item := read(items)) is not None:
        if (size := len(item)) > 2:
            seen.append(size)
    kept = [half for n in seen if (half := n // 2) > 1]
    if any((last := n) > 3 for n in seen):
        seen.append(last)
    return seen, kept, size

print(target(["a", "bcd", "efghi", "jk"]))
`,
  },
  {
    name: 'match: guards, classes, tables and captures',
    minor: 10,
    text: `
class Move:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

def target(commands):
    out = []
    for command in commands:
        match command:
            case ["go", *where] if where:
                out.append(len(where))
            case {"kind": kind, **others}:
                out.append((kind, others))
            case Move(0, y) | Move(y, 0):
                out.append(y)
            case Move():
                out.append("far")
            case str() as text:
                out.append(text)
            case None | True:
                continue
            case _:
                break
    return out

print(target([["go", 1, 2], {"kind": "k", "n": 1}, Move(0, 3), Move(1, 1), "t", None, 5, "never"]))
`,
  },
  {
    name: 'groups of exceptions: split, nested, and gathered by tasks',
    libraryCalls: ['group.create_task'],
    minor: 11,
    text: `
import asyncio

async def fails(error):
    await asyncio.sleep(0)
    raise error

async def target(errors):
    notes = []
    try:
        async with asyncio.TaskGroup() as group:
            for error in errors:
                group.create_task(fails(error))
    except* ValueError as group:
        notes.append(len(group.exceptions))
    except* (KeyError, TypeError) as group:
        notes.append(type(group.exceptions[0]).__name__)
    finally:
        notes.append("end")
    try:
        raise ExceptionGroup("outer", [ExceptionGroup("inner", [OSError(1)])])
    except* OSError as group:
        notes.append(group.message)
    return notes

print(asyncio.run(target([ValueError(1), KeyError(2), ValueError(3)])))
`,
  },
  {
    name: 'a property that is given and asked for in turn',
    text: `
class Price:
    def __init__(self, amount):
        self._amount = amount

    @property
    def amount(self):
        return self._amount

    @amount.setter
    def amount(self, amount):
        self._amount = amount

    @amount.deleter
    def amount(self):
        self._amount = None

def target(price):
    price.amount = 5
    first = price.amount
    price.amount = first + 1
    second = price.amount
    del price.amount
    return first, second

print(target(Price(1)))
`,
  },
];
