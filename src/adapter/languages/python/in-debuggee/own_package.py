"""Runs inside a process that is not ours: modules of ours that import each other as those of a package do, by `from .read_values import
clip`. The program sees nothing of them: they stand in no `sys.modules`, and no hook for imports is asked.

Of Python's own modules they have copies: what a program puts into the place of a function there, as tests do with clocks and files, is
not called by ours.
"""

import builtins
import sys

# Without the module `types`, of which a program may have its own.
ModuleType, SimpleNamespace = type(sys), type(sys.implementation)
Function, BuiltinFunction = type(lambda: 0), type(len)
Cell = type((lambda value: lambda: value)(0).__closure__[0])

# What ours works with, and what that works with in its turn.
COPIED = frozenset((
    "_ast", "_bisect", "_collections", "_functools", "_json", "_locale", "_opcode", "_opcode_metadata", "_operator", "_queue", "_signal",
    "_socket", "_sre", "_stat", "_thread", "_weakref", "ast", "asyncio", "asyncio.events", "asyncio.futures", "asyncio.tasks", "atexit",
    "bisect", "codecs", "collections", "contextlib", "copy", "dis", "enum", "fnmatch", "functools", "gc", "genericpath", "glob", "inspect",
    "io", "itertools", "json", "json.decoder", "json.encoder", "json.scanner", "keyword", "linecache", "locale", "marshal", "math", "nt",
    "ntpath", "opcode", "operator", "os", "posix", "posixpath", "queue", "re", "select", "signal", "socket", "stat", "struct", "sys",
    "textwrap", "threading", "time", "token", "tokenize", "traceback", "types", "weakref",
))
# These are the program's: what they set is for its threads, and what they make is one.
SHARED = {"threading": frozenset((
    "_DeleteDummyThreadOnDel", "_DummyThread", "_MainThread", "_after_fork", "_register_atexit", "_shutdown", "excepthook", "setprofile",
    "setprofile_all_threads", "settrace", "settrace_all_threads", "Thread", "Timer",
))}
# The child of a fork has others.
OF_PROCESS = {"threading": ("_active_limbo_lock", "_main_thread", "_shutdown_locks", "_shutdown_locks_lock")}
# No object of these leaves ours, or comes from the program.
WITH_CLASSES = ("contextlib", "dis", "json.decoder", "json.encoder", "queue", "threading", "traceback")
# From the beginning on. Others are not there yet where a program begins.
COPIED_FIRST = ("sys", "os", "time", "_thread")
# A program sets these as it is meant to.
HOOKS = frozenset(("excepthook", "displayhook", "unraisablehook", "breakpointhook"))


def copied_function(function, names, closure=None):
    """The same function, which looks for what it needs among other names."""
    found = Function(function.__code__, names, function.__name__, function.__defaults__, closure or function.__closure__)
    found.__kwdefaults__ = function.__kwdefaults__
    found.__qualname__, found.__module__, found.__doc__ = function.__qualname__, function.__module__, function.__doc__
    found.__dict__.update(function.__dict__)
    return found


class SystemCopy(ModuleType):
    """The module `sys`, in which only functions are copied."""

    def __init__(self):
        ModuleType.__init__(self, "sys")

    def __getattr__(self, name, live=sys.__dict__):
        try:
            return live[name]
        except KeyError:
            raise AttributeError("module 'sys' has no attribute '%s'" % name) from None

    def __setattr__(self, name, value, live=sys.__dict__):
        live[name] = value


