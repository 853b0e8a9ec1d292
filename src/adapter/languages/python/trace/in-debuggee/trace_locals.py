"""Runs inside a traced process: the variables of one call as they were last seen, and what has changed since."""

from .read_values import MISSING
from .trace_contents import UNCHANGED, Contents, change, differs, kind_of, text_kept
from .trace_python import identity
from .trace_values import described, is_held

MAX_CHANGES = 20


class Locals:
    """Compares the variables of a call from event to event. It holds on to small primitive values only."""

    __slots__ = ("known", "contents", "stale")

    def __init__(self):
        self.known = {}
        # What the objects in variables hold, by the names of those.
        self.contents = {}
        # Variables whose object holds something else than their text says.
        self.stale = set()

    def first(self, names, values):
        """The arguments of a call, as changes from nothing."""
        found = []
        for name in names:
            value = values.get(name, MISSING)
            if value is not MISSING:
                found.append(change(name, None, text_kept(self.set(name, value))))
        return found

    def set(self, name, value):
        """The kept part of a variable's new value."""
        cls = type(value)
        if cls is int or cls is float or is_held(value):
            found = self.known[name] = (identity(value), value, None)
            if self.contents and name in self.contents:
                self.stale.discard(name)
                del self.contents[name]
            return found
        self.stale.discard(name)
        text = described(value)
        found = self.known[name] = (identity(value), MISSING, text)
        kind = kind_of(value)
        if kind is not None:
            self.contents[name] = Contents(kind, value, text)
        else:
            self.contents.pop(name, None)
        return found

    def changes(self, names, values):
        """The changes in these variables, and in the objects of all: (name, the kept value, the present value)."""
        found = UNCHANGED
        known = self.known
        for name in names:
            value = values.get(name, MISSING)
            before = known.get(name)
            if before is None:
                if value is not MISSING:
                    found = [*found, (name, None, self.set(name, value))]
            elif before[0] != identity(value):
                if value is MISSING:
                    del known[name]
                    self.contents.pop(name, None)
                    found = [*found, (name, before, None)]
                    continue
                after = self.set(name, value)
                if differs(before, after):
                    found = [*found, (name, before, after)]
        if self.contents:
            found = self.inner_changes(found, values)
        return found

    def inner_changes(self, found, values):
        seen, known = None, self.known
        for name, contents in self.contents.items():
            value = values.get(name, MISSING)
            key = identity(value)
            if key != known[name][0] or seen is not None and key in seen:
                continue
            # Another variable may stand for the same object.
            if seen is None:
                seen = [key]
            else:
                seen.append(key)
            mark = contents.kind.mark(value)
            if mark == contents.mark:
                continue
            more = contents.changes(value, mark, name, MAX_CHANGES - len(found))
            if more:
                self.stale.add(name)
                found = [*found, *more]
                if len(found) >= MAX_CHANGES:
                    break
        return found

    def renew(self, names, values):
        """Before a statement gives something else to variables: their texts, which say what they held, are to be right."""
        for name in self.stale.intersection(names):
            self.stale.discard(name)
            value = values.get(name, MISSING)
            known = self.known.get(name)
            if known is not None and known[0] == identity(value):
                self.known[name] = (known[0], known[1], described(value))
