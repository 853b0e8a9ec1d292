"""Runs inside the debuggee: describes its values as bounded text."""

import builtins
import collections
import gc
import sys
import types

from . import library_values, object_views, package_values
from .read_values import (
    MISSING, SIMPLE, VIEWS, WRAPPER, Work, attributes, base_of, brackets, class_name, clip, facts_of, ids_of, inherits, instance_dict, is_plain,
    is_record, is_special, items_of, library, list_head, mro, prefix_of,
)

LEVELS_SHOWN = 3
MAX_INT_BITS = 4000
FUNCTIONS_IN_C = ids_of(types.BuiltinFunctionType, types.MethodWrapperType, WRAPPER)
DELTA_PARTS = ("days", "seconds", "microseconds")
MOMENT_PARTS = ("year", "month", "day", "hour", "minute", "second", "microsecond")


def int_text(value, room=0):
    return package_values.long_int_text(value, room) if int.bit_length(value) > MAX_INT_BITS else int.__repr__(value)


def string_text(value, room):
    base = str if type(value) is str or inherits(value, str) else bytes if inherits(value, bytes) else bytearray
    length = base.__len__(value)
    head = base.__getitem__(value, slice(0, room))
    text = base.__repr__(head)
    if base is str and not text.isprintable():
        text = "".join(each if each.isprintable() or each == " " else ascii(each)[1:-1] for each in text)
    if length <= room and len(text) <= room:
        return text, False
    note = "… (%d)" % length
    return text[: max(1, room - len(note) - 1)] + note + text[-1], True


def function_text(value):
    code = getattr(value, "__code__", None)
    name = getattr(value, "__qualname__", None) or "function"
    if type(code) is types.CodeType:
        names = list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
        return "<function %s(%s)>" % (name, ", ".join(names))
    return "<function %s>" % name


def generator_text(value, kind, frame, code):
    where = "" if frame is None else " at line %d" % frame.f_lineno
    return "<%s %s%s>" % (kind, code.co_name, where if frame is not None else ", finished")


def special_text(value, room):
    """One line for values that are neither containers nor plain objects; None for the others."""
    cls = type(value)
    if value is None or value is True or value is False or value is Ellipsis or value is NotImplemented:
        return repr(value)
    if inherits(value, int):
        named = enum_text(value)
        return named or int_text(value) if cls is int or named else "%s(%s)" % (class_name(cls), int_text(value))
    if inherits(value, float):
        return float.__repr__(value) if cls is float else "%s(%s)" % (class_name(cls), float.__repr__(value))
    if inherits(value, complex):
        return complex.__repr__(value)
    if cls is range:
        return repr(value)
    if cls is types.FunctionType:
        return function_text(value)
    if cls is types.MethodType:
        return "<method %s>" % getattr(value.__func__, "__qualname__", "?")
    if id(cls) in FUNCTIONS_IN_C:
        return "<built-in %s>" % getattr(value, "__name__", "?")
    if cls is types.ModuleType:
        return "<module %s>" % vars(value).get("__name__", "?")
    if inherits(value, type):
        return "<class %s>" % class_name(value)
    if cls is types.GeneratorType:
        return generator_text(value, "generator", value.gi_frame, value.gi_code)
    if cls is types.CoroutineType:
        return generator_text(value, "coroutine", value.cr_frame, value.cr_code)
    if cls is types.AsyncGeneratorType:
        return generator_text(value, "async generator", value.ag_frame, value.ag_code)
    if id(cls) in VIEWS:
        return None
    if value is object_views.NOT_LOADED:
        return "<not loaded>"
    if facts_of(cls).is_masked:
        return "%s('**********')" % class_name(cls)
    if is_plain(cls):
        return repr(value)
    return moment_text(value) or enum_text(value)


def moment_text(value):
    """Times of libraries, like pandas' Timestamp, by what they have of Python's own."""
    name = class_name(type(value))
    if name == "NaTType" and library(value) == "pandas":
        return "NaT"
    # In C: without it, the program has no times.
    times = sys.modules.get("_datetime")
    if type(times) is not types.ModuleType:
        return None
    if inherits(value, times.timedelta):
        parts = [(part, getattr(times.timedelta, part).__get__(value)) for part in DELTA_PARTS]
        return "%s(%s)" % (name, ", ".join("%s=%d" % each for each in parts if each[1]) or "0")
    if not inherits(value, times.date):
        return None
    is_moment = inherits(value, times.datetime)
    base = times.datetime if is_moment else times.date
    parts = tuple(getattr(base, part).__get__(value) for part in MOMENT_PARTS[: 7 if is_moment else 3])
    text = ("%04d-%02d-%02d %02d:%02d:%02d.%06d" if is_moment else "%04d-%02d-%02d") % parts
    zone = zone_text(value, times) if is_moment else ""
    return "%s('%s%s')" % (name, text[:-7] if text.endswith(".000000") else text, zone)


