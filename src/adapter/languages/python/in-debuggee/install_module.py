"""Runs inside the debuggee: puts the other files there, which share one namespace, where the program sees nothing of them: below
one of the debugger's own modules, which is there in every process that debugpy debugs.

It is run with `NAME`, and either `PATHS` or `TEXTS`, in the order in which they are to be run.
"""

import importlib.util
import sys
import types


def install(name, paths, texts):
    module = types.ModuleType(name)
    for path in paths:
        # From files: Python keeps what it has compiled beside them, where it may.
        spec = importlib.util.spec_from_file_location(name, path)
        spec.loader.exec_module(module)
    for text in texts:
        # For a debuggee that does not see our files: on another machine, in a container.
        exec(compile(text, "<mcp-debugger>", "exec"), module.__dict__)
    holder = sys.modules["_pydevd_bundle.pydevd_constants"]
    setattr(holder, name, module)
    # See keep_apart.py.
    keep = getattr(getattr(holder, "mcp_debugger", None), "keep_module_apart", None)
    if keep is not None:
        keep(module)


install(NAME, PATHS, TEXTS)
