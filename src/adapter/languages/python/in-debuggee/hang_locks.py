"""Runs inside the debuggee: a thread that is in a call which does not return, and which thread, process or lock the call waits for. Works
on Python 3.7 and later.
"""

import ast
import os
import sys
import threading

from . import hang_tasks
from .hang_awaited import wanted_value
from .hang_frames import frames_of
from .hang_loops import call_at, call_text, described_frame, is_own
from .hang_pools import role_in_pool
from .hang_schedulers import IS_COROUTINE, path_of
from .how_asked import ident_of, number_of, thread_name
from .still_values import value_of
from .syntax_trees import FUNCTIONS, around, text_of, tree_of


def holds(frame, lock):
    tree = tree_of(frame.f_code.co_filename)
    if tree is None:
        return False
    for node in around(tree, frame.f_lineno):
        if isinstance(node, (ast.With, ast.AsyncWith)) and frame.f_lineno > node.items[-1].context_expr.lineno:
            if any(value_of(each.context_expr, frame) is lock for each in node.items):
                return True
    calls = [each for each in ast.walk(tree) if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)
             and frame.f_code.co_firstlineno <= each.lineno < frame.f_lineno and each.func.attr in ("acquire", "release")]
    last = max((each for each in calls if value_of(each.func.value, frame) is lock), key=lambda each: each.lineno, default=None)
    return last is not None and last.func.attr == "acquire"


LOCKS = ("lock", "RLock", "_RLock", "Condition")
SIGNALS = ("Event", "Semaphore", "BoundedSemaphore", "Barrier", "Queue", "LifoQueue", "PriorityQueue", "SimpleQueue", "Future")


def kind_of(frames, wanted):
    """The kind of thing that a call waits for, as far as the call's value or the library's frames inside it show that."""
    paths = [each.f_code.co_filename.replace("\\", "/") for each in frames]
    if any(each.endswith("/subprocess.py") or "/multiprocessing/popen_" in each for each in paths):
        return "process"
    if wanted is None:
        return None
    if issubclass(type(wanted), threading.Thread):
        return "thread"
    return "lock" if type(wanted).__name__ in LOCKS + SIGNALS else None


def listened_at(frames):
    """The addresses at which the innermost call waits for connections: `accept`, or a selector over listening sockets."""
    inner = frames[0]
    name = inner.f_code.co_filename.replace("\\", "/")
    owner = inner.f_locals.get("self")
    descriptors = []
    if name.endswith("/selectors.py") and hasattr(owner, "get_map"):
        descriptors = [each.fd for each in list((owner.get_map() or {}).values())]
    elif name.endswith("/socket.py") and inner.f_code.co_name == "accept":
        descriptors = [descriptor_of(owner)]
    else:
        node = call_at(inner)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "select" and node.args:
            watched = value_of(node.args[0], inner)
            descriptors = [descriptor_of(each) for each in watched] if type(watched) in (list, tuple) else []
    sockets = [hang_tasks.socket_at(each) for each in descriptors if each is not None]
    return [each["address"] for each in sockets if each is not None and each["kind"] == "server"]


def descriptor_of(value):
    import _socket as socket

    if type(value) is int:
        return value
    # Servers have objects of their own around their sockets.
    try:
        parts = list(object.__getattribute__(value, "__dict__").values())
    except (AttributeError, TypeError):
        parts = []
    found = next((each for each in [value] + parts if issubclass(type(each), socket.socket)), None)
    return None if found is None else socket.socket.fileno(found)


def blocked(ident):
    frames = frames_of(ident)
    own = next((each for each in frames if is_own(each.f_code.co_filename)), None)
    found = {"frames": [described_frame(each, False) for each in frames]}
    if own is None:
        return dict(found, **process_end(frames))
    path = own.f_code.co_filename
    node = call_at(own)
    if node is not None:
        found["call"] = call_text(node, path)
    wanted = wanted_value(node, own)
    kind = kind_of(frames[: frames.index(own)], wanted)
    if kind is not None:
        found["on"] = kind
    found["listens"] = listened_at(frames[: frames.index(own) + 1])
    found.update(hang_tasks.blocked_loop(ident, frames, own))
    if "eventLoop" in found:
        found.update(hang_tasks.off_the_loop(node, path) if own.f_code.co_flags & IS_COROUTINE else {})
    elif kind == "process" and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "wait":
        found["remedy"] = text_of(node.func.value, path) + ".communicate()"
    holder = holder_of(ident, own, kind, wanted)
    if holder is None:
        return dict(found, **held_at_fork(wanted))
    return dict(found, waitsFor=number_of(holder))


# Locks that a copy of a process has, and which no thread of it will ever let go: (lock, name of the thread, path, line).
HELD = []


def note_held():
    """To be called before a fork: the locks that other threads have."""
    forget_held()
    for ident in list(sys._current_frames()):
        frames = [] if ident == threading.get_ident() else frames_of(ident)
        for frame in frames:
            if is_own(frame.f_code.co_filename):
                HELD.extend((lock, thread_name(ident), frame.f_code.co_filename, frame.f_lineno) for lock in locks_of(frame))


def forget_held():
    del HELD[:]


