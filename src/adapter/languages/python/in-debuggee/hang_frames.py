"""Runs inside the debuggee: the frames of a thread that are the program's. Works on Python 3.7 and later."""

import sys

from .hang_loops import MAX_FRAMES, is_debugger, is_own


def frames_of(ident):
    """Innermost first, without the debugger's own below and above the program's."""
    frame = sys._current_frames().get(ident)
    found = []
    while frame is not None and len(found) < MAX_FRAMES and not is_fork(frame):
        if not is_debugger(frame.f_code.co_filename):
            found.append(frame)
        frame = frame.f_back
    while found and not is_own(found[-1].f_code.co_filename):
        path = found[-1].f_code.co_filename
        if not ("runpy" in path or path.startswith("<frozen runpy")):
            break
        found.pop()
    return found


def is_fork(frame):
    """True if `multiprocessing` has copied the process here: frames further out are the parent's."""
    name, path = frame.f_code.co_name, frame.f_code.co_filename.replace("\\", "/")
    if name == "_serve_one":
        return path.endswith("/multiprocessing/forkserver.py")
    return name == "_launch" and path.endswith("/multiprocessing/popen_fork.py") and getattr(frame.f_locals.get("self"), "pid", None) == 0
