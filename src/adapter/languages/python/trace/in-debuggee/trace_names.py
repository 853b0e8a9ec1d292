"""Runs inside a traced process: how calls are named: as they are written, where what runs is what was written."""

import builtins
import types

from .describe_values import FUNCTIONS_IN_C
from .read_values import MISSING, class_name, inherits, mro
from .trace_python import identity
from .trace_source import kind_name
from .trace_values import KEEPS_TABLE, let_go, local_values

# Functions in C that call what they are given.
METHODS_IN_C = {name for cls in (str, bytes, list, dict, set, tuple) for name in dir(cls) if name[:1] != "_"}
CLASS_PARTS = ("__init__", "__new__", "__call__")


def is_called_as(text, code, frame):
    """True if a function is the one that a written call calls, and not one that is called by that in its turn."""
    root, _, last = text.rpartition(".")
    if root:
        return last == code.co_name or last not in METHODS_IN_C
    found = value_of(last, frame)
    return found is MISSING or code_of(found) is code or code.co_name in CLASS_PARTS and inherits(found, type)


def value_of(name, frame):
    """The value of a name in a frame, or in a module that has a name there; MISSING for a text that is no name."""
    root, _, last = name.partition(".")
    if last.isidentifier():
        module = value_of(root, frame)
        return vars(module).get(last, MISSING) if type(module) is types.ModuleType else MISSING
    values = local_values(frame)
    found = MISSING
    for table in (values, frame.f_globals, vars(builtins)):
        if table is not None and found is MISSING:
            found = table.get(name, MISSING)
    if values is not None and KEEPS_TABLE:
        let_go(frame, values)
    return found


# Where the source does not see each call that is made: what makes it see those of a value.
WATCH_CALLED = []


def called_by(node, frame):
    """The function that a called expression stands for, as far as no code of the program decides it: a name, or a method of one."""
    kind = kind_name(node)
    if kind == "Name":
        return value_of(node.id, frame)
    owner = value_of(node.value.id, frame) if kind == "Attribute" and kind_name(node.value) == "Name" else MISSING
    if owner is MISSING:
        return None
    for cls in mro(type(owner)):
        found = type.__dict__["__dict__"].__get__(cls).get(node.attr)
        if found is not None:
            return found
    table = vars(owner) if type(owner) is types.ModuleType else None
    return table and table.get(node.attr)


def own_name(frame):
    """The qualified name of a function, as far as its Python knows it."""
    code = frame.f_code
    if hasattr(code, "co_qualname"):
        return code.co_qualname
    if code.co_argcount and code.co_varnames[0] == "self":
        values = local_values(frame)
        if values is not None and "self" in values:
            return "%s.%s" % (class_name(type(values["self"])), code.co_name)
    return code.co_name


def code_of(called):
    """The code that a call of a value runs first; None where it is not Python's."""
    cls = type(called)
    if cls is types.FunctionType:
        return called.__code__
    if cls is types.MethodType:
        called = called.__func__
        return called.__code__ if type(called) is types.FunctionType else None
    if id(cls) in FUNCTIONS_IN_C or cls is types.MethodDescriptorType:
        return None
    is_class = inherits(called, type)
    for owner in mro(called if is_class else cls):
        own = type.__dict__["__dict__"].__get__(owner)
        for name in ("__init__", "__new__") if is_class else ("__call__",):
            found = own.get(name)
            found = found.__func__ if type(found) is staticmethod else found
            if type(found) is types.FunctionType:
                return found.__code__
    return None


# By the id of a code, which is kept with them: the positions of its instructions.
POSITIONS = {}


def place_of(frame):
    """Lines and columns of what a frame is at; None before Python 3.11."""
    code = frame.f_code
    if not hasattr(code, "co_positions"):
        return None
    found = POSITIONS.get(identity(code))
    if found is None:
        found = POSITIONS[identity(code)] = (code, list(code.co_positions()))
    index = frame.f_lasti // 2
    return found[1][index] if 0 <= index < len(found[1]) else None
