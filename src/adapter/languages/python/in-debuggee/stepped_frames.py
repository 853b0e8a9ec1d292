"""Runs inside the debuggee, before Python 3.12: sees how the frames are left in which a thread steps, or that are followed, by a trace function
in front of pydevd's. Where a generator or coroutine waits, pydevd is not told: on a line that may return, and in each line of an asynchronous
generator, it takes that for a return, and the step ends in whatever runs next.
"""

import sys
from types import FunctionType, MethodType

from _pydevd_bundle.pydevd_constants import get_global_debugger

from .exception_handlers import SUSPENDABLE
from .followed_calls import ended, identity
from .frame_ends import how_left, is_entering_handler
from .own_package import is_debugger_file

# By the identity of a frame: the exception that has come to it, and whether that was the last event.
ERRORS = {}
# Functions that are called with a frame that is about to be left, and "return" or "throw".
LISTENING = []


class FrameTracer:
    """The trace function of a frame, in front of another one. Whatever replaces it comes behind it: while pydevd's own runs, as where a thread
    stands, nothing else can be set, since what it returns is; so this is put back when it is let go.
    """

    __slots__ = ("key", "behind")

    def __init__(self, frame, behind):
        # A frame that it held would not be let go.
        self.key, self.behind = identity(frame), behind

    def __call__(self, frame, event, arg):
        key, behind = self.key, self.behind
        error, has_thrown = ERRORS.get(key, (None, False))
        how = how_left(frame, arg, has_thrown) if event == "return" else None
        is_waiting = how == "yield" and frame.f_code.co_flags & SUSPENDABLE
        if how is not None and not is_waiting:
            # It is let go below, where nothing traces what that calls.
            self.key = None
        # pydevd keeps the frames of a stop for longer than that, this one among them. It must not hold the tracer then.
        del self
        if is_waiting:
            return frame.f_trace
        if how is not None:
            left(frame, how, arg, error)
        elif event == "exception":
            ERRORS[key] = arg[1], True
        elif error is not None and (sys.exc_info()[1] is error or is_entering_handler(frame)):
            ERRORS[key] = error, False
        else:
            ERRORS.pop(key, None)
        found = None if behind is None else behind(frame, event, arg)
        if how is not None:
            return found or behind or left_behind
        return in_front(frame, found)

    def __del__(self):
        try:
            frame = sys._getframe(1)
            while identity(frame) != self.key and is_debugger_file(frame.f_code.co_filename):
                frame = frame.f_back
            if identity(frame) == self.key and frame.f_trace is not None:
                see(frame)
        except Exception:
            pass


def in_front(frame, found):
    """The trace function that a frame is to have, with what has been found to come behind it."""
    now = frame.f_trace
    if type(now) is not FrameTracer:
        return FrameTracer(frame, found or now)
    now.behind = found or now.behind
    return now


def left(frame, how, value, error):
    ERRORS.pop(identity(frame), None)
    try:
        if how != "throw":
            ended(frame, "returned", value)
        else:
            ended(frame, "threw", *([] if error is None else [error]))
        for each in LISTENING:
            each(frame, how)
    except Exception:
        pass


def left_behind(frame, event, arg):
    """The trace function of a frame that runs no more."""


def see(frame):
    found = frame.f_trace
    if found is None or is_pydevds(found):
        frame.f_trace = FrameTracer(frame, found)
    elif type(found) is not FrameTracer:
        # The program has taken it away.
        ended(frame, "unseen")


def is_pydevds(function):
    debugger = get_global_debugger()
    if debugger is not None and function is debugger.trace_dispatch or function is left_behind:
        return True
    kind = type(function)
    if kind is MethodType:
        function = function.__func__
        kind = type(function)
    if kind is FunctionType:
        return is_debugger_file(function.__code__.co_filename)
    return type(kind.__module__) is str and kind.__module__.startswith("_pydevd")
