"""Runs inside the debuggee: keeps the debugger apart from gevent, which puts functions of its own into `threading`, `time` and others. With
them, what the debugger does in its threads, or waits for while the program is stopped, would run and wait as the program's greenlets do.
pydevd has a way of its own (GEVENT_SUPPORT), which has to be asked for before it begins, and then imports gevent into every program.

So what is to be patched is copied when the program loads gevent, and the debugger works with the copies from then on. A program that does
not load it is left as it is.
"""

import functools
import importlib.util
import sys
import types

from .own_package import copied_class, copied_function, copies, modules

# Those that the debugger uses. Of the first, functions look for other ones in their module.
WITH_CODE = ("threading", "queue")
PLAIN = ("_thread", "time", "select", "socket")
# By the identity of what is replaced. The objects are kept, so that no other one takes its place.
REPLACED = {}
MAX_DEPTH = 5


def copied_module(module):
    """A module of Python with functions and classes that look for what they need in it, and not in the one that is copied."""
    copy = types.ModuleType(module.__name__)
    vars(copy).update(vars(module))
    REPLACED[id(module)] = (module, copy)
    return copy


def copy_code(module, copy):
    for name, value in list(vars(module).items()):
        if type(value) is types.FunctionType and value.__globals__ is vars(module):
            replace(copy, name, value, copied_function(value, vars(copy)))
    classes = [
        (name, value)
        for name, value in vars(module).items()
        # Exceptions are recognised by their classes.
        if type(value) is type and value.__module__ == module.__name__ and not issubclass(value, BaseException) and "__slots__" not in vars(value)
    ]
    for name, value in classes:
        bases = tuple(REPLACED[id(each)][1] if id(each) in REPLACED else each for each in value.__bases__)
        known = REPLACED.get(id(value))
        replace(copy, name, value, known[1] if known else copied_class(value, bases, vars(copy)))


def replace(copy, name, old, new):
    setattr(copy, name, new)
    REPLACED[id(old)] = (old, new)


def copy_modules():
    for name in PLAIN + WITH_CODE:
        __import__(name)
        copied_module(sys.modules[name])
    for name in WITH_CODE:
        module = sys.modules[name]
        copy = REPLACED[id(module)][1]
        for key, value in vars(module).items():
            if id(value) in REPLACED:
                setattr(copy, key, REPLACED[id(value)][1])
        copy_code(module, copy)
    threading = sys.modules["threading"]
    own = REPLACED[id(threading)][1]
    # gevent gives the main thread itself another number.
    replace(own, "_active", threading._active, dict(threading._active))
    # It is looked for among the threads of the program.
    REPLACED.pop(id(threading._MainThread))
    own._MainThread = threading._MainThread
    know_the_end(threading)


def know_the_end(threading):
    """From Python 3.13 on, the main thread is never done with what gevent puts in the place of its handle, and the debugger waits for that."""
    from _pydev_bundle import pydev_is_thread_alive

    known = pydev_is_thread_alive.is_thread_alive

    # The program's own are what stands here: no value by which an argument is left out is replaced.
    def is_thread_alive(thread, known=known, main=threading.main_thread(), program=threading):
        return known(thread) and not (thread is main and program._SHUTTING_DOWN)

    if sys.version_info >= (3, 13):
        replace(pydev_is_thread_alive, "is_thread_alive", known, is_thread_alive)


# The debugger: its modules, and what they lead to.

def is_of_debugger(name):
    return name is not None and name.split(".")[0] in ("debugpy", "pydevd", "pydevd_tracing", "pydevd_file_utils") or str(name).startswith(("_pydev", "mcp_debugger"))


def debugger_modules():
    own = [each for each in modules.values() if type(each) is types.ModuleType]
    return own + [each for name, each in list(sys.modules.items()) if is_of_debugger(name) and isinstance(each, types.ModuleType)]


