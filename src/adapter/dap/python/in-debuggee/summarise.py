"""Runs inside the debuggee: describes its values as bounded text, without running any code of the program.

No __repr__, __str__, __len__, __iter__, property or __getattr__ that the program defines is ever called: values are read
through the methods of the built-in types themselves. Libraries whose values are useless without their help (numpy, pandas,
torch) are asked for shape, type and a few items, under a time limit.

Everything comes in as JSON and goes out as JSON. Works on Python 3.6 and later.
"""

import ast
import collections
import inspect
import json
import os
import sys
import threading
import time
import types

MAX_WORK = 4000
MAX_SECONDS = 0.5
LEVELS_SHOWN = 3
MAX_INT_BITS = 4000
HELD_LIMIT = 20000
WRAPPER = type(object.__repr__)
MISSING = object()
OWN_FILE = sys._getframe().f_code.co_filename

# Leaf types of the standard library whose own repr is short and runs nothing of the program.
PLAIN_MODULES = {
    "datetime", "decimal", "fractions", "uuid", "pathlib", "pathlib._local", "re", "ipaddress", "zoneinfo", "_io", "numbers",
}


class TimeIsUp(BaseException):
    pass


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
    """What one answer may cost."""

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
    return type.__dict__["__mro__"].__get__(cls)


def inherits(value, *bases):
    """isinstance that the value cannot lie to."""
    lineage = mro(type(value))
    return any(base in lineage for base in bases)


def clip(text, room):
    return (text, False) if len(text) <= room else (text[: max(0, room - 1)] + "…", True)


def instance_dict(value):
    for cls in mro(type(value)):
        found = type.__dict__["__dict__"].__get__(cls).get("__dict__", MISSING)
        if found is not MISSING:
            if type(found) not in (types.GetSetDescriptorType, types.MemberDescriptorType):
                return None
            own = found.__get__(value)
            return own if inherits(own, dict) else None
    return None


def slot_items(value):
    for cls in reversed(mro(type(value))):
        members = type.__dict__["__dict__"].__get__(cls)
        if "__slots__" not in members:
            continue
        for name, member in list(members.items()):
            if type(member) is types.MemberDescriptorType and not is_special(name):
                try:
                    yield name, member.__get__(value)
                except AttributeError:
                    continue


def attributes(value):
    """Name and value of what an object has of its own."""
    own = instance_dict(value)
    if own is not None:
        for name, item in list(dict.items(own)):
            if type(name) is str and not is_special(name):
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
VIEWS = (type({}.keys()), type({}.values()), type({}.items()))


def base_of(value):
    for base in LISTS + (dict,):
        if inherits(value, base):
            return base
    return None


def count_of(value):
    base = base_of(value)
    return None if base is None else base.__len__(value)


def prefix_of(value, base):
    cls = type(value)
    if cls in (list, tuple, dict):
        return ""
    if cls is set:
        return "" if set.__len__(value) else "set()"
    return class_name(cls)


def items_of(value, start, stop):
    """Some of what is inside: (name, item, is it an entry of a table)."""
    base = base_of(value)
    if base is dict:
        for at, key in enumerate(list_head(dict.__iter__(value), stop)):
            if at >= start:
                yield key, dict.get(value, key, MISSING)
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


def int_text(value):
    if int.bit_length(value) > MAX_INT_BITS:
        return "%s<integer of %d bits>" % ("-" if int.__lt__(value, 0) else "", int.bit_length(value))
    return int.__repr__(value)


def string_text(value, room):
    base = str if inherits(value, str) else bytes if inherits(value, bytes) else bytearray
    length = base.__len__(value)
    head = base.__getitem__(value, slice(0, room))
    text = base.__repr__(head)
    if base is str:
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
    if cls is range or cls is slice:
        return repr(value) if cls is range else "slice(…)"
    if cls is types.FunctionType:
        return function_text(value)
    if cls is types.MethodType:
        return "<method %s>" % getattr(value.__func__, "__qualname__", "?")
    if cls in (types.BuiltinFunctionType, types.MethodWrapperType, WRAPPER):
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
    if cls in VIEWS:
        return None
    if is_plain(cls):
        return repr(value)
    return enum_text(value)


