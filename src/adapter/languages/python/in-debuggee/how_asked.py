"""Runs inside the debuggee: how the debugger evaluates what is run now, and which thread it means by a number."""

import sys
import threading


def is_printed():
    """True if the value of an evaluation is written to the program's output: some versions do so if they are asked in no frame."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != "evaluate_expression":
        frame = frame.f_back
    return frame is not None and bool(frame.f_locals.get("is_exec")) and "stdout" in frame.f_code.co_names


def thread_of(number):
    """By the number under which the debugger reports it."""
    from _pydevd_bundle._debug_adapter.pydevd_base_schema import BaseSchema
    from _pydevd_bundle.pydevd_constants import get_thread_id

    wanted = BaseSchema._translate_id_from_dap(number)
    return next((each for each in threading.enumerate() if get_thread_id(each) == wanted), None)


def thread_name(ident):
    thread = threading._active.get(ident)
    if hasattr(type(thread), "is_pydev_daemon_thread"):
        # A stand-in of debugger_threads.py.
        return thread.name
    name = None if thread is None else object.__getattribute__(thread, "__dict__").get("_name")
    return name if type(name) is str else "thread %d" % ident


def ident_of(thread):
    """Python's number of a thread; gevent gives the threads themselves others."""
    return next((ident for ident, each in list(threading._active.items()) if each is thread), thread.ident)


def number_of(ident):
    """The number under which the debugger reports the thread that has this number of Python's; None if there is none."""
    from _pydevd_bundle._debug_adapter.pydevd_base_schema import BaseSchema
    from _pydevd_bundle.pydevd_constants import get_thread_id

    thread = next((each for each in threading.enumerate() if ident_of(each) == ident), None)
    return None if thread is None else BaseSchema._translate_id_to_dap(get_thread_id(thread))