def locks_of(frame):
    """The locks that a call has, of those that its function names."""
    tree = tree_of(frame.f_code.co_filename)
    nodes = [] if tree is None else around(tree, frame.f_lineno)
    function = next((each for each in reversed(nodes) if isinstance(each, FUNCTIONS)), tree)
    named = [] if function is None else [item.context_expr for each in ast.walk(function) if isinstance(each, ast.With) for item in each.items]
    if function is not None:
        named += [each.func.value for each in ast.walk(function) if isinstance(each, ast.Call) and getattr(each.func, "attr", None) == "acquire"]
    values = {id(each): each for each in (value_of(node, frame) for node in named) if type(each).__name__ in LOCKS}
    return [each for each in values.values() if holds(frame, each)]


def held_at_fork(wanted):
    for lock, name, path, line in HELD:
        if lock is wanted:
            text = "%s had the lock at line %d of %s when the process was copied, and is not in the copy, so nothing there lets it go: "
            return {"advice": text % (name, line, os.path.basename(path)) + "start the process by spawn or forkserver, or before the thread"}
    return {}


def process_end(frames):
    """The last act of a process of `multiprocessing` that has done its work, and waits for a thread of its own that writes a queue."""
    if any(each.f_code.co_name == "_finalize_join" and path_of(each).endswith("/multiprocessing/queues.py") for each in frames):
        return {
            "call": "the end of its process, which writes what it has put into a queue",
            "on": "thread",
            "advice": "Read the queue before the process is joined: it ends when all of what it has put there is in the pipe, and that is full",
        }
    return {}


def holder_of(ident, own, kind, wanted):
    """The thread that a thread waits for; itself where it takes a lock again that it has."""
    if kind == "thread":
        return ident_of(wanted)
    if type(wanted).__name__ not in LOCKS:
        return None
    others = [each for each in list(sys._current_frames()) if each != ident]
    for other in others:
        if any(holds(each, wanted) for each in frames_of(other) if is_own(each.f_code.co_filename)):
            return other
    is_again = type(wanted).__name__ == "lock" and any(holds(each, wanted) for each in frames_of(ident) if is_own(each.f_code.co_filename))
    return ident if is_again else None


# Whether anything can go on.

def may_end(call):
    """True if a call that waits may return by itself: its arguments may say how long it waits."""
    if not isinstance(call, ast.Call):
        return False
    return bool(call.keywords) or len(call.args) > (1 if getattr(call.func, "attr", None) == "put" else 0)


def lasting_wait(ident):
    """`kind` and `wanted` of a wait of a thread for another one that has no limit; None of one that may go on by itself."""
    frames = frames_of(ident)
    own = next((each for each in frames if is_own(each.f_code.co_filename)), None)
    if own is None:
        # A thread of a pool, between two pieces of work; not one that waits for a time to pass.
        waiting = [each for each in frames if path_of(each).endswith(("/concurrent/futures/thread.py", "/threading.py", "/queue.py"))]
        has_limit = any(each.f_locals.get("timeout") is not None for each in waiting)
        return ("lock", None, None) if waiting and waiting[0] is frames[0] and not has_limit else None
    wanted = wanted_value(call_at(own), own)
    kind = kind_of(frames[: frames.index(own)], wanted)
    if waits_for_notice(frames[0]):
        # A library's call may do so, whatever its arguments are.
        return (kind or "lock", wanted, own)
    return (kind, wanted, own) if kind in ("thread", "lock") and not may_end(call_at(own)) else None


def waits_for_notice(frame):
    """True in a wait of `threading` for another thread that has no limit."""
    is_wait = frame.f_code.co_name == "wait" and path_of(frame).endswith("/threading.py") and "timeout" in frame.f_locals
    return is_wait and frame.f_locals["timeout"] is None


def awaited_thread(ident):
    wait = lasting_wait(ident)
    return None if wait is None or wait[2] is None else holder_of(ident, wait[2], wait[0], wait[1])


def standstill(ident):
    """The kind of a thread's wait: `free` if the thread can go on although nothing comes from outside, `circle` if threads, or its tasks, wait for
    each other, else `waits`."""
    cycle = hang_tasks.task_cycle(ident)
    if cycle:
        return {"kind": "circle", "of": "tasks", "places": ["%(path)s:%(line)d" % each["location"] for each in cycle]}
    role = role_in_pool(frames_of(ident))
    if role == "busy":
        return {"kind": "free"}
    if role is not None:
        # What serves a pool goes round by itself.
        return dict({"kind": "waits", "turn": 0} if role in ("helper", "starter") else waiting(ident), inPool=role)
    if lasting_wait(ident) is None:
        return {"kind": "free"}
    circle = [ident]
    following = awaited_thread(ident)
    while following is not None and following not in circle:
        circle.append(following)
        following = awaited_thread(following)
    if following != ident:
        return waiting(ident)
    return {"kind": "circle", "of": "threads", "places": places_of(map(lasting_wait, circle))}


# They take work from queues of C, each time in the same call.
IN_C = "worker", "_worker"
# By thread: the innermost call of its wait, and how many such there were. The call is held, so that no later one is taken for it.
WAITS = {}


def waiting(ident):
    """A wait with a number that is another one for each wait; none where that cannot be told, as the program's own call waits in C."""
    inner = frames_of(ident)[0]
    if is_own(inner.f_code.co_filename) or inner.f_code.co_name in IN_C:
        return {"kind": "waits"}
    before, turn = WAITS.get(ident, (None, 0))
    WAITS[ident] = inner, turn + (before is not inner)
    return {"kind": "waits", "turn": WAITS[ident][1]}


def places_of(waits):
    return ["%s:%d" % (own.f_code.co_filename, own.f_lineno) for _, _, own in waits if own is not None]