class Copies:
    """Copies of Python's modules, with what they lead to as far as it is Python's. Classes are the program's, as its objects are of them."""

    def __init__(self, builtins):
        self.builtins = builtins
        # By the id of a module or a class, which is kept with its copy. A copy stands for itself.
        self.known = {}

    def of(self, module):
        known = self.known.get(id(module))
        if known is not None:
            return known[1]
        copy = SystemCopy() if module is sys else ModuleType(module.__name__)
        self.keep(module, copy)
        names = copy.__dict__
        # Functions take them when they are made.
        names["__builtins__"] = self.builtins
        if module is sys:
            self.copy_system(names)
        else:
            names.update({key: self.member(value) for key, value in list(module.__dict__.items()) if key != "__builtins__"})
        if "__path__" in names:
            names.setdefault("__getattr__", lambda name: self.submodule(copy.__name__, name))
        if copy.__name__ in OF_PROCESS and hasattr(sys.modules["os"], "register_at_fork"):
            sys.modules["os"].register_at_fork(after_in_child=lambda: self.follow_fork(module, names))
        return copy

    def keep(self, known, copy):
        self.known[id(known)], self.known[id(copy)] = (known, copy), (copy, copy)

    def submodule(self, package, name):
        """A module of a package that is loaded later than the copy is made."""
        try:
            return self.member(sys.modules["%s.%s" % (package, name)])
        except KeyError:
            raise AttributeError("module '%s' has no attribute '%s'" % (package, name)) from None

    def follow_fork(self, module, names):
        for name in OF_PROCESS[module.__name__]:
            if name in names:
                names[name] = module.__dict__[name]

    def copy_system(self, names):
        """Its functions. All else in it the program may change, and is seen as it is."""
        live = sys.__dict__
        names.update({key: value for key, value in list(live.items()) if type(value) is BuiltinFunction and key not in HOOKS})
        # Nothing puts others there, and what is looked up live takes longer.
        names.update({key: live[key] for key in ("modules", "version_info", "implementation", "platform", "flags", "executable") if key in live})
        if "monitoring" in live:
            names["monitoring"] = self.of(live["monitoring"])

    def member(self, value):
        if type(value) is ModuleType:
            return self.of(value) if value.__name__ in COPIED else value
        if type(value) is Function:
            names = self.names_for(value)
            return copied_function(value, names) if names is not None and names is not value.__globals__ else value
        if self.is_copied_class(value):
            return self.of_class(value)
        if self.is_copied_class(type(value)):
            copy = object.__new__(self.of_class(type(value)))
            copy.__dict__.update(value.__dict__)
            return copy
        return value

    def names_for(self, value):
        """The names of the copied module that a function or a class is of; None if it is not copied."""
        name = value.__module__
        owner = sys.modules.get(name) if name in COPIED and value.__name__ not in SHARED.get(name, ()) else None
        if type(owner) is not ModuleType or type(value) is Function and owner.__dict__ is not value.__globals__:
            return None
        return self.of(owner).__dict__

    def copied_classes(self):
        """Python's classes of which there are copies, by their ids."""
        modules = [sys.modules.get(name) for name in WITH_CLASSES]
        values = [value for module in modules if type(module) is ModuleType for value in list(module.__dict__.values())]
        return {id(each) for each in values if self.is_copied_class(each)}

    def is_copied_class(self, value):
        if not isinstance(value, type):
            return False
        known = self.known.get(id(value))
        if known is not None:
            return known[0] is not known[1]
        return value.__module__ in WITH_CLASSES and "__slots__" not in value.__dict__ and self.names_for(value) is not None

    def of_class(self, value):
        if id(value) not in self.known:
            names = self.names_for(value)
            bases = tuple([self.of_class(each) if self.is_copied_class(each) else each for each in value.__bases__])
            self.keep(value, copied_class(value, bases, names))
        return self.known[id(value)][1]


def copied_class(value, bases, names):
    """The same class with other bases, whose methods look for what they need among other names."""
    copy = type(value)(value.__name__, bases, {})
    for key, each in value.__dict__.items():
        if key not in ("__dict__", "__weakref__", "_abc_impl"):
            setattr(copy, key, member_of_class(each, names, copy))
    return copy


def member_of_class(value, names, owner):
    if type(value) is Function:
        # `super()` looks for the class among them.
        cells = [Cell(owner) if name == "__class__" else cell for name, cell in zip(value.__code__.co_freevars, value.__closure__ or ())]
        return copied_function(value, names, tuple(cells))
    if type(value) in (staticmethod, classmethod):
        return type(value)(member_of_class(value.__func__, names, owner))
    if type(value) is property:
        return property(*[each and member_of_class(each, names, owner) for each in (value.fget, value.fset, value.fdel)])
    return value


