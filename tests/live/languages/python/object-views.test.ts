import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';

/** Modules of the names of libraries, with classes that hold what those hold. Whatever reading them ran would be printed. */
const LIBRARIES = {
  'pydantic/main.py': `
class BaseModel:
    __slots__ = "__dict__", "__pydantic_extra__", "__pydantic_private__"
    def __repr__(self): print("repr was called"); return "?"
`,
  'sqlalchemy/orm/state.py': `
class InstanceState:
    def __init__(self, key, *names): self.key = key; self.manager = dict.fromkeys(names); self.committed_state = {}
`,
  'sqlalchemy/engine/row.py': `
class BaseRow:
    __slots__ = "_data", "_key_to_index", "_parent"
class Row(BaseRow):
    __slots__ = ()
    def __getattr__(self, name): print("attribute was asked for"); raise AttributeError(name)
`,
  'django/db/models/base.py': `
class Field:
    def __init__(self, attname): self.attname = attname
class Options:
    def __init__(self, *names): self.local_fields = [Field(name) for name in names]
class ModelState:
    def __init__(self): self.fields_cache = {}
class Deferred:
    def __get__(self, record, cls): print("query was run"); return 1
class Model:
    def __init__(self, **fields): self._state = ModelState(); self.__dict__.update(fields)
    def __str__(self): print("str was called"); return "?"
`,
  'django/db/models/query.py': `
class QuerySet:
    def __init__(self, model, fetched=None): self.model = model; self._db = None; self._result_cache = fetched
    def __iter__(self): print("query was run"); return iter(())
    __len__ = __bool__ = __repr__ = __getitem__ = __iter__
`,
  'werkzeug/local.py': `
from operator import attrgetter
class LocalProxy:
    __slots__ = ("__wrapped", "_get_current_object")
    def __init__(self, wrapped, name=None):
        get_name = (lambda obj: obj) if name is None else attrgetter(name)
        def _get_current_object(): print("code was called"); return get_name(wrapped())
        object.__setattr__(self, "_LocalProxy__wrapped", wrapped)
        object.__setattr__(self, "_get_current_object", _get_current_object)
    def __getattr__(self, name): print("attribute was asked for")
`,
  'werkzeug/sansio/request.py': `
class Request:
    def __init__(self, headers):
        self.scheme, self.root_path, self.environ = "http", "", {"a": 1}
        self.headers, self.query_string, self.path, self.method, self._cached = headers, b"x=1", "/p", "POST", 1
    @property
    def json(self): print("property was read")
`,
  'werkzeug/datastructures/headers.py': `
class Headers:
    def __init__(self, pairs): self._list = pairs
`,
};

const MAIN = `
import contextvars
import datetime
import enum
import sys
from pydantic.main import BaseModel
from sqlalchemy.orm.state import InstanceState
from sqlalchemy.engine.row import Row
from django.db.models.base import Deferred, Model, Options
from django.db.models.query import QuerySet
from werkzeug.local import LocalProxy
from werkzeug.sansio.request import Request
from werkzeug.datastructures.headers import Headers

class User(BaseModel):
    pass

class Parent:
    name = Deferred()

class Book(Model):
    _meta = Options("id", "title", "author_id")
    title = Deferred()

class Context:
    def __init__(self, request): self.request = request; self._session = {"user": 7}
    @property
    def session(self): print("session was opened")

class Span(datetime.timedelta):
    def __repr__(self): print("repr was called"); return "?"

class Day(datetime.date):
    __repr__ = Span.__repr__

class Flags(enum.Flag):
    A = 1
    B = 2

class Equal(str):
    def __eq__(self, other): print("eq was called"); return True
    __hash__ = str.__hash__

def mapped(cls, key, **loaded):
    made = cls()
    made.__dict__.update(_sa_instance_state=InstanceState(key, "id", "name"), **loaded)
    return made

def fake(name, module):
    made = type(name, (), {"__module__": module, "size": property(lambda self: print("property was read"))})()
    made.own = 1
    return made

def look():
    user = User()
    user.name = "Zoe"
    user.__pydantic_extra__, user.__pydantic_private__ = {"more": 1}, {"_kept": 2}
    loaded, expired, fresh = mapped(Parent, (1,), id=1), mapped(Parent, (1,)), mapped(Parent, None)
    row = Row()
    row._data, row._key_to_index = (1, "Ann"), {"id": 0, "name": 1, 0: 0}
    author = Book(id=2, title="A", author_id=None)
    book = Book(id=1, author_id=2)
    book._state.fields_cache["author"] = author
    lazy, fetched = QuerySet(Book), QuerySet(Book, [author])
    current = contextvars.ContextVar("current")
    current.set(Context(Request(Headers([("Host", "x"), ("Accept", "y")]))))
    request, session, context = LocalProxy(current, "request"), LocalProxy(current, "session"), LocalProxy(current)
    unbound, called = LocalProxy(contextvars.ContextVar("empty")), LocalProxy(lambda: print("code was called"))
    span, day, flags = Span(hours=2), Day(2024, 1, 2), Flags.A | Flags.B
    return user

def more():
    array, frame, secret = fake("ndarray", "numpy"), fake("DataFrame", "pandas"), fake("QuerySet", "django.db.models.query")
    odd = Parent()
    odd.__dict__[Equal("_sa_instance_state")] = 1
    tables = [{"id": 1, "name": "a long name of it"}] * 12
    return tables

look()
more()
`;

test('objects of libraries are shown as their data', async () => {
  const breakpoints = [{ at: 'return user' }, { at: 'return tables' }];
  const files = { 'main.py': MAIN, ...LIBRARIES };
  await using program = await DebuggedPython.start(files, { breakpoints });
  await program.firstStop();
  expect(await program.locals()).toEqual([
    "user = User(name='Zoe', more=1, _kept=2)",
    'loaded = Parent(id=1, name=<not loaded>)',
    'expired = Parent(id=<not loaded>, name=<not loaded>)',
    'fresh = <Parent>',
    "row = Row(id=1, name='Ann')",
    "author = Book(id=2, title='A', author_id=None)",
    "book = Book(id=1, author_id=2, title=<not loaded>, author=Book(id=2, title='A', author_id=None))",
    'lazy = <QuerySet of Book, not fetched>',
    "fetched = QuerySet [Book(id=2, title='A', author_id=None)]",
    expect.stringMatching(/^current = <ContextVar/),
    "request = Request(method='POST', path='/p', query_string=b'x=1', headers=Headers(Host='x', Accept='y'))",
    "session = {'user': 7}",
    expect.stringMatching(/^context = Context\(request=Request\(method='POST', /),
    'unbound = <LocalProxy, not bound here>',
    'called = <LocalProxy, not bound here>',
    'span = Span(seconds=7200)',
    "day = Day('2024-01-02')",
    expect.stringMatching(/^flags = (Flags\.A\|B|Flags\(3\))$/),
  ]);
  await program.go();
  const locals = await program.locals();
  expect(locals.slice(0, -1)).toEqual([
    'array = ndarray(own=1)',
    'frame = DataFrame(own=1)',
    'secret = QuerySet(own=1)',
    'odd = <Parent>',
  ]);
  // What has no room is cut off by itself: it never reads as if some of it were shown.
  expect(locals.at(-1)).toMatch(/^tables = \[\{'id': 1, 'name': 'a long name of it'\}, .*… \d+ more\]$/);
  expect(locals.at(-1)).not.toMatch(/\{… \d+ more\}/);
  expect(await program.go()).toBe('exited 0');
  expect(program.output('stdout')).toBe('');
});