def enum_text(value):
    enum = sys.modules.get("enum")
    if enum is None or not inherits(value, enum.Enum):
        return None
    own = instance_dict(value) or {}
    name = own.get("_name_")
    return "%s.%s" % (class_name(type(value)), name) if type(name) is str else None


def exception_text(work, value, room, level):
    args = BaseException.args.__get__(value)
    inner, cut = sequence(work, "(", ")", len(args), ((None, each) for each in args), room, level)
    return class_name(type(value)) + inner, cut


def outside_text(work, value, room, level):
    """Values of libraries: shape, type and a sample. None for those of no known library."""
    name = library(value)
    cls = class_name(type(value))
    if name == "numpy" and cls in ("ndarray", "MaskedArray", "memmap", "matrix"):
        size = int(value.size)
        count = min(size, 20)
        sample = value.reshape(-1)[:count].tolist() if value.flags.c_contiguous or size < 100000 else [
            value.flat[at].item() if value.dtype.kind != "O" else value.flat[at] for at in range(count)
        ]
        head = "%s(shape=%s, dtype=%s) " % (cls, tuple(value.shape), value.dtype)
        inner, cut = sequence(work, "[", "]", size, ((None, each) for each in sample), room - len(head), level)
        return head + inner, cut or size > count
    if name == "pandas" and cls == "DataFrame":
        rows, columns = value.shape
        dtypes = [(str(key), str(kind)) for key, kind in zip(list(value.columns[:20]), list(value.dtypes.iloc[:20]))]
        text = "DataFrame(%d rows × %d columns: %s)" % (rows, columns, ", ".join("%s %s" % pair for pair in dtypes))
        return clip(text, room)[0], True
    if name == "pandas" and cls in ("Series", "Index", "RangeIndex", "DatetimeIndex", "MultiIndex"):
        size = int(value.size)
        sample = list(value[:20]) if cls != "Series" else list(value.iloc[:20])
        head = "%s(%d, %s) " % (cls, size, value.dtype)
        inner, cut = sequence(work, "[", "]", size, ((None, each) for each in sample), room - len(head), level)
        return head + inner, cut or size > 20
    if name == "torch" and hasattr(type(value), "shape") and hasattr(type(value), "device"):
        return clip("%s(shape=%s, dtype=%s, device=%s)" % (cls, tuple(value.shape), value.dtype, value.device), room)[0], True
    return None


def own_repr(value):
    """The repr of types that are written in C: it is theirs, not the program's."""
    cls = type(value)
    if instance_dict(value) is not None:
        return None
    for base in mro(cls):
        found = type.__dict__["__dict__"].__get__(base).get("__repr__", MISSING)
        if found is not MISSING:
            if type(found) is WRAPPER and base is not object:
                return found.__get__(value)()
            return None
    return None


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
    if shown < total:
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
        opening, closing = prefix + "(" + opening, closing + ")"
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
        return (text[:-1] + ",)" if base is tuple and total == 1 and not prefix else text), cut
    finally:
        work.open.discard(id(value))


