"""Runs inside the debuggee: what objects of well-known libraries are shown by, read from what they hold. Nothing is fetched or computed for
it: no query runs, no lazy attribute is loaded.
"""

import operator
import sys
import types

from . import describe_values
from .read_values import MISSING, OWN_TABLES, SIMPLE, attributes, class_name, clip, facts_of, inherits, instance_dict, is_a, mro

# Stands for what a database has and the object does not: reading it would run a query.
NOT_LOADED = object()
REQUEST_PARTS = ("method", "path", "query_string", "path_params", "view_args")
RESPONSE_PARTS = ("status_code", "_status", "headers", "_container", "response")
REQUEST_MACHINERY = (
    "environ", "META", "shallow", "cache", "scheme", "server", "root_path", "path_info", "resolver_match", "json_module",
)
RESPONSE_MACHINERY = ("direct_passthrough", "closed", "cookies")
FUTURE_MACHINERY = (
    "_state", "_result", "_exception", "_exception_tb", "_loop", "_callbacks", "_source_traceback", "_asyncio_future_blocking",
    "_log_traceback", "_cancel_message", "_cancelled_exc", "_coro", "_context", "_must_cancel", "_num_cancels_requested", "_fut_waiter",
    "_name", "_log_destroy_pending", "_condition", "_waiters", "_done_callbacks",
)


def class_attribute(value, name):
    """The attribute that the classes of an object have under a name, as it stands there."""
    for cls in mro(type(value)):
        found = type.__dict__["__dict__"].__get__(cls).get(name, MISSING)
        if found is not MISSING:
            return found
    return MISSING


def entry(table, name):
    """The item under a text in a table. Keys of other types are not asked whether they are equal to it."""
    for key, item in list(dict.items(table)):
        if type(key) is str and key == name:
            return item
    return MISSING


def held(value, name):
    """The value that an object holds under a name: in its table, in a slot, or as data in its class."""
    own = instance_dict(value)
    found = MISSING if own is None else entry(own, name)
    if found is not MISSING:
        return found
    found = class_attribute(value, name)
    if id(type(found)) in OWN_TABLES:
        try:
            return found.__get__(value)
        except AttributeError:
            return MISSING
    return found if id(type(found)) in SIMPLE or type(found) is tuple or type(found) is dict else MISSING


def without_machinery(value, *machinery):
    return [pair for pair in attributes(value) if pair[0] not in machinery]


def model_attributes(value):
    """A model of pydantic: its fields, what it takes besides, its private attributes."""
    found = list(attributes(value))
    for name in ("__pydantic_extra__", "__pydantic_private__"):
        more = held(value, name)
        if type(more) is dict:
            found.extend(pair for pair in more.items() if type(pair[0]) is str)
    return found


def is_mapped(value):
    return is_a(held(value, "_sa_instance_state"), "sqlalchemy.orm.state", "InstanceState")


def mapped_attributes(value):
    """An object that SQLAlchemy maps to a row: what is loaded of it, and the names of what is not."""
    found = without_machinery(value, "_sa_instance_state")
    state = held(value, "_sa_instance_state")
    if held(state, "key") in (None, MISSING):
        return found
    manager = held(state, "manager")
    names = list(dict.keys(manager)) if inherits(manager, dict) else []
    there = [name for name, _ in found]
    return found + [(name, NOT_LOADED) for name in names if type(name) is str and name not in there]


def row_attributes(value):
    """A row of a result of SQLAlchemy: the names of its columns with its values."""
    data, places = held(value, "_data"), held(value, "_key_to_index")
    if type(data) is not tuple or type(places) is not dict:
        return None
    named = [(key, at) for key, at in places.items() if type(key) is str and type(at) is int and 0 <= at < len(data)]
    return [(key, data[at]) for key, at in sorted(named, key=lambda each: each[1])]


def record_attributes(value):
    """A record of Django: its fields, what is not loaded of them, and the related records that are."""
    found = without_machinery(value, "_state", "_prefetched_objects_cache")
    there = [name for name, _ in found]
    meta = class_attribute(value, "_meta")
    fields = held(meta, "local_fields") if meta is not MISSING else MISSING
    for field in list(fields) if type(fields) is list else []:
        name = held(field, "attname")
        if type(name) is str and name not in there:
            found.append((name, NOT_LOADED))
    related = held(held(value, "_state"), "fields_cache")
    return found + [pair for pair in related.items() if type(pair[0]) is str] if type(related) is dict else found


def message_attributes(value, parts, machinery):
    """A request or a response: its parts first."""
    own = list(attributes(value))
    there = [name for name, _ in own]
    first = [(name.lstrip("_"), held(value, name)) for name in parts if name in there or held(value, name) is not MISSING]
    meta = held(value, "META")
    if type(meta) is dict:
        first.append(("query_string", entry(meta, "QUERY_STRING") or None))
    rest = [pair for pair in own if pair[0] not in parts + machinery and pair[0][0] != "_" and pair[1] is not None]
    return [pair for pair in first if pair[1] not in (None, MISSING)] + rest


def scope_attributes(value):
    """A request of Starlette, which FastAPI hands out: it keeps all in the table that the server gave."""
    scope = held(value, "scope")
    if type(scope) is not dict:
        return None
    found = [(name, entry(scope, name)) for name in REQUEST_PARTS]
    found.extend((name, held(value, "_" + name)) for name in ("json", "form", "body"))
    return [pair for pair in found if pair[1] is not MISSING]


