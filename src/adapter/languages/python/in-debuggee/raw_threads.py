"""Runs inside the debuggee: starts threads of `_thread` so that no frame of the debugger stands in them. pydevd starts them in a function
of its own, which is then the first line of the traceback of an uncaught exception.
"""

import collections
import functools
import operator
import threading
import types

from . import own_package
from .debugger_threads import threads_of
from .late_copies import give_copies
from .pass_reports import own_debugger

LOCAL = threading.local()


class Start(functools.partial):
    """The function that a thread runs: first ours, then the program's. All code that calls the program's is C, which has no frames."""

    def __repr__(self):
        return repr(self.function)


class StartOfThread(functools.partial):
    """The function that a thread of `threading` runs. pydevd asks it for its thread, in the thread itself."""

    @property
    def __self__(self):
        return threads_of(own_package).begin(self.func.__self__)


class End:
    """Is freed when its thread has ended, however that did."""

    def __init__(self, debugger, thread_id):
        self.debugger, self.thread_id = debugger, thread_id

    def __del__(self):
        try:
            self.debugger.notify_thread_not_alive(self.thread_id)
        except Exception:
            pass


def begin_thread():
    from _pydev_bundle import pydev_monkey
    from _pydevd_bundle.pydevd_constants import get_current_thread_id

    try:
        debugger = own_debugger()
        if debugger is None:
            return
        thread = threading.current_thread()
        if not getattr(thread, "is_pydev_daemon_thread", False):
            thread_id = get_current_thread_id(thread)
            LOCAL.end = End(debugger, thread_id)
            debugger.notify_thread_created(thread_id, thread)
            pydev_monkey._on_set_trace_for_new_thread(debugger)
    except Exception:
        pass


def start_raw_threads():
    from _pydev_bundle import pydev_monkey

    known = pydev_monkey._NewThreadStartupWithTrace
    call = operator.methodcaller("__call__")

    def started(function, args, kwargs):
        if type(function) is types.MethodType and issubclass(type(function.__self__), threading.Thread):
            return known(StartOfThread(function, *args, **kwargs) if HAS_STAND_INS else function, args, kwargs)
        run = functools.partial(function, *args, **kwargs)
        start = Start(collections.deque, map(call, (begin_thread, run)), 0)
        start.function = function
        return start

    if pydev_monkey._UseNewThreadStartup is known:
        pydev_monkey._UseNewThreadStartup = started
    pydev_monkey._NewThreadStartupWithTrace = started


def has_stand_ins():
    """Also where the debugger came before us. With GEVENT_SUPPORT it has a `threading` of its own, and no stand-ins."""
    from _pydev_bundle._pydev_saved_modules import threading as known

    if known is own_package.of_program("threading"):
        threads, debugger = threads_of(own_package), own_debugger()
        threads.take_modules()
        if debugger is not None:
            threads.take_debugger(debugger)
        give_copies(own_package, debugger)
        return True
    return known is threading


try:
    HAS_STAND_INS = has_stand_ins()
    start_raw_threads()
except Exception:
    pass
