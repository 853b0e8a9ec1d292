"""Runs inside a process that is not ours: modules of ours that import each other as those of a package do, by `from .read_values import
clip`. The program sees nothing of them: they stand in no `sys.modules`, and no hook for imports is asked.
"""

import builtins
import sys

# Without the module `types`, of which a program may have its own.
ModuleType, SimpleNamespace = type(sys), type(sys.implementation)


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
        self.builtins = dict(vars(builtins), __import__=self.import_from)

    def import_from(self, name, namespace=None, variables=None, names=(), level=0):
        if level == 0:
            return self.import_of_python(name, namespace, variables, names, level)
        if name:
            return self.module(name)
        return SimpleNamespace(**{each: self.module(each) for each in names})

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
