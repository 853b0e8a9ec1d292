"""Runs inside the debuggee: what runs many tasks in one thread, and these tasks: asyncio and what builds on it, trio, and gevent. Nothing
of them is imported here. Works on Python 3.7 and later.
"""

import ast
import gc
import re
import sys
import time
from asyncio import AbstractEventLoop, all_tasks

from .hang_frames import frames_of
from .hang_loops import is_debugger, is_own
from .syntax_trees import around, tree_of

# CO_COROUTINE and CO_ASYNC_GENERATOR
IS_COROUTINE = 0x80 | 0x200
SCHEDULERS = ("/asyncio/", "/trio/_core/", "/gevent/hub.py")
# Looking for all greenlets takes milliseconds.
GREENLETS_S = 0.3
GREENLETS = {}


def path_of(frame):
    return frame.f_code.co_filename.replace("\\", "/")


def in_scheduler(frame):
    path = path_of(frame)
    return any(each in path for each in SCHEDULERS)


def is_hub(frame):
    """True if gevent's own greenlet runs, which waits in C for events."""
    return frame.f_code.co_name == "run" and path_of(frame).endswith("/gevent/hub.py")


def waits_for_events(frames):
    """True if the innermost frames are an event loop that waits."""
    if not frames:
        return False
    path = path_of(frames[0])
    if "/trio/_core/_io_" in path or is_hub(frames[0]):
        return True
    return path.endswith("/selectors.py") and any("/asyncio/" in path_of(each) for each in frames[1:3])


def loop_of(ident):
    for frame in frames_of(ident):
        owner = frame.f_locals.get("self")
        if isinstance(owner, AbstractEventLoop):
            return owner
        # A loop that is written in C has no frames.
        if "/asyncio/" in path_of(frame) and isinstance(getattr(owner, "_loop", None), AbstractEventLoop):
            return owner._loop
    return None


def trio_tasks(ident):
    for frame in frames_of(ident):
        runner = frame.f_locals.get("runner") if path_of(frame).endswith("/trio/_core/_run.py") else None
        if runner is not None:
            for _ in range(5):
                try:
                    return sorted(runner.tasks, key=lambda each: each._counter)
                except RuntimeError:
                    continue
    return []


def asyncio_tasks(ident):
    loop = loop_of(ident)
    for _ in range(5 if loop is not None else 0):
        try:
            return sorted([each for each in all_tasks(loop) if not each.done()], key=order_of_task)
        except RuntimeError:
            continue
    return []


def order_of_task(task):
    """The order of a task: Python numbers tasks as they are made, unless the program names them."""
    number = re.search(r"-(\d+)$", task_name(task))
    return (int(number.group(1)) if number else 0, *place_of(task))


def place_of(task):
    frames = own_frames_of(task)
    return (frames[0].f_code.co_filename, frames[0].f_lineno or 0) if frames else ("", 0)


def greenlets(ident):
    """The greenlets of a thread whose hub waits, the one that the thread began with first."""
    frames = frames_of(ident)
    if not frames or not is_hub(frames[0]) or "greenlet" not in sys.modules:
        return []
    known = GREENLETS.get(ident)
    if known is None or time.monotonic() > known[0]:
        kind = sys.modules["greenlet"].greenlet
        hub = frames[0].f_locals.get("self")
        found = [each for each in gc.get_objects() if issubclass(type(each), kind) and each is not hub and is_below(each, hub, kind)]
        # They are found in the order of the garbage collector, which changes.
        found.sort(key=lambda each: (kind.parent.__get__(each) is not None, *place_of(each)))
        known = GREENLETS[ident] = (time.monotonic() + GREENLETS_S, found)
    return [each for each in known[1] if greenlet_frame(each) is not None]


def is_below(greenlet, hub, kind):
    if kind.parent.__get__(hub) is greenlet:
        return True
    while greenlet is not None and greenlet is not hub:
        greenlet = kind.parent.__get__(greenlet)
    return greenlet is hub


def greenlet_frame(greenlet):
    """The frame of a greenlet; None if it has not begun or has ended."""
    return sys.modules["greenlet"].greenlet.gr_frame.__get__(greenlet)


def is_greenlet(task):
    return "greenlet" in sys.modules and issubclass(type(task), sys.modules["greenlet"].greenlet)


def tasks_of(ident):
    return trio_tasks(ident) or greenlets(ident) or asyncio_tasks(ident)


def coroutine_of(task):
    return task.get_coro() if hasattr(task, "get_coro") else getattr(task, "coro", None)


def task_frames(task):
    """Innermost first."""
    found = []
    if is_greenlet(task):
        frame = greenlet_frame(task)
        while frame is not None:
            found.append(frame)
            frame = frame.f_back
        return [each for each in found if not is_debugger(each.f_code.co_filename)]
    coroutine = coroutine_of(task)
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "gi_frame", None) or getattr(coroutine, "ag_frame", None)
        if frame is not None:
            found.append(frame)
        coroutine = getattr(coroutine, "cr_await", None) or getattr(coroutine, "gi_yieldfrom", None)
    return found[::-1]


def own_frames_of(task):
    return [each for each in task_frames(task) if is_own(each.f_code.co_filename)]


def wait_of(task):
    """An object that is another one for each wait of a task."""
    if hasattr(task, "_fut_waiter"):
        return task._fut_waiter
    if hasattr(task, "_schedule_points"):
        return task._schedule_points
    frames = task_frames(task)
    return (id(frames[0]), frames[0].f_lasti) if frames else None


def task_name(task):
    if hasattr(task, "get_name"):
        return task.get_name()
    name = getattr(task, "name", None)
    if type(name) is str:
        return name
    return "greenlet" if is_greenlet(task) else "task"


def await_at(frame):
    """The expression that a suspended frame awaits, or the last context that `async with` enters."""
    tree = tree_of(frame.f_code.co_filename)
    nodes = [] if tree is None else [each for each in around(tree, frame.f_lineno) if each.lineno == frame.f_lineno]
    if hasattr(frame.f_code, "co_positions") and frame.f_lasti >= 0:
        place = list(frame.f_code.co_positions())[frame.f_lasti // 2]
        exact = [each for each in nodes if isinstance(each, ast.Await)
                 and (each.lineno, each.end_lineno, each.col_offset, each.end_col_offset) == (place[0], place[1], place[2], place[3])]
        nodes = exact or nodes
    for node in nodes:
        if isinstance(node, ast.Await):
            return node.value
        if isinstance(node, ast.AsyncWith):
            return node.items[-1].context_expr
        if isinstance(node, ast.AsyncFor):
            return node.iter
    return None
