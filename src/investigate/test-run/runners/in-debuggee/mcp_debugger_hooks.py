"""Loads what hooks Python's test runners: modules that the program does not see, and that see nothing of what it puts into the place of Python's
own functions, as tests do.
"""

import builtins
import os

# Always there, while `importlib` has to be loaded.
from _frozen_importlib_external import SourceFileLoader

_package = None
#: What mcp_debugger_below.py defines, where it listens.
_below = {}


class Sources:
    """The code of modules, by their names: those that describe values, those beside this file, and those that are added."""

    def __init__(self):
        self.folder = os.path.dirname(os.path.abspath(__file__))
        described = os.environ.get("MCP_DEBUGGER_DESCRIBE", "").split(os.pathsep)
        self.paths = {os.path.basename(each)[: -len(".py")]: each for each in described}

    def __call__(self, name, Loader=SourceFileLoader):
        return Loader(name, self.paths.get(name) or "%s/%s.py" % (self.folder, name)).get_code(name)


def module(name):
    """One of ours, which is loaded at the first time, with what it imports."""
    global _package
    if _package is None:
        sources = Sources()
        names = {"__name__": "mcp_debugger"}
        exec(sources("own_package"), names)
        _package = names["OwnPackage"]("mcp_debugger", sources)
        _package.below = _below
    return _package.module(name)


def listen_below():
    """Has what own code throws written down where no tests run. Most processes throw nothing: until then, what listens only has built-in names of
    its own.
    """
    _below.update(__name__="mcp_debugger_below", __builtins__=dict(vars(builtins)), module=module)
    exec(Sources()("mcp_debugger_below"), _below)
    _below["start"]()
