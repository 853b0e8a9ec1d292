"""Runs inside the debuggee: where a running thread is."""

import json
import sys

from .how_asked import ident_of, is_printed, thread_of


def whereabouts(number):
    """The place of a running thread in the program; asked without stopping it. Null if the thread runs no code of the program."""
    found = place_of(number)
    if is_printed():
        # An error is answered.
        raise LookupError(found)
    return found


def place_of(number):
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    thread = thread_of(number)
    frame = None if thread is None else sys._current_frames().get(ident_of(thread))
    while frame is not None:
        name = frame.f_code.co_filename
        is_library = get_global_debugger().apply_files_filter(frame, name, True)
        if not name.startswith("<") and not is_library and "pydevd" not in name and "debugpy" not in name:
            return json.dumps({"path": name, "line": frame.f_lineno})
        frame = frame.f_back
    return "null"
