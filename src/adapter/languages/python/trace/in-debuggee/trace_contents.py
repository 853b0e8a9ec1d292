"""Runs inside a traced process: what the objects in local variables hold, one level deep, and how that has changed. Of a list its first
and last items are looked at, of a table its first and last entries, of an object the first attributes.
"""

import collections
import itertools
import types

from .describe_values import KEY_TEXTS, key_start, key_text
from .read_values import CLASS_TABLE, LINEAGE, MISSING, SIMPLE, Work, attributes, facts_of, ids_of, is_special, list_head, mro
from .trace_python import identity
from .trace_values import PRIMITIVES, described, is_held

MAX_LOOKED_AT = 30
FIRST, LAST = 20, 10
UNCHANGED = ()
# By the id of a class, which is kept with what was found out about it: how what its objects hold is read.
KINDS = {}
MAX_KINDS = 2000
IMMUTABLE = ids_of(
    tuple, frozenset, types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.ModuleType, types.CodeType,
    types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, range, slice, type,
)


def kind_of(value):
    """The way to read the content of a value; None for values whose content does not change."""
    cls = type(value)
    found = KINDS.get(identity(cls))
    if found is None or found[0] is not cls:
        if len(KINDS) >= MAX_KINDS:
            KINDS.clear()
        found = KINDS[identity(cls)] = (cls, kind_of_class(cls, value))
    return found[1]


def kind_of_class(cls, value):
    lineage = mro(cls)
    known = ids_of(*lineage)
    if known & PRIMITIVES or known & IMMUTABLE:
        return None
    for base, kind in ((list, LIST), (collections.deque, QUEUE), (dict, TABLE), (set, SET)):
        if id(base) in known:
            return kind
    if any("__slots__" in type.__dict__["__dict__"].__get__(each) for each in lineage):
        return ATTRIBUTES if facts_of(cls).table is not None else Slots(cls)
    for each in lineage:
        found = type.__dict__["__dict__"].__get__(each).get("__dict__", MISSING)
        if found is not MISSING:
            return OwnTable(found.__get__) if type(found) is types.GetSetDescriptorType else None
    return None


class Sequence:
    """Lists, and queues with two ends."""

    def __init__(self, base):
        self.base, self.length = base, base.__len__

    def mark(self, value):
        """Differs when what is looked at does; identities of what is held are not those of others."""
        size = self.length(value)
        found = list(map(identity, self.first(value)))
        if size > FIRST:
            found.extend(map(identity, self.last(value, size)))
        found.append(size)
        return found

    def first(self, value):
        if self.base is list:
            return value[:FIRST] if type(value) is list else list.__getitem__(value, slice(0, FIRST))
        return list_head(collections.deque.__iter__(value), FIRST)

    def last(self, value, size):
        if size <= FIRST:
            return ()
        if self.base is list:
            return list.__getitem__(value, slice(max(FIRST, size - LAST), size))
        return list_head(collections.deque.__reversed__(value), min(LAST, size - FIRST))[::-1]

    def entries(self, value):
        size = self.length(value)
        found = list(enumerate(self.first(value)))
        if size > FIRST:
            last = self.last(value, size)
            found.extend(enumerate(last, size - len(last)))
        return size, found

    def name(self, variable, key):
        return "%s[%d]" % (variable, key)

    def is_gone(self, key, size, size_before):
        """Not only out of sight."""
        return key >= size

    def is_new(self, key, size_before):
        return key >= size_before


class Table:
    def mark(self, value):
        # Copied first: before Python 3.12, other code can run between two identities, and change the table.
        if type(value) is dict and len(value) <= MAX_LOOKED_AT:
            found = list(map(identity, list(value)))
            found += map(identity, list(value.values()))
            return found
        size = dict.__len__(value)
        if size <= MAX_LOOKED_AT:
            found = list(map(identity, list(dict.keys(value))))
            found.extend(map(identity, list(dict.values(value))))
            return found
        pairs = self.pairs(value, size)
        return size, tuple(identity(key) for key, _ in pairs), tuple(identity(item) for _, item in pairs)

    @staticmethod
    def pairs(value, size):
        items = dict.items(value)
        try:
            if size <= MAX_LOOKED_AT:
                return list(items)
            return list(itertools.islice(items, FIRST)) + list(itertools.islice(reversed(items), LAST))
        except RuntimeError:
            return []  # Changed by another thread.

    def entries(self, value):
        size = dict.__len__(value)
        return size, [(self.key(key), item) for key, item in self.pairs(value, size)]

    def table_of(self, value):
        return value

    def places(self, table):
        """The keys under which its entries are kept, in their order."""
        return list(map(self.key, list(dict.keys(table))))

    @staticmethod
    def key(key):
        # Keys of other types have code of the program to be compared by.
        if id(type(key)) in SIMPLE:
            return type(key), key
        return identity(key), key_text(Work(), key, 1)

    def name(self, variable, key):
        if key[0] is str:
            text = KEY_TEXTS.get(key[1]) or key_start(key[1])
            if text is not None:
                return "%s[%s]" % (variable, text[:-2])
        return "%s[%s]" % (variable, key[1] if type(key[0]) is int else key_text(Work(), key[1], 1))

    def is_gone(self, key, size, size_before):
        return size_before <= MAX_LOOKED_AT or size < size_before

    def is_new(self, key, size_before):
        return True