def headers_attributes(value):
    """Tables of headers, which compare names without case."""
    store = held(value, "_store")
    if type(store) is dict:
        return [(pair[0], pair[1]) for pair in store.values() if type(pair) is tuple and len(pair) == 2]
    environ = held(value, "environ")
    if type(environ) is dict:
        sent = [(name[5:] if name.startswith("HTTP_") else name, item) for name, item in environ.items() if is_header(name)]
        return [(name.replace("_", "-").title(), item) for name, item in sent]
    pairs = held(value, "_list")
    return [(str(pair[0]), pair[1]) for pair in pairs if type(pair) is tuple] if type(pairs) is list else None


def is_header(name):
    return type(name) is str and (name.startswith("HTTP_") or name in ("CONTENT_TYPE", "CONTENT_LENGTH"))


def future_attributes(value):
    """A future or a task, of asyncio or of concurrent.futures: its state and what it came to, read without asking it."""
    state, error, coroutine, name = (held(value, name) for name in ("_state", "_exception", "_coro", "_name"))
    if is_a(value, "_asyncio", "Task"):
        name = sys.modules["_asyncio"].Task.get_name(value)
    found = [("state", state.lower())] if type(state) is str else []
    if type(state) is str and state == "FINISHED":
        found.append(("result", held(value, "_result")) if error is None or error is MISSING else ("exception", error))
    found.extend(pair for pair in (("name", name), ("coro", coroutine)) if pair[1] is not MISSING)
    return found + without_machinery(value, *FUTURE_MACHINERY)


def view_of(value):
    if not facts_of(type(value)).is_known:
        # What SQLAlchemy maps may be of any class.
        return mapped_attributes(value) if "sqlalchemy.orm.state" in sys.modules and is_mapped(value) else None
    if is_a(value, "asyncio.futures", "Future", "_PyFuture") or is_a(value, "concurrent.futures._base", "Future"):
        return future_attributes(value)
    if is_a(value, "pydantic.main", "BaseModel"):
        return model_attributes(value)
    if is_a(value, "sqlalchemy.engine.row", "Row", "BaseRow"):
        return row_attributes(value)
    if "sqlalchemy.orm.state" in sys.modules and is_mapped(value):
        return mapped_attributes(value)
    if is_a(value, "django.db.models.base", "Model"):
        return record_attributes(value)
    if is_a(value, "django.http.request", "HttpRequest") or is_a(value, "werkzeug.sansio.request", "Request"):
        return message_attributes(value, REQUEST_PARTS, REQUEST_MACHINERY)
    if is_a(value, "django.http.response", "HttpResponseBase") or is_a(value, "werkzeug.sansio.response", "Response"):
        return message_attributes(value, RESPONSE_PARTS, RESPONSE_MACHINERY)
    if is_a(value, "starlette.requests", "HTTPConnection"):
        return scope_attributes(value)
    if is_a(value, "werkzeug.datastructures.headers", "Headers") or is_a(value, "django.http.response", "ResponseHeaders"):
        return headers_attributes(value)
    return None


def shown_attributes(value):
    """Name and value of what an object is shown by."""
    found = view_of(value)
    return attributes(value) if found is None else found


def proxied(value):
    """The object that a proxy of werkzeug stands for in this context: MISSING if it stands for none, or only its code could say."""
    wrapped = held(value, "_LocalProxy__wrapped")
    if not is_a(wrapped, "contextvars", "ContextVar"):
        return MISSING
    holder = wrapped.get(MISSING)
    get = held(value, "_get_current_object")
    cells = dict(zip(get.__code__.co_freevars, get.__closure__ or ())) if type(get) is types.FunctionType else {}
    getter = cells["get_name"].cell_contents if "get_name" in cells else None
    if holder is MISSING or type(getter) is not operator.attrgetter:
        return holder
    name = operator.attrgetter.__reduce__(getter)[1][0]
    own = held(holder, name)
    # Flask opens the session when it is asked for; it is kept under this name.
    return own if own is not MISSING else held(holder, "_" + name)


def stands_for(value):
    """(what comes before it, the value that another one is shown as); None for values that are shown as themselves."""
    if is_a(value, "werkzeug.local", "LocalProxy"):
        inner = proxied(value)
        return None if inner is MISSING else ("", inner)
    if is_a(value, "django.db.models.query", "QuerySet"):
        fetched = held(value, "_result_cache")
        return (class_name(type(value)) + " ", fetched) if type(fetched) is list else None
    return None


def stand_in_text(work, value, room, level):
    """One line for a value that stands for another one, or for what is not there yet."""
    found = stands_for(value)
    if found is not None:
        text, cut = describe_values.text_of(work, found[1], room - len(found[0]), level)
        return found[0] + text, cut
    if is_a(value, "werkzeug.local", "LocalProxy"):
        return clip("<%s, not bound here>" % class_name(type(value)), room)
    if is_a(value, "django.db.models.query", "QuerySet"):
        model = held(value, "model")
        of = " of %s" % class_name(model) if inherits(model, type) else ""
        return clip("<%s%s, not fetched>" % (class_name(type(value)), of), room)
    return None