class Replacing:
    """One walk over objects of the debugger, in which what was copied takes the place of what it was copied from."""

    def __init__(self):
        # What it is about leads to what is the program's.
        self.seen = {id(REPLACED)}

    def module(self, module):
        self.names(vars(module), 0)

    def names(self, values, depth):
        for key, value in list(values.items()):
            if id(value) in REPLACED:
                values[key] = REPLACED[id(value)][1]
            else:
                self.walk(value, depth)

    def walk(self, value, depth):
        kind = type(value)
        if depth > MAX_DEPTH or id(value) in self.seen or kind in (str, int, bytes, float, bool, type(None), types.CodeType, types.ModuleType):
            return
        self.seen.add(id(value))
        if issubclass(kind, dict):
            factory = getattr(value, "default_factory", None)
            if id(factory) in REPLACED:
                value.default_factory = REPLACED[id(factory)][1]
            elif factory is not None:
                self.walk(factory, depth + 1)
            self.names(value, depth + 1)
            for each in list(value):
                self.walk(each, depth + 1)
        elif kind in (list, tuple, set, frozenset):
            for each in list(value):
                self.walk(each, depth + 1)
        elif kind is types.FunctionType:
            if is_of_debugger(value.__module__):
                self.cells(value.__closure__ or (), depth)
        elif kind is types.MethodType:
            self.walk(value.__self__, depth + 1)
            self.walk(value.__func__, depth + 1)
        elif kind is functools.partial:
            self.walk(value.func, depth + 1)
        elif isinstance(value, type):
            self.class_of_debugger(value, depth)
        else:
            self.instance(value, kind, depth)

    def cells(self, cells, depth):
        for each in cells:
            try:
                value = each.cell_contents
            except ValueError:
                continue
            if id(value) in REPLACED:
                each.cell_contents = REPLACED[id(value)][1]
            else:
                self.walk(value, depth + 1)

    def class_of_debugger(self, kind, depth):
        if not is_of_debugger(kind.__module__):
            return
        bases = tuple(REPLACED[id(each)][1] if id(each) in REPLACED else each for each in kind.__bases__)
        if bases != kind.__bases__:
            kind.__bases__ = bases
        for each in list(vars(kind).values()):
            self.walk(each, depth + 1)

    def instance(self, value, kind, depth):
        if id(kind) in REPLACED:
            if issubclass(kind, sys.modules["threading"].Thread):
                return
            value.__class__ = REPLACED[id(kind)][1]
        elif not is_of_debugger(kind.__module__):
            return
        self.walk(kind, depth + 1)
        own = getattr(value, "__dict__", None)
        if type(own) is dict:
            self.names(own, depth + 1)


def keep_apart():
    """Before gevent is there."""
    copy_modules()
    replacing = Replacing()
    for each in debugger_modules():
        replacing.module(each)
    for each in list(sys.modules["threading"].enumerate()):
        if is_of_debugger(type(each).__module__):
            replacing.walk(each, 0)
    # It would go on telling the program's stderr that it cannot do this.
    sys.modules["_pydevd_bundle.pydevd_utils"].SUPPORT_GEVENT = True


def keep_module_apart(module):
    """One of ours that is installed later."""
    if REPLACED:
        Replacing().module(module)


def follow_greenlets():
    """Sets tracing again at each switch of greenlets: before Python 3.12, tracing belongs to the greenlet."""
    if sys.version_info >= (3, 12):
        return
    import greenlet
    import pydevd_tracing

    greenlet.settrace(lambda event, args: pydevd_tracing.reapply_settrace())


def on_event(event, args):
    if event != "exec" or REPLACED or type(args[0]) is not types.CodeType:
        return
    code = args[0]
    if code.co_name == "<module>" and code.co_filename.replace("\\", "/").endswith("/gevent/__init__.py"):
        try:
            keep_apart()
            follow_greenlets()
        except Exception:
            pass


def watch_for_gevent():
    if "gevent" in sys.modules or not hasattr(sys, "addaudithook") or importlib.util.find_spec("gevent") is None:
        return
    sys.addaudithook(on_event)


def use_own_modules():
    """In a debugger that has begun apart from gevent (GEVENT_SUPPORT): what is ours uses the same modules as it."""
    from _pydev_bundle import _pydev_saved_modules as saved
    from _pydevd_bundle.pydevd_constants import SUPPORT_GEVENT

    if SUPPORT_GEVENT:
        for name, own in (("threading", saved.threading), ("time", saved.time), ("_thread", saved.thread)):
            for each in (sys.modules[name], copies.of(sys.modules[name])):
                REPLACED[id(each)] = (each, own)
        for names in [vars(each) for each in modules.values() if type(each) is types.ModuleType]:
            names.update({key: REPLACED[id(value)][1] for key, value in list(names.items()) if id(value) in REPLACED})


try:
    use_own_modules()
    watch_for_gevent()
except Exception:
    pass
