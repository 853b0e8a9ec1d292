"""Python runs this file when it starts, because its folder comes first on PYTHONPATH. It loads the tracer, and then runs the
sitecustomize that Python would have run without it. Nothing else may lie in this folder: the program could import it.
"""

import builtins
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _take_away_from_path():
    sys.path[:] = [each for each in sys.path if os.path.abspath(each) != _HERE]
    sys.path_importer_cache.pop(_HERE, None)


def _shared_path(folder):
    """The path of the file that runs the others: beside them in the distribution."""
    beside = os.path.join(folder, "own_files.py")
    return beside if os.path.exists(beside) else os.path.join(os.path.dirname(os.path.dirname(folder)), "in-debuggee", "own_files.py")


def _start():
    """Everything of ours lives in one namespace that no module has."""
    name, folder = "mcp_debugger_trace", os.path.dirname(_HERE)
    names = {"__name__": name, "__builtins__": dict(vars(builtins)), "OWN_FOLDER": folder, "OWN_LOADER": type(__spec__.loader)}
    shared = _shared_path(folder)
    code = names["OWN_LOADER"](name, shared).get_code(name)
    exec(code, names)
    if sys.dont_write_bytecode:
        names["keep_compiled"](shared, code)
    names["run_file"](names["own_path"]("trace_start.py"), names)
    names["start_tracing"](_HERE)


_take_away_from_path()
try:
    _start()
except Exception:
    # The program runs on, untraced.
    pass
del sys.modules["sitecustomize"]
# Where there is none, the error that says so is what Python expects.
import sitecustomize
