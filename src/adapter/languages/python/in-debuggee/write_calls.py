"""Runs inside the debuggee: which functions in C may have written a place, and whose code and threads are the debugger's own."""

import _thread
import dis
import functools
import os
import sys
import threading
import types

from .own_package import FILES, is_debugger_file
from .read_values import class_name, inherits
from .write_sites import OPS, operations, ops

# `id` is reported to audit hooks, which takes longer than all the rest.
identity, get_ident, get_frame = object.__hash__, _thread.get_ident, sys._getframe
OWN_NAMES = {get_frame().f_code.co_filename}
OWN_FOLDERS = {os.path.dirname(each) for each in FILES if os.path.isabs(each)}


# The last code of a thread that Python knows by a stand-in only, from 3.13 on: also of the debugger's threads, which are no longer told apart
# then. It holds the lock that all starts of threads need, so nothing may stop there.
LAST_OF_THREAD = getattr(getattr(getattr(threading, "_DeleteDummyThreadOnDel", None), "__del__", None), "__code__", None)


def is_ours(name):
    """True if a file belongs to the debugger."""
    return name in OWN_NAMES or is_debugger_file(name) or os.path.dirname(name) in OWN_FOLDERS


# What these run is other code, for which they are not to be named.
RUNNING = frozenset({"exec", "eval", "__import__", "__build_class__", "run"})
# Functions that take items from their arguments, whatever the arguments are.
CONSUMING = frozenset({"list", "tuple", "set", "frozenset", "dict", "sum", "any", "all", "min", "max", "next", "sorted", "reduce", "deque", "join"})
WAITING = RUNNING | {
    "acquire", "sleep", "wait", "select", "poll", "control", "recv", "recv_into", "read", "readline", "readinto", "accept", "connect",
    "send", "sendall", "write", "flush", "fsync", "get", "put", "system", "waitpid", "waitid", "wait4", "start_new_thread", "join",
}
NATIVE = (
    types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType, types.MethodWrapperType,
    types.ClassMethodDescriptorType,
)
# Of classes: made while the program runs, and written in C after all.
HEAP_TYPE, IMMUTABLE_TYPE = 1 << 9, 1 << 8


def native_name(called):
    """The name of a function or class that is written in C; empty if it has no name, and None for a class that runs code of the program."""
    if inherits(called, type):
        flags = type.__dict__["__flags__"].__get__(called)
        return None if flags & HEAP_TYPE and not flags & IMMUTABLE_TYPE else class_name(called)
    if type(called) not in NATIVE:
        return "" if type(called) is functools.partial else None
    name = called.__name__
    return None if name in RUNNING else name


def may_write(name, writers, is_wide):
    """True if a function in C of that name may have written; while others wait, any thread may have."""
    if name is None or is_wide:
        return name is not None and name not in WAITING
    return name in writers.hints or name in CONSUMING


def is_debugger_thread():
    return getattr(threading._active.get(get_ident()), "is_pydev_daemon_thread", False)


# How many of the values on the stack lie above what is called, and what its arguments are made by.
ABOVE = {"CALL_FUNCTION": 0, "CALL_METHOD": 0, "CALL": 0, "CALL_FUNCTION_KW": 1}
NAMING = ops("LOAD_METHOD", "LOAD_ATTR", "LOAD_GLOBAL", "LOAD_NAME")


def said_name(code, offset):
    """The source's name of the thing that an operation calls; empty if that is no name, or not certain."""
    steps = [(offsets[-1], op, arg) for offsets, op, arg in operations(code.co_code)]
    at = next(index for index, each in enumerate(steps) if each[0] == offset)
    _, op, count = steps[at]
    above = count + ABOVE[dis.opname[op]] if dis.opname[op] in ABOVE else 1 + (count & 1)
    height, labels = 0, set(dis.findlabels(code.co_code))
    for begin, op, arg in reversed(steps[:at]):
        # What follows the arguments.
        if height == 0 and dis.opname[op] in ("PRECALL", "KW_NAMES"):
            continue
        if height == -above:
            return code.co_names[arg >> 1 if FLAGGED_GLOBALS and op == OPS["LOAD_GLOBAL"] else arg] if op in NAMING else ""
        if begin in labels or op in dis.hasjrel or op in dis.hasjabs:
            return ""
        height -= dis.stack_effect(op, arg if op >= dis.HAVE_ARGUMENT else None)
    return ""


# Whether the lowest bit of the argument says something else.
FLAGGED_GLOBALS = sys.version_info >= (3, 11)