def object_text(work, value, room, level):
    name = class_name(type(value))
    # The first ones only: an object may have very many.
    shown = []
    for pair in attributes(value):
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
    try:
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
        if type(value) in VIEWS:
            return container_text(work, list_head(iter(value), 200), list, room, level)
        text = outside_text(work, value, room, level)
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
    """What expanding a value lists: (count, function of start and stop that gives names and values); None for nothing."""
    if inherits(value, str, bytes, bytearray) or special_text(value, 80) is not None:
        if not inherits(value, type) and type(value) is not types.ModuleType:
            return None
    name = library(value)
    cls = class_name(type(value))
    if name == "numpy" and cls in ("ndarray", "MaskedArray", "memmap"):
        size = len(value) if value.ndim else 0
        return size, lambda start, stop: [("[%d]" % at, value[at]) for at in range(start, min(stop, size))]
    if name == "pandas" and cls == "DataFrame":
        columns = list(value.columns)
        return len(columns), lambda start, stop: [
            (repr(key) if type(key) is str else str(key), value.iloc[:, at])
            for at, key in list(enumerate(columns))[start:stop]
        ]
    if name == "pandas" and cls == "Series":
        return int(value.size), lambda start, stop: [
            ("[%s]" % (key,), item) for key, item in zip(list(value.index[start:stop]), list(value.iloc[start:stop]))
        ]
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
    if type(value) in VIEWS:
        return inside(list_head(iter(value), 1000))
    found = list(class_attributes(value) if inherits(value, type) else attributes(value))
    if inherits(value, BaseException):
        found = [("args", BaseException.args.__get__(value))] + found
        cause = BaseException.__cause__.__get__(value)
        if cause is not None:
            found.append(("__cause__", cause))
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


# Looking into frames.

def asking_frame():
    """The frame in which the debugger evaluates; its own frames between it and this one are passed over."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_name == "evaluate_expression":
            return frame.f_locals["frame"]
        frame = frame.f_back
    raise LookupError("no frame is being asked")


RETURNED = "__pydevd_ret_val_dict"


def scope_variables(scope):
    frame = asking_frame()
    is_module = frame.f_locals is frame.f_globals
    found = frame.f_globals if scope == "global" else frame.f_locals
    ordinary, definitions, returned = [], [], []
    for name, item in list(found.items()):
        if name == RETURNED:
            returned = [("(return) " + each, result) for each, result in list(dict.items(item))]
        elif type(name) is not str or is_special(name) or name.startswith("_pydev") or name.startswith("@py_"):
            continue
        elif (is_module or scope == "global") and type(item) is types.ModuleType:
            continue
        elif (is_module or scope == "global") and (type(item) is types.FunctionType or inherits(item, type)):
            definitions.append((name, item))
        else:
            ordinary.append((name, item))
    return returned + ordinary + definitions


# Evaluating, with a limit of time.

class Deadline:
    """Ends the evaluation in this thread after some time, as far as Python lets it be ended."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.thread = threading.get_ident()
        self.done = threading.Event()
        self.fired = False

    def start(self):
        if self.seconds is not None:
            import _thread

            getattr(_thread, "_original_start_new_thread", _thread.start_new_thread)(self.watch, ())

    def watch(self):
        sys.settrace(None)
        if self.done.wait(self.seconds):
            return
        self.fired = True
        self.throw()
        # A call into C does not see it; a signal ends those that wait.
        if not self.done.wait(0.2):
            import signal

            if self.thread == threading.main_thread().ident and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                signal.pthread_kill(self.thread, signal.SIGINT)

    def throw(self):
        import ctypes

        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread), ctypes.py_object(TimeIsUp))

    def end(self):
        self.done.set()


def evaluated(text, namespace, deadline):
    try:
        code = compile(text, "<expression>", "eval", ALLOW_AWAIT)
    except SyntaxError:
        code = compile(text, "<statement>", "exec", ALLOW_AWAIT)
    if code.co_flags & inspect.CO_COROUTINE:
        return MISSING
    deadline.start()
    try:
        return eval(code, namespace)
    finally:
        deadline.end()


ALLOW_AWAIT = getattr(ast, "PyCF_ALLOW_TOP_LEVEL_AWAIT", 0)


def held_node(value, limits, depth):
    """A value that nothing else may hold: it is kept for the present stop if there is something inside."""
    described = node(Work(), value, limits, depth)
    if "n" in described:
        described["h"] = HELD.add(value)
    return described


def thrown(error, limits):
    described = held_node(error, limits, 0)
    try:
        message = str(error)
    except Exception:
        message = ""
    return {"a": "thrown", "name": class_name(type(error)), "message": clip(message, 2000)[0], "node": described}


