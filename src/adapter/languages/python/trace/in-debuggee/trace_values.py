"""Runs inside a traced process: values as they were when they were recorded. Nothing here runs code of the program, or holds on to an
object of it: what a program frees is free, whether it is traced or not.
"""

import os
import sys

from .describe_values import int_text, string_text, text_of, type_text
from .exception_texts import is_built_in, text_or_reason
from .own_package import FILES
from .read_values import SIMPLE, Work, class_name, clip, ids_of, inherits
from .trace_failure import PROCESS
from .trace_functions import OPTIMIZED, PAUSING, TOP_LEVEL, VARARGS, VARKEYWORDS
from .trace_python import IS_MONITORED, identity

TEXT_LENGTH = [120]
LARGEST_NUMBER = 2 ** 1000
PRIMITIVES = ids_of(int, str, float, bool, type(None), bytes, complex)
# Longer ones are not held to be compared.
MAX_HELD = 500
INFINITY = float("inf")


def described(value):
    """A value in the words of the records."""
    cls = type(value)
    if cls is int:
        if -LARGEST_NUMBER < value < LARGEST_NUMBER:
            return {"text": int.__repr__(value), "type": "int", "number": value}
        return {"text": int_text(value), "type": "int"}
    if cls is str:
        if len(value) <= 40 and value.isascii() and value.isprintable():
            return {"text": str.__repr__(value), "type": "str"}
        return {"text": string_text(value, TEXT_LENGTH[0])[0], "type": "str"}
    if cls is bool or value is None:
        return {"text": repr(value), "type": cls.__name__}
    if cls is float:
        if value != value:
            return {"text": "nan", "type": "nan"}
        if value in (INFINITY, -INFINITY):
            return {"text": float.__repr__(value), "type": "float"}
        return {"text": float.__repr__(value), "type": "float", "number": value}
    text = text_of(Work(), value, TEXT_LENGTH[0], 0)[0]
    if id(cls) in PRIMITIVES:
        return {"text": text, "type": cls.__name__}
    return {"text": text, "type": type_text(value), "object": identity(value)}


def described_error(error):
    """An exception with its message, where that takes no code of the program."""
    args = BaseException.args.__get__(error)
    name = class_name(type(error))
    if all(id(type(each)) in SIMPLE for each in args) and is_built_in(type(error), "__str__"):
        text = text_or_reason(error)
        text = "%s: %s" % (name, text) if text else name
    else:
        text = text_of(Work(), error, TEXT_LENGTH[0], 0)[0]
    return {"text": clip(text.replace("\n", "\\n"), TEXT_LENGTH[0])[0], "type": name, "object": identity(error)}


def thrown(frame, error):
    """The end of a call that an exception leaves. By this one, a generator that is given up is closed where it waits."""
    if error["type"] == "GeneratorExit" and frame.f_code.co_flags & PAUSING:
        return {"kind": "suspended" if PROCESS[0].is_over else "closed", "line": frame.f_lineno or 0}
    return {"kind": "threw", "error": error}


def is_held(value):
    """True if a value is kept to be compared with the next: a small one, kept in a way that the program cannot tell."""
    cls = type(value)
    if cls is int or cls is float or value is None or cls is bool:
        return True
    return (cls is str or cls is bytes) and len(value) <= MAX_HELD


def caller_of(frame):
    """The caller, in the words of the records."""
    back = frame.f_back
    if back is None:
        return None
    found = CALLERS.get((identity(back.f_code), back.f_lasti))
    return found[0] if found is not None else new_caller(back)


def new_caller(back):
    code = back.f_code
    if code.co_filename in FILES:
        return caller_of(back)
    name = getattr(code, "co_qualname", code.co_name)
    path = code.co_filename
    found = {
        "name": TOP_LEVEL if name == "<module>" else name, "path": path if path[:1] == "<" else os.path.abspath(path),
        "line": back.f_lineno or 0,
    }
    if len(CALLERS) > 1000:
        CALLERS.clear()
    # The code is kept with it, so that its id is that of no other.
    CALLERS[identity(code), back.f_lasti] = found, code
    return found


# By where calls are made.
CALLERS = {}


def parameters(code):
    """The names of a function's parameters, in the order in which they are written."""
    count = code.co_argcount
    names = code.co_varnames
    keyword_only = names[count: count + code.co_kwonlyargcount]
    rest = count + code.co_kwonlyargcount
    starred = ()
    if code.co_flags & VARARGS:
        starred = (names[rest],)
        rest += 1
    keywords = (names[rest],) if code.co_flags & VARKEYWORDS else ()
    return names[:count] + starred + keyword_only + keywords


def given_arguments(code, values):
    """The arguments of a call that another function makes: without its own object, and starred ones one by one."""
    found = []
    for name in parameters(code):
        if name in ("self", "cls") and not found or name not in values:
            continue
        value = values[name]
        if name == starred_name(code) and type(value) is tuple:
            found.extend(described(each) for each in value[:20])
        elif not (type(value) is dict and not value and name == parameters(code)[-1] and code.co_flags & VARKEYWORDS):
            found.append(described(value))
    return found


def starred_name(code):
    return code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & VARARGS else None


def local_values(frame):
    """The variables of a frame by name; None where only code of the program could tell them."""
    found = frame.f_locals
    cls = type(found)
    if cls is dict or cls is LOCALS_PROXY:
        return found
    return dict(dict.items(found)) if inherits(found, dict) else None


def let_go(frame, found):
    """Before Python 3.13 a frame keeps the table of its variables, and by it what they held, until it is asked for again."""
    if KEEPS_TABLE and type(found) is dict and is_ours_alone(frame.f_code):
        found.clear()


def is_ours_alone(code):
    """True if the program does not get hold of that very table: by these names."""
    return bool(code.co_flags & OPTIMIZED) and "locals" not in code.co_names and "vars" not in code.co_names


LOCALS_PROXY = type((lambda: sys._getframe().f_locals)())
# With a trace function, that table is written back into the frame: it must stay whole.
KEEPS_TABLE = IS_MONITORED and LOCALS_PROXY is dict
