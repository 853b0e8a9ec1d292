"""Runs inside a traced process: the process that is traced, and what becomes of a failure of ours in it."""

import os

from .own_package import FILES

# One, while something is traced.
PROCESS = []


def failed(error):
    """Something of ours went wrong; or a signal's handler of the program raised in the middle of it, or Python's own that ends programs:
    such an exception is the program's.
    """
    trace, foreign = error.__traceback__, None
    while trace is not None:
        if foreign is None and trace.tb_frame.f_code.co_filename not in FILES:
            foreign = trace
        last, trace = trace, trace.tb_next
    if isinstance(error, RecursionError):
        PROCESS[0].records.note("Near the end of the stack, some events could not be recorded.")
    elif foreign is None and Exception in type(error).__mro__:
        place = os.path.basename(last.tb_frame.f_code.co_filename), last.tb_lineno
        PROCESS[0].records.note("The tracer failed: %s: %s (%s:%d)" % ((type(error).__name__, error) + place))
    else:
        error.__traceback__ = foreign
        raise error
