"""Runs inside a traced process: the process that is traced, and what becomes of a failure of ours in it."""

import os

from .own_package import FILES
from .trace_records import is_of_hook

# Nothing of a class is asked that it may answer itself.
is_subclass = type.__subclasscheck__
# One, while something is traced.
PROCESS = []


FULL = "Near the end of the stack, some events could not be recorded."
REFUSED = "A hook for audit events (sys.addaudithook) of the program refused what the tracer did: not all is recorded."


def failed(error):
    """Something of ours went wrong; or a signal's handler of the program raised in the middle of it, or Python's own that ends programs:
    such an exception is the program's.
    """
    try:
        foreign = noted(error)
    except Exception as another:
        # The hook refuses this, too, or there is too little left of the stack.
        foreign = MINE
        is_full = is_subclass(RecursionError, type(error)) or is_subclass(RecursionError, type(another))
        PROCESS[0].records.gap(FULL if is_full else REFUSED)
    if foreign is not MINE:
        error.__traceback__ = foreign
        raise error


MINE = object()


def noted(error):
    """Says what went wrong; where it did not, the part of the traceback that is the program's."""
    trace, foreign = error.__traceback__, None
    while trace is not None:
        if foreign is None and trace.tb_frame.f_code.co_filename not in FILES:
            foreign = trace
        last, trace = trace, trace.tb_next
    note = PROCESS[0].records.gap
    cls = type(error)
    if is_subclass(RecursionError, cls):
        note(FULL)
    elif not is_subclass(Exception, cls) or foreign is not None and not is_of_hook(foreign.tb_frame):
        return foreign
    elif foreign is not None:
        note(REFUSED)
    else:
        place = os.path.basename(last.tb_frame.f_code.co_filename), last.tb_lineno
        note("The tracer failed: %s: %s (%s:%d)" % ((type.__getattribute__(cls, "__name__"), error) + place))
    return MINE
