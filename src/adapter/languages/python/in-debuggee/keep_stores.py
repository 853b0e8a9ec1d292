"""Runs inside a process that is not ours: trace and profile functions that take back nothing of what the program stores.

Before Python 3.12, Python reads the variables of a frame before it calls such a function, and writes them back behind it: over what other
threads have stored meanwhile in the variables of closures. (Python 3.11 does so where the function, or something before it, has read them.)
So the last that such a function does is to have them read once more, and nothing of any thread runs from there to the writing back.
"""

import sys

Function = type(lambda: 0)
# A program may put another one there for a test.
VERSION = sys.version_info[:2]


def keeping_stores(function, reads=True, code=None):
    """A trace or profile function, or a method that is one, that does what another does. reads: whether that one reads variables of frames.
    code: that of all its frames, where they are of one.
    """
    if VERSION >= (3, 12) or VERSION == (3, 11) and not reads or code is not None and not has_cells(code):
        return function
    return keeping(function)


def has_cells(code):
    return code.co_freevars or code.co_cellvars


def is_keeping(function):
    """True of what this makes, also for another trace."""
    return type(function) is Function and function.__code__ == keeping(None).__code__


def keeping(function):
    def on_event(*given):
        frame, found = given[-3], function(*given)
        if has_cells(frame.f_code):
            # Other threads go on at calls and jumps alone.
            frame.f_locals
        return found

    return on_event


if VERSION < (3, 10):
    # Other threads may go on behind nearly any operation, but not behind one that sets a variable: it frees what that one referred to, and a
    # weak reference reports so to a function in C.
    from _functools import partial
    from _weakref import ref

    class Freed:
        __slots__ = ("__weakref__",)

    def keeping(function, read=getattr):
        def on_event(*given):
            frame = given[-3]
            if has_cells(frame.f_code):
                freed = Freed()
                report = ref(freed, partial(read, frame, "f_locals"))
            found = function(*given)
            freed = report = None
            return found

        return on_event
