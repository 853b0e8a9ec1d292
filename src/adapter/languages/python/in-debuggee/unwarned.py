"""Runs inside a process that is not ours: keeps what the debugger does out of the program's warnings. After `warnings.catch_warnings`, each that
was shown once would be shown again, and meanwhile those of other threads would be lost. It stands alone: code that enters a process runs it
before debugpy connects.
"""

import os
import sys
import types
from _thread import get_ident


class OfThread:
    """A pattern of messages, to filters of warnings: all those of the thread in which it was made."""

    def __init__(self):
        self.ident = get_ident()

    def match(self, message):
        return get_ident() == self.ident


class Unwarned:
    """While it is entered, warnings of that thread are neither shown, nor errors, nor taken for shown."""

    def __enter__(self):
        self.filter, self.filters = ("ignore", OfThread(), Warning, None, 0), filters()
        self.filters.insert(0, self.filter)

    def __exit__(self, *error):
        # The thread may have put a copy of them in their place, or another one has.
        for each in (self.filters, filters()):
            each[:] = [one for one in each if one is not self.filter]


def filters():
    """The list that Python looks at; one that is seen by nothing where the program has put something else there."""
    for name in ("warnings", "_warnings"):
        module = sys.modules.get(name)
        if type(module) is types.ModuleType:
            found = module.__dict__.get("filters")
            return found if type(found) is list else []
    return []


def is_single_threaded():
    """But for the debugger's threads."""
    import threading

    own = sum("is_pydev_daemon_thread" in object.__getattribute__(each, "__dict__") for each in list(threading._active.values()))
    try:
        return len(os.listdir("/proc/self/task")) - own <= 1
    except OSError:
        return len(threading._active) - own <= 1


def forking(fork):
    """From Python 3.12 on, a process of several threads is warned that forks: not of those that only the debugger has begun."""

    def unwarned_fork():
        if not is_single_threaded():
            return fork()
        with Unwarned():
            return fork()

    return unwarned_fork


def unwarning(function):
    """A function that parses the program's lines, without the warnings of that."""
    function = getattr(function, "__wrapped__", function)

    def unwarned(*given, **named):
        with Unwarned():
            return function(*given, **named)

    unwarned.__wrapped__ = function
    return unwarned


def spare_program():
    from _pydev_bundle import pydev_monkey
    from _pydevd_bundle import pydevd_comm, pydevd_constants, pydevd_frame_utils, pydevd_net_command_factory_json

    pydevd_comm.filter_all_warnings = pydevd_constants.filter_all_warnings = Unwarned
    parsing = "build_exception_info_response", "_extract_caret_anchors_in_bytes_from_line_segment"
    for module in (pydevd_comm, pydevd_net_command_factory_json, pydevd_frame_utils):
        for name in parsing:
            if hasattr(module, name):
                setattr(module, name, unwarning(getattr(module, name)))
    system = vars(pydev_monkey.os)
    for name in ("original_fork", "original_forkpty"):
        if getattr(system.get(name), "__name__", "unwarned_fork") != "unwarned_fork":
            system[name] = forking(system[name])


if "_pydevd_bundle" in sys.modules:
    try:
        spare_program()
    except Exception:
        pass
