"""Runs inside a debuggee: begins a trace in a program that runs already, and ends it so that nothing of it is left. The modules of the tracer are
loaded again for each trace, into a package that is let go of afterwards.
"""

import importlib.machinery
import json
import os
import sys
import threading
from _thread import get_ident

from _pydevd_bundle.pydevd_constants import get_global_debugger

from .how_asked import is_printed
from .keep_stores import is_keeping
from .own_files import load_package, read_request

NAME = "mcp_debugger_trace"
FOLDER = os.path.dirname(os.path.abspath(sys._getframe().f_code.co_filename))
# The module that runs the trace that is under way, if any.
LIVE = []
IS_HOOKED = []
# In seconds.
QUICK_SWITCH = 1e-5


def begin(request_path):
    """Begins to record; JSON that says why not where that cannot be."""
    return answered(without_waiting(lambda: begin_now(request_path)))


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
        return {"refused": "another trace of this program is under way"}
    try:
        package = load_package(NAME, FOLDER, importlib.machinery.SourceFileLoader)
        # See debugger_threads.py: the debugger's own threads, in one of which this may run, are not among the program's.
        package.copied["threading"] = threading
        running = package.module("trace_running")
        if not IS_HOOKED and hasattr(os, "register_at_fork"):
            IS_HOOKED.append(True)
            os.register_at_fork(after_in_child=leave_to_parent)
        LIVE.append(running)
        refused = running.begin_live(read_request(request_path))
    except Exception as error:
        refused = "%s: %s" % (type(error).__name__, error)
    if refused is not None:
        end_now()
        return {"refused": refused}
    return {"inThreads": not hasattr(sys, "monitoring") and not begins_at_start()}


def begins_at_start():
    """True in a process that waits for the debugger to let it run: its first thread begins to record when it does."""
    debugger = get_global_debugger()
    if debugger is None or debugger.ready_to_run:
        return False
    enable = debugger.enable_tracing

    def enable_tracing(*given, **named):
        enable(*given, **named)
        if get_ident() == threading.main_thread().ident:
            debugger.enable_tracing = enable
            begin_in_thread()

    debugger.enable_tracing = enable_tracing
    return True


def begin_in_thread():
    """Before Python 3.12, a thread that runs already is seen only from within it."""
    for running in LIVE:
        running.begin_in_thread()
    return answered({})


def end():
    end_now()
    return answered({})


def end_now():
    """Writes what has been recorded, and takes everything away."""
    while LIVE:
        without_waiting(lambda: LIVE.pop().end_live(True))


def end_in_thread():
    """The same in the thread that evaluates it, which would do it with the next call that it makes."""
    present = sys.getprofile()
    if is_keeping(present):
        sys.setprofile(None)
    return answered({})


def answered(found):
    """As JSON. Where it would be written to the program's output, an error is answered that says it."""
    text = json.dumps(found)
    if is_printed():
        raise LookupError(text)
    return text


def leave_to_parent():
    """A child that was forked records nothing: the file is its parent's."""
    while LIVE:
        LIVE.pop().end_live(False)