def zone_text(moment, times):
    """`+01:00 Europe/Berlin`. A zone that is code of a library is not asked, and only its name is said."""
    zone = times.datetime.tzinfo.__get__(moment)
    if zone is None:
        return ""
    if not is_plain(type(zone)):
        name = object_views.class_attribute(zone, "zone")
        return " " + (name if type(name) is str else class_name(type(zone)))
    minutes = times.datetime.utcoffset(moment) // times.timedelta(minutes=1)
    name = "" if type(zone) is times.timezone else " %s" % zone.key
    return "%s%02d:%02d%s" % (("-" if minutes < 0 else "+",) + divmod(abs(minutes), 60) + (name,))


def enum_text(value):
    enum = sys.modules.get("enum")
    if enum is None or not inherits(value, enum.Enum):
        return None
    own = instance_dict(value) or {}
    name = own.get("_name_")
    if type(name) is str:
        return "%s.%s" % (class_name(type(value)), name)
    # Several flags at once have no name before 3.11.
    bits = own.get("_value_")
    return "%s(%d)" % (class_name(type(value)), bits) if inherits(value, enum.Flag) and type(bits) is int else None


def exception_text(work, value, room, level):
    found = package_values.validation_text(value, room)
    if found is not None:
        return found
    args = BaseException.args.__get__(value)
    inner, cut = sequence(work, "(", ")", len(args), ((None, each) for each in args), room, level)
    return class_name(type(value)) + inner, cut


def own_repr(value):
    """The repr of types that are written in C: it is theirs, not the program's, unless they hold values of the program."""
    cls = type(value)
    if instance_dict(value) is not None:
        return None
    for base in mro(cls):
        found = type.__dict__["__dict__"].__get__(base).get("__repr__", MISSING)
        if found is not MISSING:
            if type(found) is WRAPPER and base is not object and all(map(is_harmless, gc.get_referents(value))):
                return found.__get__(value)()
            return None
    return None


def is_harmless(value, level=0):
    """True if a value's repr runs nothing of the program, as part of its container."""
    if type(value) is tuple and level == 0:
        return all(is_harmless(each, 1) for each in value)
    return id(type(value)) in SIMPLE or type(value) is type


def sequence(work, opening, closing, total, pairs, room, level):
    """`[1, 2, … 998 more]`. Pairs are (name or None, value)."""
    parts = []
    used = len(opening) + len(closing)
    cut = False
    shown = 0
    for name, item in pairs:
        left = room - used - (12 if shown + 1 < total else 0)
        start = "" if name is None else name
        if left < len(start) + 2 or (shown > 0 and left < 6) or not work.spend():
            break
        text, inner_cut = text_of(work, item, left - len(start), level + 1)
        if len(start) + len(text) > left and shown > 0:
            break
        cut = cut or inner_cut
        parts.append(start + text)
        used += len(start) + len(text) + 2
        shown += 1
    if shown == 0 and total > 0:
        # "… 3 more" alone reads as if others were shown.
        parts.append("…")
        cut = True
    elif shown < total:
        parts.append("… %d more" % (total - shown))
        cut = True
    return opening + ", ".join(parts) + closing, cut


def key_text(work, key, level):
    if type(key) is str and len(key) <= 60:
        return string_text(key, 80)[0]
    return text_of(work, key, 60, level)[0]


