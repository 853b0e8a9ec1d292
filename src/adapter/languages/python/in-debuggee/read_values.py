"""Runs inside the debuggee: reads its values without running any code of the program.

No __repr__, __str__, __len__, __iter__, property or __getattr__ that the program defines is ever called: values are read
through the methods of the built-in types themselves. Works on Python 3.6 and later.
"""

import _weakref
import collections
import sys
import time
import types

MAX_WORK = 4000
# What is counted bounds the work, so that a busy machine shows the same; the clock ends only what no count foresees.
MAX_SECONDS = 2
HELD_LIMIT = 20000
WRAPPER = type(object.__repr__)
MISSING = object()
traceback_of = BaseException.__dict__["__traceback__"].__get__


def ids_of(*classes):
    """To tell whether a class is one of these, by `id(cls) in …`: a comparison of classes may be the program's own."""
    return frozenset(map(id, classes))


SIMPLE = ids_of(str, bytes, int, float, bool, type(None))

# Leaf types of the standard library whose own repr is short and runs nothing of the program.
PLAIN_MODULES = {
    "datetime", "decimal", "fractions", "uuid", "pathlib", "pathlib._local", "re", "ipaddress", "zoneinfo", "_io", "numbers",
}


class Held:
    """The values that references of the present stop stand for."""

    def __init__(self):
        self.stop = None
        self.values = {}
        self.next = 1

    def at(self, stop):
        if stop != self.stop:
            self.stop = stop
            self.values = {}

    def add(self, value):
        if len(self.values) >= HELD_LIMIT:
            return 0
        reference = self.next
        self.next += 1
        self.values[reference] = value
        return reference

    def clear(self):
        self.values = {}


HELD = Held()


class Work:
    """The limits of one answer's work."""

    def __init__(self):
        self.left = MAX_WORK
        self.deadline = time.perf_counter() + MAX_SECONDS
        self.open = set()

    def spend(self):
        self.left -= 1
        return self.left > 0 and (self.left % 64 or time.perf_counter() < self.deadline)

    def exhausted(self):
        return self.left <= 0 or time.perf_counter() >= self.deadline


def class_name(cls):
    try:
        name = type.__getattribute__(cls, "__name__")
        return name if type(name) is str else "object"
    except Exception:
        return "object"


def module_name(cls):
    try:
        name = type.__getattribute__(cls, "__module__")
        return name if type(name) is str else ""
    except Exception:
        return ""


def mro(cls):
    return LINEAGE(cls)


# By identity, in C: comparing classes with `==` may run code of the program.
IS_SUBCLASS = type.__subclasscheck__


def inherits(value, *bases):
    """isinstance that the value cannot lie to."""
    cls = type(value)
    for base in bases:
        if IS_SUBCLASS(base, cls):
            return True
    return False


# What pydevd puts into threads.
OF_DEBUGGER = ("is_pydev_daemon_thread", "pydev_do_not_trace")
CLASS_TABLE = type.__dict__["__dict__"].__get__
LINEAGE = type.__dict__["__mro__"].__get__
OWN_TABLES = ids_of(types.GetSetDescriptorType, types.MemberDescriptorType)


class ClassFacts:
    """The facts about a class, found out once. They hold neither the class nor its content: an object that the program frees is free."""

    __slots__ = ("cls", "lineage", "table", "slots", "is_masked", "is_known")

    def __init__(self, cls, lineage):
        self.cls, self.lineage = _weakref.ref(cls), id(lineage)
        members = [CLASS_TABLE(each) for each in lineage]
        # Where in the lineage it is said how objects keep a table of their own, if they do; and where which slots are.
        self.table = next((at for at, each in enumerate(members) if "__dict__" in each), None)
        if self.table is not None and id(type(members[self.table]["__dict__"])) not in OWN_TABLES:
            self.table = None
        self.slots = [
            (at, in_order_of_slots(class_name(lineage[at]), members[at]))
            for at in reversed(range(len(lineage))) if "__slots__" in members[at]
        ]
        # Whether objects may be of a library that is known here.
        self.is_known = any(module_name(each).split(".", 1)[0] in KNOWN_LIBRARIES for each in lineage)
        self.is_masked = any(module_name(each).split(".", 1)[0] == "pydantic" and class_name(each) in MASKED for each in lineage)


# What `__slots__` may be, where no code of the program is what lists it.
LISTINGS = ids_of(tuple, list, dict)


def in_order_of_slots(name, members):
    """The slots of a class as it lists them, which Python itself sorts by their names."""
    found = [each for each, item in list(members.items()) if type(item) is types.MemberDescriptorType and not is_special(each)]
    listed = members["__slots__"]
    listed = [listed] if type(listed) is str else list(listed) if id(type(listed)) in LISTINGS else []
    places = {}
    for each in listed:
        if type(each) is str:
            places["_" + name.lstrip("_") + each if each.startswith("__") else each] = len(places)
    return sorted(found, key=lambda each: places.get(each, len(places)))


