"""Runs inside the debuggee: calls of functions in C that would call the program back, where that is kept from running."""

import _thread
import sys

from .own_package import of_program
from .own_threads import in_new_thread

MAX_SECONDS_IN_C = 1


class Refused(Exception):
    """The error with which a function of the program fails as it begins, before any of its code runs."""


def refusing_python(function, *args, **keywords):
    """The result of a function in C while each function in Python fails that it calls; None if that cannot be had.

    It is called in a thread of its own: in this one, Python may be calling a trace function, and does not say meanwhile that it calls others.
    """
    found, done = [], _thread.allocate_lock()
    done.acquire()

    def call():
        own, system = _thread.get_ident(), of_program("sys")
        reported = system.unraisablehook

        def refuse(frame, event, arg):
            if event == "call":
                raise Refused

        def report(unraisable):
            if _thread.get_ident() != own:
                reported(unraisable)
            else:
                # What has raised is taken out by Python, and this is what is called next.
                sys.setprofile(refuse)

        system.unraisablehook = report
        try:
            sys.setprofile(refuse)
            found.append(function(*args, **keywords))
        except BaseException:
            # A panic of Rust is no Exception.
            pass
        finally:
            sys.setprofile(None)
            system.unraisablehook = reported
            done.release()

    in_new_thread(call)
    return found[0] if done.acquire(timeout=MAX_SECONDS_IN_C) and found else None
