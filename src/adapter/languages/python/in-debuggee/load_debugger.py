"""Runs inside the debuggee, before its program: has the debugger's modules loaded as ours are, with copies of Python's modules, and with
built-in functions and modules that the program cannot take away. They stand in `sys.modules`, as the debugger expects it.
"""

import sys


class DebuggerFinder:
    """A finder of modules, to stand before the others while the debugger loads modules of its own."""

    def __init__(self, package):
        from importlib.machinery import ExtensionFileLoader, PathFinder, SourceFileLoader

        builtins = dict(package.builtins, __import__=self.import_for_debugger)
        self.package, self.find = package, PathFinder.find_spec

        class Source(SourceFileLoader):
            def exec_module(self, module):
                module.__dict__["__builtins__"] = builtins
                super().exec_module(module)

        class Extension(ExtensionFileLoader):
            def exec_module(self, module):
                super().exec_module(module)
                package.use_copies(module.__dict__)

        self.loaders = {SourceFileLoader: Source, ExtensionFileLoader: Extension}

    def find_spec(self, name, path=None, target=None):
        if not name.startswith(self.package.DEBUGGER) or name in self.package.FOR_PROGRAM:
            return None
        spec = self.find(name, path, target)
        own = spec and self.loaders.get(type(spec.loader))
        if own:
            spec.loader = own(spec.loader.name, spec.loader.path)
        return spec

    def import_for_debugger(self, name, namespace=None, variables=None, names=(), level=0):
        if level == 0 and not name.startswith(self.package.DEBUGGER):
            return self.package.import_of(name, namespace, variables, names)
        finders = sys.meta_path
        finders.insert(0, self)
        try:
            return self.package.import_of_python(name, namespace, variables, names, level)
        finally:
            # The program may have emptied it.
            if self in finders:
                finders.remove(self)


def load_debugger(package, threads):
    """debugpy's command line, and with it what it needs. threads: those that it will find."""
    import itertools
    import threading

    # The program's threads are numbered as they are without the debugger's.
    numbers, threading._counter = threading._counter, itertools.count(1).__next__
    try:
        cli = DebuggerFinder(package).import_for_debugger("debugpy.server.cli", names=("main",))
    finally:
        threading._counter = numbers
    package.before.update({name: module for name, module in sys.modules.items() if name != "__main__"})
    from _pydevd_bundle import pydevd_constants

    pydevd_constants.mcp_debugger_package = package
    programs_threads()
    threads.take_modules()
    return cli


def programs_threads():
    """The debugger begins the program's threads by functions of its own, which it puts into the program's module."""
    import threading
    from _pydev_bundle import pydev_monkey as own

    patched = own.threading_modules_to_patch
    patched[:] = [threading if each is own.threading else each for each in patched]
