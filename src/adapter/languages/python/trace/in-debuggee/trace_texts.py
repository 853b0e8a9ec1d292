"""Runs inside a traced process: the texts of tables, lists and tuples that are described again and again. Each is made of the texts of its
parts: where a value holds what it held before, only the differing parts are described again. Held are simple values alone, and short ones.
"""

import operator

from .describe_values import KEY_TEXTS, LEVELS_SHOWN, MAX_WHOLE, SHORT, key_start
from .trace_python import identity
from .trace_values import TEXT_LENGTH

# The longest string.
MAX_PART = 200
# A text that is this much shorter than what there is room for is whole at all its levels, see `whole_text`.
ROOM_LEFT = 56
# Never what a value holds.
NOTHING_HELD = object()
is_same = operator.is_


class TextAgain:
    """The content of one table, list or tuple when it was last described. It stands at one place: in a series, or in another of these."""

    __slots__ = ("cls", "level", "keys", "held", "starts", "texts", "inner", "text", "template", "is_flat")

    def __init__(self, level=0):
        self.level = level
        self.cls = None

    def described(self, value, cls):
        """As `described` does; None for what is not simple throughout, or not short."""
        text = self.text_of(value, cls)
        if text is None or len(text) + ROOM_LEFT > TEXT_LENGTH[0]:
            return None
        return {"text": text, "type": cls.__name__, "object": identity(value)}

    def text_of(self, value, cls):
        try:
            if not (self.has_keys_of(value) if cls is dict is self.cls else cls is self.cls):
                found = self.begin(value, cls) and self.renewed(value, cls)
            elif self.is_flat and len(value) == len(self.held) and all(map(is_same, value.values() if cls is dict else value, self.held)):
                return self.text
            else:
                found = self.renewed(value, cls)
        except (RuntimeError, IndexError):
            found = None  # Changed by another thread while it was read.
        if not found:
            self.cls = found = None
        return found

    def has_keys_of(self, value):
        return len(value) == len(self.keys) and all(map(is_same, value, self.keys))

    def begin(self, value, cls):
        size = len(value)
        if not 0 < size <= MAX_WHOLE or self.level >= LEVELS_SHOWN:
            return False
        if cls is dict:
            keys = list(value)
            if not all(type(each) is str and len(each) <= 60 for each in keys):
                return False
            self.keys = keys
            self.starts = [KEY_TEXTS.get(each) or key_start(each) for each in keys]
            if None in self.starts:
                return False
        self.cls, self.text, self.template, self.is_flat = cls, None, None, True
        self.held, self.texts, self.inner = [NOTHING_HELD] * size, [None] * size, [None] * size
        return True

    def renewed(self, value, cls):
        """The text, with the differing parts described again; None if that is impossible."""
        at, held = -1, self.held
        if len(value) != len(held) and not self.resize(len(value)):
            return None
        for item in value.values() if cls is dict else value:
            at += 1
            if item is held[at]:
                continue
            kind = type(item)
            if kind is int or kind is str or kind is float or kind is bool or item is None:
                if kind is str and len(item) > MAX_PART or kind is int and not -SHORT < item < SHORT:
                    return None
                held[at], text = item, repr(item)
                if kind is str and not text.isprintable():
                    return None
            elif kind is dict or kind is list or kind is tuple:
                held[at], self.is_flat = NOTHING_HELD, False
                text = (self.inner[at] or self.within(at)).text_of(item, kind) if item else str(kind())
                if text is None:
                    return None
                if text is self.texts[at]:
                    continue
            else:
                return None
            self.texts[at], self.text = text, None
        return self.text or self.joined(cls)

    def resize(self, size):
        """A list that has become longer or shorter; whether it is still a short one."""
        del self.held[size:], self.texts[size:], self.inner[size:]
        more = size - len(self.held)
        self.held += [NOTHING_HELD] * more
        self.texts += [None] * more
        self.inner += [None] * more
        self.text = self.template = None
        return 0 < size <= MAX_WHOLE

    def within(self, at):
        found = self.inner[at] = TextAgain(self.level + 1)
        return found

    def joined(self, cls):
        if self.template is None:
            each = ["%s"] * len(self.held) if cls is not dict else [start.replace("%", "%%") + "%s" for start in self.starts]
            inner = ", ".join(each)
            self.template = "{%s}" % inner if cls is dict else "[%s]" % inner if cls is list else "(%s%s)" % (inner, "," * (len(each) == 1))
        text = self.text = self.template % tuple(self.texts)
        return text
