"""Runs inside the debuggee: the threads and processes of pools, and those that start or track other processes. Works on Python 3.7 and later."""

from .hang_loops import call_at, is_own
from .hang_schedulers import path_of

HELPERS = {"_handle_workers", "_handle_tasks", "_handle_results"}
STARTERS = "/multiprocessing/forkserver.py", "/multiprocessing/resource_tracker.py"


def role_in_pool(frames):
    """`worker` for a thread of a pool that waits for work, `busy` for one that is at work in no code of the program, `helper` for one that serves the
    pool, `starter` for a process of `multiprocessing` that waits for orders to start or track others; None for any other.
    """
    for inner, frame in zip([None] + frames, frames):
        path, name = path_of(frame), frame.f_code.co_name
        if path.endswith("/multiprocessing/pool.py"):
            if name in HELPERS:
                return "helper"
            if name == "worker":
                return role_of_worker(frames, waits_for_work(inner, frame))
        elif path.endswith("/concurrent/futures/process.py"):
            if name == "_process_worker":
                return role_of_worker(frames, waits_for_work(inner, frame))
            if name in ("run", "_queue_management_worker"):
                return "helper"
        elif path.endswith("/concurrent/futures/thread.py") and name == "_worker":
            return role_of_worker(frames, inner is None)
        elif path.endswith("/multiprocessing/queues.py") and name == "_feed":
            return "helper"
        elif name == "main" and path.endswith(STARTERS) and (inner is None or inner.f_code.co_name == "select"):
            return "starter"
    return None


def role_of_worker(frames, is_idle):
    return "worker" if is_idle else None if any(is_own(each.f_code.co_filename) for each in frames) else "busy"


def waits_for_work(inner, frame):
    """A worker takes its work by `get`; of a thread, that is C."""
    if inner is not None:
        return inner.f_code.co_name == "get"
    node = call_at(frame)
    return node is not None and getattr(node.func, "id", None) == "get"