def evaluate(question, limits, namespace):
    seconds = question.get("seconds")
    deadline = Deadline(seconds)
    try:
        value = evaluated(question["text"], namespace, deadline)
        if deadline.fired:
            time.sleep(0)
    except (TimeIsUp, KeyboardInterrupt) as error:
        if deadline.fired:
            return {"a": "timeout"}
        return thrown(error, limits)
    except BaseException as error:
        return thrown(error, limits)
    if value is MISSING:
        return {"a": "await"}
    return {"a": "value", "node": held_node(value, limits, limits["depth"])}


def value_at(root, path):
    """Where a way of positions leads, from a variable of a scope or from a value that was evaluated. LookupError: nowhere."""
    if "held" in root:
        value = HELD.values[root["held"]]
    else:
        value = dict(scope_variables(root["scope"]))[root["name"]]
    for at in path:
        content = inside(value)
        value = list(content[1](at, at + 1))[0][1] if content else [][at]
    return value


def ask(text):
    """Answers a question; called by the expressions that the debugger evaluates."""
    question = json.loads(text)
    HELD.at(question["stop"])
    limits = question["limits"]
    kind = question["kind"]
    if kind == "evaluate":
        return json.dumps(evaluate(question, limits, sys._getframe(1).f_globals))
    start = question["start"]
    if kind == "scope":
        found = scope_variables(question["scope"])
        listed = lambda first, last: found[first:last]
    else:
        try:
            content = inside(value_at(question["root"], question["path"]))
        except LookupError:
            return json.dumps({"a": "stale"})
        listed = content[1] if content else lambda first, last: []
    variables = list(children(Work(), listed, start, limits, limits["depth"]))
    return json.dumps({"a": "variables", "c": variables})


# Breakpoints that do not stop, and those at functions.

def passing_frame():
    """The frame of the program that passes a breakpoint; the debugger's own are between it and this one."""
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        own = name == OWN_FILE or "pydevd" in name or "debugpy" in name or name in ("<string>", "<condition>")
        if not own and "frozen" not in name:
            return frame
        frame = frame.f_back
    raise LookupError("no frame passes")


def in_frame(frame, text):
    code = compiled(text)
    if any(type(each) is types.CodeType for each in code.co_consts):
        # Functions inside the expression see globals only.
        namespace = dict(frame.f_globals)
        namespace.update(frame.f_locals)
        return eval(code, namespace)
    return eval(code, frame.f_globals, frame.f_locals)


COMPILED = {}


def compiled(text):
    code = COMPILED.get(text)
    if code is None:
        code = COMPILED[text] = compile(text, "<expression>", "eval")
    return code


def error_text(error):
    try:
        return "%s: %s" % (class_name(type(error)), error)
    except Exception:
        return class_name(type(error))


def log(parts):
    frame = passing_frame()
    said = []
    for kind, text in json.loads(parts):
        if kind == "text":
            said.append(text)
            continue
        try:
            value = in_frame(frame, text)
            said.append(value[:2000] if type(value) is str else text_of(Work(), value, 200, 0)[0])
        except Exception as error:
            said.append("<%s>" % clip(error_text(error), 200)[0])
    return "".join(said)


MAX_JSON_WORK = 20000


def plain(value, budget, level=0):
    """The value in the types that JSON has; MISSING where it has others, or too much."""
    budget[0] -= 1
    if budget[0] < 0 or level > 20:
        return MISSING
    cls = type(value)
    if value is None or cls in (bool, int, str):
        budget[0] -= len(value) // 50 if cls is str else 0
        return value if cls is not int or value.bit_length() <= 53 else MISSING
    if cls is float:
        return value if value == value and value not in (float("inf"), float("-inf")) else MISSING
    if cls in (list, tuple):
        items = [plain(each, budget, level + 1) for each in value]
        return MISSING if any(each is MISSING for each in items) else items
    if cls is dict and all(type(each) is str for each in value):
        table = {key: plain(each, budget, level + 1) for key, each in list(value.items())}
        return MISSING if any(each is MISSING for each in table.values()) else table
    return MISSING


