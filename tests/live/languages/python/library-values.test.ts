import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';

const PACKAGES = {
  'bs4/__init__.py': `
class NavigableString(str):
    def __repr__(self): print("repr was called"); return "?"
class Tag:
    def __init__(self, name, attrs, *contents): self.name, self.attrs, self.contents = name, attrs, list(contents)
    def __getattr__(self, name): print("searched for", name)
    def __len__(self): print("len was called"); return 0
`,
  'celery/__init__.py': '',
  'celery/app/__init__.py': '',
  'celery/app/task.py': 'class Task:\n    name = None\n',
  'celery/local.py': `
class PromiseProxy:
    def __init__(self, make): object.__setattr__(self, "make", make)
    @property
    def __dict__(self): print("made"); return {}
    def __getattr__(self, name): print("made"); return 1
`,
  'polars/__init__.py': `
class Head:
    def __init__(self, rows): self.found = rows
    def rows(self): return self.found
class DataFrame:
    columns, dtypes, shape, width = ["k", "v"], ["String", "Int64"], (3, 2), 2
    def head(self, count): return Head([("x", 1), ("y", None), ("z", 3)][:count])
class LazyFrame:
    def __getattr__(self, name): print("collected"); return 1
`,
};

const OF_PACKAGES = `
import bs4, celery.app.task, celery.local, polars

class ship(celery.app.task.Task):
    name = "shop.ship"

def look():
    cell = bs4.Tag("td", {"class": ["n", "wide"], "id": "x"}, bs4.NavigableString("Ada "), bs4.Tag("b", {}, bs4.NavigableString("L.")))
    made, unmade = celery.local.PromiseProxy(None), celery.local.PromiseProxy(None)
    object.__setattr__(made, "__thing", ship())
    table, lazy = polars.DataFrame(), polars.LazyFrame()
    return cell

look()
`;

test('elements, tasks and tables are shown by what they are looked at for, and nothing is made for it', async () => {
  const files = { 'main.py': OF_PACKAGES, ...PACKAGES };
  await using program = await DebuggedPython.start(files, { breakpoints: [{ at: 'return cell' }] });
  await program.firstStop();
  expect(await program.locals()).toEqual([
    `cell = <td class="n wide" id="x"> 'Ada L.' (2 inside)`,
    'made = <task shop.ship>',
    'unmade = <task, not made yet>',
    "table = DataFrame(3 rows × 2 columns: k String, v Int64) [('x', 1), ('y', None), ('z', 3)]",
    'lazy = <LazyFrame, not collected>',
  ]);
  expect(program.output('stdout')).toBe('');
});

const WRAPPERS = `
import collections, functools
import xml.etree.ElementTree as tree

class Trap:
    def __repr__(self): print("repr was called"); return "?"

class Slotted:
    __slots__ = ("name", "__key", "age")
    def __init__(self): self.name, self.__key, self.age = "n", 1, 2

@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)

def look():
    several, part = slice(1, Trap()), functools.partial(max, Trap(), key=abs)
    recent, slotted = collections.deque([1, 2], maxlen=5), Slotted()
    numbers = fib(5) and fib
    view, huge = memoryview(b"abc"), 2 ** 4000
    element = tree.fromstring("<a x='1'>t<b>u</b></a>")
    return element

look()
`;

test('what Python wraps others in is shown with it, slots stand in their order, and an integer that is asked for is whole', async () => {
  await using program = await DebuggedPython.start(
    { 'main.py': WRAPPERS },
    { breakpoints: [{ at: 'return element' }] },
  );
  await program.firstStop();
  expect(await program.locals()).toEqual([
    'several = slice(1, <Trap>)',
    'part = partial(<built-in max>, <Trap>, key=<built-in abs>)',
    'recent = deque([1, 2], maxlen=5)',
    "slotted = Slotted(name='n', _Slotted__key=1, age=2)",
    'numbers = <cached function fib(n), 3 hits, 6 misses>',
    "view = <memoryview of 3 bytes: b'abc'>",
    'huge = <integer of 4001 bits>',
    `element = <a x="1"> 'tu' (1 inside)`,
  ]);
  expect(await program.value('huge')).toBe(`${2n ** 4000n}`);
  expect(program.output('stdout')).toBe('');
});

const AWAITING = `
import asyncio

class Plain:
    def __init__(self): self.a = 1
    def __repr__(self): print("repr was called"); return "?"

async def nothing(): return None
async def thing(): return Plain()
async def bad(): raise ValueError("x")

async def main():
    x = 1
    return x

asyncio.run(main())
`;

test('what is awaited in an evaluation is described as other values are, and ends at its time limit', async () => {
  await using program = await DebuggedPython.start({ 'main.py': AWAITING }, { breakpoints: [{ at: 'return x' }] });
  await program.firstStop();
  const limits = { depth: 0, maxChildren: 9, maxTextLength: 80, readOnly: false };
  const expression = 'await nothing()';
  expect(await program.session.inspection.evaluate({ ...limits, expression })).toMatchObject({
    type: 'NoneType',
    value: 'None',
  });
  expect(await program.value('await thing()')).toBe('Plain(a=1)');
  expect(await program.value('await bad()')).toBe('ValueError: x');
  expect(await program.value('await asyncio.sleep(60)', { timeoutMs: 300 })).toBe('timeout');
  expect(await program.value('x')).toBe('1');
  expect(await program.go()).toBe('exited 0');
  expect(program.output('stdout')).toBe('');
});

const TYPES = `
class _SecretBase:
    def __init__(self, value): self._secret_value = value

class SecretStr(_SecretBase):
    def __repr__(self): print("repr was called"); return "SecretStr('**********')"
`;