KNOWN_LIBRARIES = (
    "_asyncio", "asyncio", "bs4", "celery", "concurrent", "django", "lxml", "numpy", "pandas", "polars", "pydantic", "sqlalchemy",
    "starlette", "torch", "werkzeug", "xml",
)
# Values that show themselves masked, as pydantic's SecretStr: what they do not want to show is not shown.
MASKED = ("SecretStr", "SecretBytes", "Secret", "_SecretBase", "_SecretField")
# By the id of a class.
FACTS = {}
MAX_FACTS = 2000


def facts_of(cls):
    found = FACTS.get(id(cls))
    lineage = LINEAGE(cls)
    # Given other bases, a class has another lineage.
    if found is None or found.lineage != id(lineage) or found.cls() is not cls:
        if len(FACTS) >= MAX_FACTS:
            FACTS.clear()
        found = FACTS[id(cls)] = ClassFacts(cls, lineage)
    return found


def clip(text, room):
    return (text, False) if len(text) <= room else (text[: max(0, room - 1)] + "…", True)


def instance_dict(value):
    cls = type(value)
    at = facts_of(cls).table
    if at is None:
        return None
    own = CLASS_TABLE(LINEAGE(cls)[at])["__dict__"].__get__(value)
    return own if inherits(own, dict) else None


def slot_items(value):
    cls = type(value)
    for at, names in facts_of(cls).slots:
        members = CLASS_TABLE(LINEAGE(cls)[at])
        for name in names:
            member = members.get(name)
            if type(member) is types.MemberDescriptorType:
                try:
                    yield name, member.__get__(value)
                except AttributeError:
                    continue


def attributes(value):
    """Name and value of what an object has of its own."""
    own = instance_dict(value)
    if own is not None:
        for name, item in list(dict.items(own)):
            if type(name) is str and not is_special(name) and name not in OF_DEBUGGER:
                yield name, item
    for pair in slot_items(value):
        yield pair


def is_special(name):
    return name.startswith("__") and name.endswith("__")


def is_plain(cls):
    if module_name(cls) not in PLAIN_MODULES:
        return False
    module = sys.modules.get(module_name(cls))
    return module is not None and vars(module).get(class_name(cls)) is cls


def is_a(value, module, *names):
    """isinstance with a class of a library, if the program has loaded it: never by what a class only calls itself."""
    loaded = sys.modules.get(module)
    if type(loaded) is not types.ModuleType:
        return False
    known = [vars(loaded).get(name, MISSING) for name in names]
    return any(each is cls for cls in mro(type(value)) for each in known)


def library(value):
    return module_name(type(value)).split(".", 1)[0]


def is_record(value):
    return inherits(value, tuple) and type(type.__dict__["__dict__"].__get__(type(value)).get("_fields", MISSING)) is tuple


# Sequences and tables: (opening, closing) of what is listed between them.
def brackets(value):
    if inherits(value, list):
        return "[", "]"
    if inherits(value, tuple):
        return "(", ")"
    if inherits(value, collections.deque):
        return "[", "]"
    return "{", "}"


LISTS = (list, tuple, set, frozenset, collections.deque)
CONTAINERS = LISTS + (dict,)
VIEWS = ids_of(*(type(view()) for table in ({}, collections.OrderedDict()) for view in (table.keys, table.values, table.items)))


def base_of(value):
    cls = type(value)
    if cls is dict or cls is list or cls is tuple:
        return cls
    for base in CONTAINERS:
        if IS_SUBCLASS(base, cls):
            return base
    return None


def prefix_of(value, base):
    cls = type(value)
    if cls is list or cls is tuple or cls is dict:
        return ""
    if cls is set:
        return "" if set.__len__(value) else "set()"
    return class_name(cls)


def items_of(value, start, stop):
    """Some of what is inside: (name, item, is it an entry of a table)."""
    base = base_of(value)
    if base is dict:
        # Looking one up by its key would have the program compare keys.
        for at, entry in enumerate(list_head(iter(dict.items(value)), stop)):
            if at >= start:
                yield entry
        return
    if base in (list, tuple):
        for at in range(start, min(stop, base.__len__(value))):
            try:
                yield at, base.__getitem__(value, at)
            except IndexError:
                return
        return
    for at, item in enumerate(list_head(base.__iter__(value), stop)):
        if at >= start:
            yield at, item


def list_head(iterator, count):
    found = []
    try:
        for item in iterator:
            if len(found) >= count:
                break
            found.append(item)
    except RuntimeError:
        pass  # Changed by another thread while it was read.
    return found
