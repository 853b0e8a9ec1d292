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

# What ours works with, and what that works with in its turn.
COPIED = frozenset((
    "_collections", "_functools", "_json", "_opcode", "_opcode_metadata", "_operator", "_signal", "_sre", "_stat", "_thread", "_weakref",
    "atexit", "collections", "enum", "functools", "gc", "genericpath", "itertools", "json", "marshal", "math", "nt", "ntpath", "opcode",
    "operator", "os", "posix", "posixpath", "re", "stat", "struct", "sys", "time", "types", "weakref",
))
# From the beginning on. Others are not there yet where a program begins.
COPIED_FIRST = ("sys", "os", "time", "_thread")
# A program sets these as it is meant to.
HOOKS = frozenset(("excepthook", "displayhook", "unraisablehook", "breakpointhook"))


def copied_function(function, names):
    """The same function, which looks for what it needs among other names."""
    found = Function(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    found.__kwdefaults__ = function.__kwdefaults__
    found.__qualname__, found.__module__, found.__doc__ = function.__qualname__, function.__module__, function.__doc__
    found.__dict__.update(function.__dict__)
    return found


class Copies:
    """Copies of Python's modules, with what they lead to as far as it is Python's. Classes are the program's, as its objects are of them."""

    def __init__(self, builtins):
        self.builtins = builtins
        # By the id of a module, which is kept with its copy.
        self.known = {}

    def of(self, module):
        known = self.known.get(id(module))
        if known is not None:
            return known[1]
        copy = ModuleType(module.__name__)
        self.known[id(module)] = (module, copy)
        names = copy.__dict__
        # Functions take them when they are made.
        names["__builtins__"] = self.builtins
        if module is sys:
            self.copy_system(names)
        else:
            names.update({key: self.member(value) for key, value in list(module.__dict__.items()) if key != "__builtins__"})
        return copy

    def copy_system(self, names):
        """Its functions. All else in it the program may change, and is seen as it is."""
        live = sys.__dict__
        names.update({key: value for key, value in list(live.items()) if type(value) is BuiltinFunction and key not in HOOKS})
        # Nothing puts others there, and what is looked up live takes longer.
        names.update({key: live[key] for key in ("modules", "version_info", "implementation", "platform", "flags", "executable") if key in live})
        if "monitoring" in live:
            names["monitoring"] = self.of(live["monitoring"])

        def __getattr__(name):
            try:
                return live[name]
            except KeyError:
                raise AttributeError("module 'sys' has no attribute '%s'" % name) from None

        names["__getattr__"] = __getattr__

    def member(self, value):
        if type(value) is ModuleType:
            return self.of(value) if value.__name__ in COPIED else value
        if type(value) is Function and value.__module__ in COPIED:
            owner = sys.modules.get(value.__module__)
            if type(owner) is ModuleType and owner.__dict__ is value.__globals__:
                return copied_function(value, self.of(owner).__dict__)
        return value


class OwnPackage:
    """The modules that are loaded, and where others are to be found. They can import `FILES` from here: `from .own_package import FILES`."""

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
        for each in COPIED_FIRST:
            self.copy(each)

    def import_from(self, name, namespace=None, variables=None, names=(), level=0):
        if level == 0 and name in COPIED:
            return self.copy(name)
        if level == 0:
            return self.import_of_python(name, namespace, variables, names, level)
        if name:
            return self.module(name)
        return SimpleNamespace(**{each: self.module(each) for each in names})

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

    copied_function = staticmethod(copied_function)

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

    def forget(self, names):
        """Has modules loaded again when they are next asked for."""
        for each in names:
            self.modules.pop(each, None)