def collected(frame, text):
    try:
        value = in_frame(frame, text)
    except Exception as error:
        return {"thrown": clip(error_text(error), 500)[0]}
    found = {"type": class_name(type(value))}
    whole = plain(value, [MAX_JSON_WORK])
    if whole is MISSING:
        found["description"] = text_of(Work(), value, 200, 0)[0]
    else:
        found["json"] = whole
    return found


def thread_number():
    """The number under which this thread occurs in the protocol; 0 when that cannot be told."""
    try:
        from _pydevd_bundle._debug_adapter.pydevd_base_schema import BaseSchema
        from _pydevd_bundle.pydevd_constants import get_current_thread_id

        return int(BaseSchema._translate_id_to_dap(get_current_thread_id(threading.current_thread())))
    except Exception:
        return 0


def thread_of(number):
    from _pydevd_bundle._debug_adapter.pydevd_base_schema import BaseSchema
    from _pydevd_bundle.pydevd_constants import get_thread_id

    wanted = BaseSchema._translate_id_from_dap(number)
    return next((each for each in threading.enumerate() if get_thread_id(each) == wanted), None)


def whereabouts(number):
    """Where a running thread is in the program; asked without stopping it. Null where it runs nothing of the program."""
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    thread = thread_of(number)
    frame = None if thread is None else sys._current_frames().get(thread.ident)
    while frame is not None:
        name = frame.f_code.co_filename
        is_library = get_global_debugger().apply_files_filter(frame, name, True)
        if not name.startswith("<") and not is_library and "pydevd" not in name and "debugpy" not in name:
            return json.dumps({"path": name, "line": frame.f_lineno})
        frame = frame.f_back
    return "null"


def collect(expressions):
    frame = passing_frame()
    return json.dumps({"thread": thread_number(), "values": [collected(frame, text) for text in json.loads(expressions)]})


# Files: which of those with breakpoints are loaded.

class Loading:
    """Knows every module file that has begun to run, and tells of those that are watched."""

    def __init__(self):
        self.seen = None
        self.watched = {}

    def watch(self, path, name):
        if self.seen is None:
            if not hasattr(sys, "addaudithook"):
                return True
            self.seen = set()
            sys.addaudithook(self.on_event)
            for module in list(sys.modules.values()):
                name = getattr(module, "__dict__", {}).get("__file__")
                if type(name) is str and not is_debugger_file(name):
                    self.seen.add(canonical(name))
        real = canonical(path)
        self.watched.setdefault(os.path.basename(real), {})[real] = name
        return real in self.seen

    def on_event(self, event, args):
        if event == "exec" and type(args[0]) is types.CodeType and args[0].co_name == "<module>":
            self.begins(args[0].co_filename)

    def begins(self, name):
        if name.startswith("<"):
            return
        try:
            real = canonical(name)
            if real in self.seen:
                return
            self.seen.add(real)
            path = self.watched.get(os.path.basename(real), {}).get(real)
            if path is not None:
                tell("\ue000loaded0\ue001" + path)
        except Exception:
            pass


LOADING = Loading()


def canonical(path):
    return os.path.normcase(os.path.realpath(path))


def is_debugger_file(name):
    return name == OWN_FILE or "debugpy" in name or "pydevd" in name


def tell(text):
    """Says something to the debugger, as it says what a log breakpoint says."""
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    debugger = get_global_debugger()
    debugger.writer.add_command(debugger.cmd_factory.make_io_message(text + "\n", 1))


def watch_file(path, name):
    """Whether a file is loaded; if not, that will be told under this name."""
    return LOADING.watch(path, name)


def is_function(qualified_name):
    """Whether the function whose entry the debugger looks at is the one of that name: `Cart.total`."""
    wanted = qualified_name.split(".")
    frame = passing_frame()
    if frame.f_code.co_name != wanted[-1]:
        return False
    known = getattr(frame.f_code, "co_qualname", None)
    if known is not None:
        return ("." + known).endswith("." + qualified_name)
    first = next(iter(frame.f_code.co_varnames[:1]), None)
    holder = frame.f_locals.get(first)
    cls = holder if inherits(holder, type) else type(holder)
    return any(class_name(base) == wanted[-2] for base in mro(cls))
