"""Runs inside the debuggee: the texts of exceptions. They are made by the program's own code, which may throw or never end; and the
debugger asks for them before it reports a stop.
"""

import _thread
import sys

from .own_threads import in_new_thread
from .read_values import MISSING, SIMPLE, WRAPPER, class_name, inherits, mro

MAX_TEXT_SECONDS = 1


def exception_message(error):
    """The text that `str` gives for an exception, or in angle brackets the reason why it gives none."""
    if all(id(type(each)) in SIMPLE for each in BaseException.args.__get__(error)) and is_built_in(type(error), "__str__"):
        return text_or_reason(error)
    return text_in_time(error)


def is_built_in(cls, name):
    for base in mro(cls):
        found = type.__dict__["__dict__"].__get__(base).get(name, MISSING)
        if found is not MISSING:
            return type(found) is WRAPPER
    return False


def text_or_reason(error):
    try:
        return str(error)
    except BaseException as failure:
        return "<its text raised %s>" % class_name(type(failure))


def text_in_time(error):
    """Asked for in a thread of its own: one that waits in a call into C can be left behind, but not ended."""
    # A traced program may have no use for threads.
    import threading

    found = []
    done = threading.Event()

    def find_text():
        found.append(_thread.get_ident())
        found.append(text_or_reason(error))
        done.set()

    in_new_thread(find_text)
    if done.wait(MAX_TEXT_SECONDS):
        return found[1]
    if found:
        end_in_thread(found[0], done)
    return "<its text was not there within %d s>" % MAX_TEXT_SECONDS


class TimeIsUp(BaseException):
    pass


def end_in_thread(ident, done):
    """Ends what a thread does, and says whether that worked. A call into C does not see it, and then it is taken back: as long as
    it is outstanding, threads that are traced stand still in Python 3.11.
    """
    set_exception(ident, TimeIsUp)
    if done.wait(0.2):
        return True
    set_exception(ident, None)
    # The mark that one is outstanding goes only with one that is raised.
    try:
        set_exception(_thread.get_ident(), TimeIsUp)
        for _ in range(100):
            pass
    except TimeIsUp:
        pass
    return False


def set_exception(ident, error):
    import ctypes

    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), raised)


def bound_debugger():
    """The debugger reads the exception of a stop from its list of frames: it finds the text there instead."""
    if "_pydevd_bundle" not in sys.modules:
        return
    try:
        from _pydevd_bundle.pydevd_frame_utils import FramesList
    except ImportError:
        return

    def read(frames):
        held = vars(frames)
        error = held.get("exc_desc")
        if not inherits(error, BaseException):
            return error
        if "exc_text" not in held:
            held["exc_text"] = exception_message(error)
        return held["exc_text"]

    def write(frames, error):
        vars(frames)["exc_desc"] = error

    FramesList.exc_desc = property(read, write)


bound_debugger()