class OwnTable(Table):
    """The attributes of objects that keep them in a table."""

    def __init__(self, read):
        self.read = read

    def mark(self, value):
        table = self.read(value)
        return Table.mark(self, table) if type(table) is dict else UNCHANGED

    def table_of(self, value):
        return self.read(value)

    def places(self, table):
        """Attributes alone: those of other names are not shown."""
        return [key if type(key) is str and not is_special(key) else MISSING for key in list(dict.keys(table))]

    def entries(self, value):
        table = self.read(value)
        if type(table) is not dict:
            return 0, []
        size = dict.__len__(table)
        return size, [(key, item) for key, item in self.pairs(table, size) if type(key) is str and not is_special(key)]

    def name(self, variable, key):
        return "%s.%s" % (variable, key)


class Attributes:
    """The attributes of objects that have slots."""

    def mark(self, value):
        found = list(itertools.islice(attributes(value), MAX_LOOKED_AT))
        return tuple(name for name, _ in found), tuple(identity(item) for _, item in found)

    def entries(self, value):
        found = list(itertools.islice(attributes(value), MAX_LOOKED_AT))
        return len(found), found

    def name(self, variable, key):
        return "%s.%s" % (variable, key)

    def is_gone(self, key, size, size_before):
        return True

    def is_new(self, key, size_before):
        return True


class Slots(Attributes):
    """The slots of objects that have nothing else."""

    def __init__(self, cls):
        members = [(CLASS_TABLE(LINEAGE(cls)[at]), names) for at, names in facts_of(cls).slots]
        self.reads = [table[name].__get__ for table, names in members for name in names][:MAX_LOOKED_AT]

    def mark(self, value):
        try:
            return [identity(read(value)) for read in self.reads]
        except AttributeError:
            # One is empty.
            return Attributes.mark(self, value)


class Items:
    """A set: it has no names for what it holds, and is shown whole."""

    def mark(self, value):
        return set.__len__(value), tuple(map(identity, list_head(set.__iter__(value), MAX_LOOKED_AT)))


LIST, QUEUE, TABLE, ATTRIBUTES, SET = Sequence(list), Sequence(collections.deque), Table(), Attributes(), Items()


class Contents:
    """The content of one object at the last look."""

    __slots__ = ("kind", "mark", "size", "items", "text", "is_table", "places")

    def __init__(self, kind, value, text):
        self.kind, self.text = kind, text
        # Of a table: what its entries are kept by, once one of them has changed.
        self.is_table, self.places = isinstance(kind, Table), None
        self.mark = kind.mark(value)
        self.size, self.items = 0, {}
        if kind is not SET:
            self.size, entries = kind.entries(value)
            self.items = {key: kept(item) for key, item in entries}

    def changes(self, value, mark, variable, room):
        """The changes since the last look, at most so many: the present content has another mark. Names are put into words when they are written:
        (kind, variable, key).
        """
        old, self.mark = self.mark, mark
        if self.is_table and type(mark) is list and len(mark) == len(old):
            half = len(mark) >> 1
            if mark[:half] == old[:half]:
                return self.other_values(value, (old, mark, half), variable, room)
        self.places = None
        if self.kind is SET:
            before, self.text = self.text, described(value)
            is_same = before["text"] == self.text["text"]
            return UNCHANGED if is_same else [(variable, (0, MISSING, before), (0, MISSING, self.text))]
        kind, items, size_before, found = self.kind, self.items, self.size, []
        self.size, entries = kind.entries(value)
        for key, item in entries:
            before = items.get(key)
            if before is not None and before[0] == identity(item):
                continue
            after = items[key] = kept(item)
            if len(found) < room and (kind.is_new(key, size_before) if before is None else differs(before, after)):
                found.append(((kind, variable, key), before, after))
        if len(items) > len(entries):
            for key in items.keys() - {key for key, _ in entries}:
                before = items.pop(key)
                if len(found) < room and kind.is_gone(key, self.size, size_before):
                    found.append(((kind, variable, key), before, None))
        return found


    def other_values(self, value, marks, variable, room):
        """The changed values of a table with the keys that it had: most changes are such, and small."""
        old, mark, half = marks
        kind, items, found = self.kind, self.items, []
        table = kind.table_of(value)
        if self.places is None:
            self.places = kind.places(table)
        values = list(dict.values(table))
        for at in range(min(half, len(values), len(self.places))):
            if old[half + at] != mark[half + at]:
                key = self.places[at]
                before = items.get(key)
                if before is not None:
                    after = items[key] = kept(values[at])
                    if differs(before, after) and len(found) < room:
                        found.append(((kind, variable, key), before, after))
        return found


def kept(value):
    """(identity, the value itself if it may be held, its description): what is held keeps its identity to itself."""
    cls = type(value)
    if cls is int or cls is float or is_held(value):
        return identity(value), value, None
    return identity(value), MISSING, described(value)


def text_kept(item):
    return described(item[1]) if item[2] is None else item[2]


def type_kept(item):
    """The kind of what was kept, by which passes are told apart."""
    if item is None:
        return None
    if item[2] is not None:
        return item[2]["type"]
    value = item[1]
    return type(value).__name__ if type(value) is int or value == value else "nan"


def differs(before, after):
    if before[0] == after[0]:
        return False
    if before[2] is None and after[2] is None:
        a, b = before[1], after[1]
        if type(a) is int is type(b):
            return a != b
        # As text: 1 and True are equal, and so are 0.0 and -0.0; NaN is not equal to itself.
        return type(a) is not type(b) or (a != b or type(a) is float or type(a) is complex) and repr(a) != repr(b)
    return True


def change(name, before, after):
    found = {"name": name}
    if before is not None:
        found["before"] = before
    if after is not None:
        found["after"] = after
    return found


def in_words(name):
    """The name of a variable, or of what one holds: (kind, variable, key)."""
    return name if type(name) is str else name[0].name(name[1], name[2])
