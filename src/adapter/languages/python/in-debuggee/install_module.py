"""Runs inside the debuggee: puts a module of ours there, with those that it imports, where the program sees nothing of them: below one of
the debugger's own modules, which is there in every process that debugpy debugs.

It is run behind own_package.py, with `NAME`, by which the module is found there, and either `PATHS` or `TEXTS`: by their names, the files
of the module and of those that it imports. `MODULE` is the module's own name among them.
"""

import importlib.machinery
import sys

PACKAGE = "mcp_debugger_package"


class Sources:
    """The code of modules, by their names."""

    def __init__(self):
        self.paths, self.texts = {}, {}

    def replace(self, paths, texts):
        for each in paths:
            self.texts.pop(each, None)
        self.paths.update(paths)
        self.texts.update(texts)

    def __call__(self, name):
        if name in self.texts:
            # For a debuggee that does not see our files: on another machine, in a container.
            return compile(self.texts[name], "<mcp-debugger>", "exec")
        # From files: Python keeps what it has compiled beside them, where it may.
        return importlib.machinery.SourceFileLoader(name, self.paths[name]).get_code(name)


def install(name, module, paths, texts):
    holder = sys.modules["_pydevd_bundle.pydevd_constants"]
    package = getattr(holder, PACKAGE, None)
    if package is None:
        package = OwnPackage("mcp_debugger", None)
        setattr(holder, PACKAGE, package)
    if package.sources is None:
        package.sources = Sources()
    package.sources.replace(paths, texts)
    # A debugger that comes after another one finds nothing of its state.
    package.forget([*paths, *texts])
    setattr(holder, name, package.module(module))
    # See keep_apart.py.
    if "keep_apart" in package.modules:
        for each in [*paths, *texts]:
            if each in package.modules:
                package.modules["keep_apart"].keep_module_apart(package.modules[each])


install(NAME, MODULE, PATHS, TEXTS)
