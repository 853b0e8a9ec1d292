"""Runs inside a debuggee: begins a trace in a program that runs already, and ends it so that nothing of it is left. The files of the tracer are
run again for each trace, in one namespace that is let go of afterwards.
"""

import builtins
import importlib.machinery
import json
import os
import sys

FOLDER = os.path.dirname(os.path.abspath(sys._getframe().f_code.co_filename))
# The namespace of the trace that is under way, if any.
LIVE = []
IS_HOOKED = []
# In seconds.
QUICK_SWITCH = 1e-5


def begin(request_path):
    """Begins to record; JSON that says why not where that cannot be."""
    return without_waiting(lambda: begin_now(request_path))


def without_waiting(step):
    """Runs a step that reads files: beside a program that computes, a thread waits for its turn after each of them, for 5 ms."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(QUICK_SWITCH)
    # As it is kept.
    ours = sys.getswitchinterval()
    try:
        return step()
    finally:
        # The program may have set one meanwhile.
        if sys.getswitchinterval() == ours:
            sys.setswitchinterval(before)


def begin_now(request_path):
    if LIVE:
        return json.dumps({"refused": "another trace of this program is under way"})
    loader = importlib.machinery.SourceFileLoader
    names = {"__name__": "mcp_debugger_trace", "__builtins__": dict(vars(builtins)), "OWN_FOLDER": FOLDER, "OWN_LOADER": loader}
    try:
        exec(loader("mcp_debugger_trace", shared_path()).get_code("mcp_debugger_trace"), names)
        names["run_file"](names["own_path"]("trace_start.py"), names)
        tools = ("trace_tools.py",) if hasattr(sys, "monitoring") else ()
        for name in names["START_FILES"] + tools + ("trace_process.py", "trace_loaded.py", "trace_running.py"):
            names["run_own_file"](name)
        if not IS_HOOKED and hasattr(os, "register_at_fork"):
            IS_HOOKED.append(True)
            os.register_at_fork(after_in_child=leave_to_parent)
        LIVE.append(names)
        refused = names["begin_live"](names["read_request"](request_path))
    except Exception as error:
        refused = "%s: %s" % (type(error).__name__, error)
    if refused is not None:
        end()
    return json.dumps({"refused": refused} if refused is not None else {"inThreads": not hasattr(sys, "monitoring")})


def shared_path():
    """The path of the file that runs the others: beside ours in the distribution."""
    beside = os.path.join(FOLDER, "own_files.py")
    return beside if os.path.exists(beside) else os.path.join(os.path.dirname(os.path.dirname(FOLDER)), "in-debuggee", "own_files.py")


def begin_in_thread():
    """Before Python 3.12, a thread that runs already is seen only from within it."""
    for names in LIVE:
        names["begin_in_thread"]()
    return "{}"


def end():
    """Writes what has been recorded, and takes everything away."""
    while LIVE:
        without_waiting(lambda: LIVE.pop()["end_live"](True))
    return "{}"


def end_in_thread():
    """The same in the thread that evaluates it, which would do it with the next call that it makes."""
    present = sys.getprofile()
    if type(getattr(present, "__self__", None)).__module__ == "mcp_debugger_trace":
        sys.setprofile(None)
    return "{}"


def leave_to_parent():
    """A child that was forked records nothing: the file is its parent's."""
    while LIVE:
        LIVE.pop()["end_live"](False)
