"""Python runs this file when it starts, because its folder comes first on PYTHONPATH. It sets up what adopts the process when it is
about to run code with breakpoints, and then runs the sitecustomize that Python would have run without it. Nothing else may lie in
this folder: the program could import it.
"""

import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _take_away_from_path():
    sys.path[:] = [each for each in sys.path if os.path.abspath(each) != _HERE]
    sys.path_importer_cache.pop(_HERE, None)


def _shared_path(folder):
    """The path of the file that loads our modules: beside them in the distribution."""
    beside = os.path.join(folder, "own_files.py")
    return beside if os.path.exists(beside) else os.path.join(os.path.dirname(os.path.dirname(folder)), "in-debuggee", "own_files.py")


def _start():
    """The program sees nothing of our modules."""
    folder, loader = os.path.dirname(_HERE), type(__spec__.loader)
    name, path = "mcp_debugger_follow", _shared_path(folder)
    code, names = loader(name, path).get_code(name), {"__name__": name}
    exec(code, names)
    if sys.dont_write_bytecode:
        names["keep_compiled"](path, code)
    names["load_package"](name, folder, loader).module("follow_start").start_following(_HERE)


_take_away_from_path()
try:
    _start()
except Exception:
    # The program runs on without a debugger.
    pass
del sys.modules["sitecustomize"]
# Where there is none, the error that says so is what Python expects.
import sitecustomize