const PROGRAM = `
import datetime
from pydantic.types import SecretStr

class Token(SecretStr):
    pass

class Config:
    def __init__(self): self.url = "http://x"; self.key = SecretStr("hunter2")

class Zone(datetime.tzinfo):
    def utcoffset(self, moment): print("zone was called"); return datetime.timedelta(0)

class Moment(datetime.datetime):
    def __repr__(self): print("repr was called"); return "?"

def look():
    config, token = Config(), Token("hunter2")
    plain = Moment(2020, 1, 2, 3, 4, 5)
    zoned = Moment(2020, 1, 2, 3, 4, 5, 60, Zone())
    try:
        try:
            {}["port"]
        except KeyError as error:
            raise ValueError("bad") from error
    except ValueError as error:
        caused = error
    try:
        try:
            {}["port"]
        except KeyError:
            raise ValueError("worse")
    except ValueError as error:
        during = error
    return config

look()
`;

test('values of libraries are shown as these show them, by code of ours', async () => {
  const files = { 'main.py': PROGRAM, 'pydantic/__init__.py': '', 'pydantic/types.py': TYPES };
  await using program = await DebuggedPython.start(files, { breakpoints: [{ at: 'return config' }] });
  await program.firstStop();
  expect(await program.locals()).toEqual([
    "config = Config(url='http://x', key=SecretStr('**********'))",
    "token = Token('**********')",
    "plain = Moment('2020-01-02 03:04:05')",
    "zoned = Moment('2020-01-02 03:04:05.000060 Zone')",
    "caused = ValueError('bad')",
    "during = ValueError('worse')",
  ]);
  const childrenOf = async (expression: string) => {
    const request = { expression, readOnly: false, depth: 1, maxChildren: 9, maxTextLength: 80 };
    const outcome = await program.session.inspection.evaluate(request);
    return outcome.kind === 'value' ? outcome.children?.map(({ name, value }) => `${name} = ${value}`) : outcome;
  };
  expect(await childrenOf('token')).toBe(undefined);
  expect(await childrenOf('caused')).toEqual(["args = ('bad',)", "__cause__ = KeyError('port')"]);
  expect(await childrenOf('during')).toEqual(["args = ('worse',)", "__context__ = KeyError('port')"]);
  expect(await program.go()).toBe('exited 0');
  expect(program.output('stdout')).toBe('');
});

const CALLED_BACK = `
import sys

class Loud:
    def __init__(self, name): self.name = name
    def __str__(self): print("str of", self.name); return self.name
    def __del__(self): print("del of", self.name)

def look():
    errors = [Loud("one"), Loud("two")]
    return errors

held = look()
sys.stdout.write("end\\n")
held.clear()
`;

test('a function in C calls nothing of the program back where that is refused, and all is as before', async () => {
  await using program = await DebuggedPython.start(
    { 'main.py': CALLED_BACK },
    { breakpoints: [{ at: 'return errors' }] },
  );
  await program.firstStop();
  const ours = "sys.modules['_pydevd_bundle.pydevd_constants'].mcp_debugger_package.module('refused_calls')";
  // What fails in a destructor is reported and goes on, as it is in pydantic's errors.
  expect(await program.value(`${ours}.refusing_python([Loud("a"), Loud("b")].clear)`)).toBe('None');
  expect(await program.value(`${ours}.refusing_python(str, errors[0])`)).toBe('None');
  expect(await program.value('sys.getprofile() is None and sys.unraisablehook is sys.__unraisablehook__')).toBe('True');
  expect([program.output('stdout'), program.output('stderr')]).toEqual(['', '']);
  expect(await program.go()).toBe('exited 0');
  expect(program.output('stdout')).toBe('end\ndel of two\ndel of one\n');
});

// As pydantic 1 has them: errors of models within models, each in a wrapper that knows where it is.
const EARLY_ERRORS = `
class Wrapper:
    __slots__ = ("exc", "_loc")
    def __init__(self, exc, loc): self.exc, self._loc = exc, loc

class ValidationError(ValueError):
    __slots__ = ("raw_errors", "model")
    def __init__(self, errors, model): self.raw_errors, self.model = errors, model
    def __str__(self): print("str was called"); return "?"

class NotGreater(ValueError):
    msg_template = "ensure this value is greater than {limit}"
    def __init__(self, **values): self.__dict__ = values
    def __str__(self): print("str was called"); return "?"
`;
const EARLY_PROGRAM = `
from pydantic.error_wrappers import NotGreater, ValidationError, Wrapper

class Own(ValueError):
    def __str__(self): print("str was called"); return "?"

class Line: pass
class Order: pass

def look():
    line = ValidationError([Wrapper(NotGreater(limit=0), ("qty",)), Wrapper(ValueError("no such article"), "sku")], Line)
    error = ValidationError([[Wrapper(line, ("lines", 0))], Wrapper(Own("x"), ("__root__",))], Order)
    return error

look()
`;

test('errors of early pydantic are shown by where they are and what they say, without code of the program', async () => {
  const files = { 'main.py': EARLY_PROGRAM, 'pydantic/__init__.py': '', 'pydantic/error_wrappers.py': EARLY_ERRORS };
  await using program = await DebuggedPython.start(files, { breakpoints: [{ at: 'return error' }] });
  await program.firstStop();
  const said = 'lines.0.qty: ensure this value is greater than 0; lines.0.sku: no such article; __root__: Own';
  const { locals } = await program.session.report({ depth: 0, maxChildren: 20, maxTextLength: 200 });
  expect(locals.find(({ name }) => name === 'error')?.value).toBe(`ValidationError(Order; ${said})`);
  expect(await program.go()).toBe('exited 0');
  expect(program.output('stdout')).toBe('');
});