def container_text(work, value, base, room, level):
    total = base.__len__(value)
    opening, closing = brackets(value)
    prefix = prefix_of(value, base)
    if prefix == "set()":
        return prefix, False
    if prefix:
        bound = collections.deque.maxlen.__get__(value) if base is collections.deque else None
        opening, closing = prefix + "(" + opening, closing + (")" if bound is None else ", maxlen=%d)" % bound)
    if total == 0:
        return opening + closing, False
    if level >= LEVELS_SHOWN or work.exhausted() or id(value) in work.open or (level > 0 and room < len(opening) + 8):
        return "%s(%d)" % (class_name(type(value)), total), True
    work.open.add(id(value))
    try:
        if is_record(value):
            names = [str(each) for each in type.__dict__["__dict__"].__get__(type(value))["_fields"]]
            pairs = ((name + "=", item) for name, (_, item) in zip(names, items_of(value, 0, total)))
            return sequence(work, class_name(type(value)) + "(", ")", total, pairs, room, level)
        limit = min(total, max(4, room // 2))
        if base is dict:
            pairs = ((key_text(work, key, level + 1) + ": ", item) for key, item in items_of(value, 0, limit))
        else:
            pairs = ((None, item) for _, item in items_of(value, 0, limit))
        text, cut = sequence(work, opening, closing, total, pairs, room, level)
        if text.startswith(opening + "…") and level > 0:
            # Inside a list, "{… 3 more}" reads like three more elements of it.
            return "%s(%d)" % (class_name(type(value)), total), True
        return (text[:-1] + ",)" if base is tuple and total == 1 and not prefix else text), cut
    finally:
        work.open.discard(id(value))


def whole_text(work, value, cls, room, level):
    """Most lists, tuples and tables are small, hold simple values, and are shown whole: their text, which is what `container_text` makes
    of them, or None for all others. What holds itself is one of those, as it ends at no level.
    """
    total = cls.__len__(value)
    if not 0 < total <= MAX_WHOLE or total > 4 and total > room // 2 or level >= LEVELS_SHOWN or room < 9 or work.left < MAX_WORK_OF_WHOLE:
        return None
    is_table = cls is dict
    parts = []
    used, left, start = 2, total, ""
    try:
        for item in value.items() if is_table else value:
            left -= 1
            if is_table:
                key, item = item
                if type(key) is not str:
                    return None
                start = KEY_TEXTS.get(key) or key_start(key)
                if start is None:
                    return None
            inner = room - used - (12 if left else 0)
            size = inner - len(start)
            if size < 2 or inner < 6 and parts:
                return None
            text = simple_text(work, item, size, level)
            if text is None:
                return None
            text = start + text
            parts.append(text)
            used += len(text) + 2
    except RuntimeError:
        return None  # Changed by another thread while it was read.
    work.left -= total
    if cls is dict:
        return "{" + ", ".join(parts) + "}"
    if cls is list:
        return "[" + ", ".join(parts) + "]"
    return "(" + ", ".join(parts) + (",)" if total == 1 else ")")


MAX_WHOLE = 40
SHORT = 10 ** 30
# Of all levels, so that none ends for want of work.
MAX_WORK_OF_WHOLE = 4 * MAX_WHOLE
# By texts that are keys: what stands before their values.
KEY_TEXTS = {}


def key_start(key):
    text = repr(key) + ": "
    if len(text) > 60 or not text.isprintable():
        return None
    if len(KEY_TEXTS) >= 1000:
        KEY_TEXTS.clear()
    KEY_TEXTS[key] = text
    return text


def simple_text(work, item, room, level):
    """The text of a value within another, if it is simple and there is room for all of it."""
    cls = type(item)
    if cls is str:
        if len(item) > room:
            return None
        text = repr(item)
        if not text.isprintable():
            return None
    elif cls is int:
        text = repr(item) if -SHORT < item < SHORT else int_text(item)
    elif cls is bool or cls is float or item is None:
        text = repr(item)
    elif cls is dict or cls is list or cls is tuple:
        text = whole_text(work, item, cls, room, level + 1) if item else "{}" if cls is dict else "[]" if cls is list else "()"
    else:
        return None
    return text if text is None or len(text) <= room else None


def object_text(work, value, room, level):
    name = class_name(type(value))
    # The first ones only: an object may have very many.
    shown = []
    for pair in object_views.shown_attributes(value):
        shown.append(pair)
        if len(shown) >= 200:
            break
    if not shown:
        return "<%s>" % name, False
    if level >= LEVELS_SHOWN or work.exhausted() or id(value) in work.open or (level > 0 and room < len(name) + 8):
        return name + "(…)", True
    work.open.add(id(value))
    try:
        return sequence(work, name + "(", ")", len(shown), ((key + "=", item) for key, item in shown), room, level)
    finally:
        work.open.discard(id(value))


def text_of(work, value, room, level):
    room = max(room, 1)
    cls = type(value)
    if cls is str:
        return string_text(value, room)
    if cls is int:
        return clip(int_text(value, room), room)
    if cls is bool or cls is float or value is None:
        return clip(repr(value), room)
    try:
        if cls is dict or cls is list or cls is tuple:
            left = work.left
            text = whole_text(work, value, cls, room, level)
            if text is not None:
                return text, False
            work.left = left
            return container_text(work, value, cls, room, level)
        if inherits(value, str, bytes, bytearray) and enum_text(value) is None:
            return string_text(value, room)
        text = special_text(value, room)
        if text is not None:
            return clip(text.replace("\n", "\\n").replace("\r", "\\r"), room)
        if inherits(value, BaseException):
            return exception_text(work, value, room, level)
        base = base_of(value)
        if base is not None:
            return container_text(work, value, base, room, level)
        if id(type(value)) in VIEWS:
            return container_text(work, list_head(iter(value), 200), list, room, level)
        text = library_values.library_text(work, value, room, level) or package_values.wrapper_text(work, value, room, level)
        if text is not None:
            return text
        text = own_repr(value)
        if text is not None:
            return clip(text.replace("\n", "\\n").replace("\r", "\\r"), room)
        return object_text(work, value, room, level)
    except Exception as error:
        return clip("<%s that cannot be shown: %s>" % (class_name(type(value)), class_name(type(error))), room)[0], True


def type_text(value):
    return class_name(type(value))


def inside(value):
    """The children of a value: (count, function of start and stop that gives names and values); None for a value without children."""
    if inherits(value, str, bytes, bytearray) or special_text(value, 80) is not None:
        if not inherits(value, type) and type(value) is not types.ModuleType:
            return None
    listed = package_values.package_content(value) or library_values.library_content(value)
    if listed is not None:
        return listed
    if is_record(value):
        names = [str(each) for each in type.__dict__["__dict__"].__get__(type(value))["_fields"]]
        return len(names), lambda start, stop: [
            (names[at], item) for at, item in items_of(value, start, stop) if at < len(names)
        ]
    base = base_of(value)
    if base is not None:
        more = list(attributes(value)) if type(value) is not base else []
        total = base.__len__(value)

        def listed(start, stop):
            work = Work()
            for key, item in items_of(value, start, stop):
                yield (key_text(work, key, 1) if base is dict else "[%d]" % key), item
            for pair in more[max(0, start - total) : max(0, stop - total)]:
                yield pair

        return total + len(more), listed
    if id(type(value)) in VIEWS:
        return inside(list_head(iter(value), 1000))
    found = list(class_attributes(value) if inherits(value, type) else object_views.shown_attributes(value))
    if inherits(value, BaseException):
        found = [("args", BaseException.args.__get__(value))] + found
        group = getattr(builtins, "BaseExceptionGroup", None)
        if group is not None and inherits(value, group):
            found.append(("exceptions", group.exceptions.__get__(value)))
        cause = BaseException.__cause__.__get__(value)
        context = BaseException.__context__.__get__(value)
        if cause is not None:
            found.append(("__cause__", cause))
        elif context is not None and not BaseException.__suppress_context__.__get__(value):
            found.append(("__context__", context))
    return len(found), lambda start, stop: found[start:stop]


def class_attributes(cls):
    for name, item in list(type.__dict__["__dict__"].__get__(cls).items()):
        if not is_special(name):
            yield name, item


def node(work, value, limits, depth):
    text, cut = text_of(work, value, limits["text"], 0)
    described = {"t": type_text(value), "v": text}
    if cut:
        described["x"] = 1
    try:
        content = None if work.exhausted() else inside(value)
    except Exception:
        content = None
    if content is None or content[0] == 0:
        return described
    count, listed = content
    described["n"] = count
    if depth > 0 and id(value) not in work.open:
        work.open.add(id(value))
        described["c"] = list(children(work, listed, 0, limits, depth - 1))
        work.open.discard(id(value))
        if len(described["c"]) < count:
            described["x"] = 1
    return described


def children(work, listed, start, limits, depth):
    for name, item in listed(start, start + limits["children"]):
        if not work.spend():
            return
        described = node(work, item, limits, depth)
        described["k"] = clip(name, 200)[0]
        yield described