class OwnPackage:
    """The modules that are loaded, and where others are to be found. They can import `FILES` from here: `from .own_package import FILES`."""

    # How names of the debugger's modules begin.
    DEBUGGER = ("debugpy", "_pydev", "pydev")
    # What it does in these is for the program: it puts functions into Python's modules, and runs code in the program's modules.
    FOR_PROGRAM = (
        "_pydevd_bundle.pydevd_runpy", "_pydevd_bundle.pydevd_exec2", "_pydev_bundle.pydev_monkey", "_pydev_bundle.pydev_monkey_qt",
        "_pydev_bundle.pydev_import_hook", "_pydev_bundle._pydev_execfile", "_pydev_bundle.pydev_umd", "_pydev_bundle._pydev_sys_patch",
    )

    def __init__(self, name, sources):
        """`sources` gives the code of a module, by its name."""
        self.name, self.sources = name, sources
        self.modules = {"own_package": self}
        # The names that their code, and this, has as its file's.
        self.FILES = {OwnPackage.module.__code__.co_filename}
        # Python takes what an `import` calls from the built-in names of the module where it stands.
        self.import_of_python = builtins.__import__
        self.builtins = dict(builtins.__dict__, __import__=self.import_from)
        self.copies, self.copied = Copies(self.builtins), {}
        # Modules of Python's as they were before the program, which may take them away.
        self.before = {}
        for each in COPIED_FIRST:
            self.copy(each)

    def import_from(self, name, namespace=None, variables=None, names=(), level=0):
        if level == 0:
            return self.import_of(name, namespace, variables, names)
        if name:
            return self.module(name)
        return SimpleNamespace(**{each: self.module(each) for each in names})

    def import_of(self, name, namespace, variables, names):
        """A module of Python's, or of the debugger's: `import os.path` leads to the first of them."""
        first = name if names else name.partition(".")[0]
        if first in COPIED:
            return self.copy(first)
        known = self.before.get(first) if name in self.before else None
        if known is not None and all(hasattr(known, each) for each in names or ()):
            return self.copies.member(known)
        return self.copies.member(self.import_of_python(name, namespace, variables, names, 0))

    def use_copies(self, names):
        """Puts copies into the place of what was imported into a module without us."""
        names.update({key: self.copies.member(each) for key, each in list(names.items())})

    def copy(self, name):
        """Our copy of a module of Python's, which is made at the first time."""
        if name not in self.copied:
            has_one, found = name in sys.modules, sys.modules.get(name)
            if type(found) is not ModuleType:
                # Something of the program's may have its place, for as long as it wants to.
                sys.modules.pop(name, None)
                try:
                    self.import_of_python(name)
                    own = sys.modules[name]
                finally:
                    if has_one:
                        sys.modules[name] = found
                found = own
            self.copied[name] = self.copies.of(found)
        return self.copied[name]

    copied_class, copied_function, member_of_class = [staticmethod(each) for each in (copied_class, copied_function, member_of_class)]

    @staticmethod
    def of_program(name):
        """A module of Python's as the program sees it."""
        return sys.modules[name]

    def module(self, name):
        """A module of the package, which is loaded at the first time."""
        if name not in self.modules:
            code = self.sources(name)
            self.FILES.add(code.co_filename)
            module = self.modules[name] = ModuleType("%s.%s" % (self.name, name))
            module.__dict__["__builtins__"] = self.builtins
            try:
                exec(code, module.__dict__)
            except BaseException:
                del self.modules[name]
                raise
        return self.modules[name]

    def is_debugger_file(self, name):
        """True for a file of the debugger, ours or debugpy's."""
        return name in self.FILES or "debugpy" in name or "pydevd" in name

    def forget(self, names):
        """Has modules loaded again when they are next asked for."""
        for each in names:
            self.modules.pop(each, None)
