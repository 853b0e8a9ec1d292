"""Runs inside the debuggee: keeps pydevd from running code of a thread that answers for its attributes (`__getattr__`). What pydevd looks for in
it, and would ask it for, stands in the thread itself from its start on.
"""

import sys
import threading
import types

# With None for one of these, pydevd does as if there were none.
LOOKED_FOR = ("additional_info", "__pydevd_id__", "is_pydev_daemon_thread", "pydev_do_not_trace")
# Of these, a thread has one, which depends on the version of Python.
ENDS = ("_os_thread_handle", "_is_stopped", "_handle")
MEMBERS_OF, MRO_OF = type.__dict__["__dict__"].__get__, type.__dict__["__mro__"].__get__


class Ended:
    """Says of a thread whether it has ended, in each way in which pydevd asks from Python 3.12 on: which of them there is, it looks up first."""

    def __init__(self, own):
        self.own = own

    def is_done(self):
        known = [self.own.get(name) for name in ENDS]
        found = next((each for each in known if each is not None and each is not self), False)
        return found.is_done() if hasattr(found, "is_done") else found

    __bool__ = is_done


def answer_for(thread):
    own = object.__getattribute__(thread, "__dict__")
    for name in LOOKED_FOR:
        own.setdefault(name, None)
    if hasattr(sys, "monitoring") and is_answering(thread):
        ended = Ended(own)
        for name in ENDS[:2]:
            own.setdefault(name, ended)


def is_answering(thread):
    return any("__getattr__" in MEMBERS_OF(each) for each in MRO_OF(type(thread)))


def answer_for_threads():
    from _pydev_bundle import pydev_monkey

    start, begin = pydev_monkey._NewThreadStartupWithTrace, pydev_monkey._NewThreadStartupWithTrace.__init__
    if getattr(begin, "__module__", None) == answer_for.__module__:
        return

    def __init__(self, function, args, kwargs):
        thread = function.__self__ if type(function) is types.MethodType else None
        if issubclass(type(thread), threading.Thread) and is_answering(thread):
            answer_for(thread)
        begin(self, function, args, kwargs)

    start.__init__ = __init__
    main = threading.main_thread()
    for each in [each for each in list(threading._active.values()) if each is main or is_answering(each)]:
        answer_for(each)
