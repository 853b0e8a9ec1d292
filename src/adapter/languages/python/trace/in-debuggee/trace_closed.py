"""Runs inside a traced process from Python 3.13 on, where a generator that waits outside of any `try` is given up without an event: what
waited, and is no more when the process ends, was closed.
"""

import gc
import types

from .trace_python import identity


def close_unseen(ends):
    """`ends`: (id of its frame, how it would end) of each call that is not over."""
    waiting = [(key, end) for key, end in ends if end is not None and end["kind"] == "suspended"]
    if not waiting:
        return
    present = set(map(identity, frames_that_wait()))
    for key, end in waiting:
        if key not in present:
            end["kind"] = "closed"


def frames_that_wait():
    for each in gc.get_objects():
        cls = type(each)
        if cls is types.GeneratorType:
            yield each.gi_frame
        elif cls is types.CoroutineType:
            yield each.cr_frame
        elif cls is types.AsyncGeneratorType:
            yield each.ag_frame
