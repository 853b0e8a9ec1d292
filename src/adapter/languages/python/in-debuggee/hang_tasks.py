"""Runs inside the debuggee: what the tasks of a thread wait for, and which of them wait for each other. Works on Python 3.7 and later."""

import ast
import json
import os
import sys
import threading

from . import hang_locks
from .hang_frames import frames_of
from .hang_loops import call_at, call_text, is_own
from .hang_pools import role_in_pool
from .hang_schedulers import IS_COROUTINE, await_at, in_scheduler, loop_of, own_frames_of, task_name, tasks_of
from .how_asked import ident_of
from .still_values import MISSING, value_of
from .syntax_trees import around, text_of, tree_of


def function_name(frame):
    return getattr(frame.f_code, "co_qualname", frame.f_code.co_name)


def place_of(frame):
    return {"path": frame.f_code.co_filename, "line": frame.f_lineno, "column": 1}


def pending_await(frame):
    found = {"name": function_name(frame), "location": place_of(frame)}
    path = frame.f_code.co_filename
    if frame.f_code.co_flags & IS_COROUTINE:
        awaited = await_at(frame)
        return found if awaited is None else dict(found, awaits=text_of(awaited, path))
    # A greenlet waits in an ordinary call.
    call = call_at(frame)
    return found if call is None else dict(found, awaits=call_text(call, path))


def waits(ident):
    kept = []
    awaits = []
    loop = loop_of(ident)
    chains = []
    for task in tasks_of(ident):
        chains.append([pending_await(each) for each in own_frames_of(task)])
    counts = {}
    for chain in sorted(chains, key=len, reverse=True):
        for each in chain:
            key = json.dumps(each)
            counts[key] = counts.get(key, 0) + 1
            if counts[key] == 1:
                awaits.append(each)
    serving = [each for each in awaits if each in serving_awaits(chains)]
    for each in awaits:
        count = counts[json.dumps(each)]
        if count > 1:
            each["tasks"] = count
    if loop is not None:
        for handle in list(getattr(loop, "_scheduled", []))[:8]:
            if not handle.cancelled():
                due = max(0, int((handle.when() - loop.time()) * 1000))
                kept.append({"kind": "timer", "delayMs": due, "dueInMs": due, "repeats": False})
        kept += sockets_of(loop)
    for thread in threading.enumerate():
        if ident_of(thread) not in (ident, threading.get_ident()) and not thread.daemon and not getattr(thread, "is_pydev_daemon_thread", False):
            if thread is not threading.main_thread():
                kept.append({"kind": "thread", "name": thread.name})
    found = {"keptAliveBy": kept, "awaits": awaits, "serving": serving}
    role = None if awaits else role_in_pool(frames_of(ident))
    return found if role is None else dict(found, inPool=role)


def serving_awaits(chains):
    """The awaits of tasks that serve for as long as they run."""
    return [each for chain in chains if any((own.get("awaits") or "").endswith(".serve_forever()") for own in chain) for each in chain]


def sockets_of(loop):
    ours = {getattr(each, "fileno", lambda: -1)() for each in (getattr(loop, "_ssock", None), getattr(loop, "_csock", None)) if each is not None}
    keys = list(getattr(getattr(loop, "_selector", None), "get_map", dict)().values())
    return [found for found in (socket_at(each.fd) for each in keys if each.fd not in ours) if found is not None]


def socket_at(descriptor):
    """The address on which a descriptor listens or with which it is connected; None if it is no such socket."""
    # The class below that of `socket`, which gevent replaces.
    import _socket as socket

    try:
        copy = socket.socket(fileno=os.dup(descriptor))
        try:
            local = copy.getsockname()
            if copy.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                return {"kind": "server", "address": address(local)}
            return {"kind": "socket", "local": address(local), "remote": address(copy.getpeername())}
        finally:
            copy.close()
    except OSError:
        return None


def address(name):
    return "%s:%s" % name[:2] if isinstance(name, tuple) else str(name)


# Tasks that wait for each other.

TASK_LOCKS = ("Lock", "StrictFIFOLock", "Semaphore", "BoundedSemaphore", "Condition", "LockAdapter", "RLock", "LockType", "CapacityLimiter")


def lock_awaited(frame):
    """The lock that a suspended frame waits to take."""
    is_coroutine = frame.f_code.co_flags & IS_COROUTINE
    node = await_at(frame) if is_coroutine else call_at(frame)
    if isinstance(node, ast.With):
        node = node.items[-1].context_expr
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "acquire":
        if is_coroutine or not hang_locks.may_end(node):
            node = node.func.value
    found = MISSING if node is None else value_of(node, frame)
    kind = type(found)
    is_lock = kind.__name__ in TASK_LOCKS and kind.__module__.split(".")[0] in ("asyncio", "anyio", "trio", "gevent")
    return found if is_lock else None


def owner_of(lock):
    """The task that has a lock, where the lock knows it."""
    # One of anyio's that was made before its loop ran is put in front of another one.
    lock = getattr(lock, "_internal_lock", None) or lock
    for name in ("_owner_task", "_owner"):
        owner = getattr(lock, name, None)
        if owner is not None:
            return owner
    return None


def next_of(task, tasks):
    """The task that would have to go on first."""
    frames = own_frames_of(task)
    lock = lock_awaited(frames[0]) if frames else None
    if lock is not None:
        if getattr(lock, "_value", 0) or (hasattr(lock, "locked") and not lock.locked()):
            return None
        owner = owner_of(lock)
        holders = [each for each in tasks if each is owner] or [
            each for each in tasks if any(hang_locks.holds(frame, lock) for frame in own_frames_of(each))]
        return holders[0] if len(holders) == 1 else None
    waiter = getattr(task, "_fut_waiter", None)
    return next((each for each in tasks if each is waiter), None)


def task_cycle(ident):
    """Tasks of which each waits for the next one, and the last one for the first; those that lead there are none of them."""
    tasks = tasks_of(ident)
    after = {each: next_of(each, tasks) for each in tasks}
    for first in tasks:
        chain = []
        task = first
        while task is not None and task not in chain:
            chain.append(task)
            task = after.get(task)
        if task is first and any(own_frames_of(each) and lock_awaited(own_frames_of(each)[0]) is not None for each in chain):
            sides = [side_of_cycle(each, after[each]) for each in chain]
            return sides if len({each["task"] for each in sides}) == len(sides) else numbered(sides)
    return []


def numbered(sides):
    """With numbers, where tasks have one name."""
    names = ["%s %d" % (each["task"], index + 1) for index, each in enumerate(sides)]
    return [dict(each, task=name, waitsForTask=names[(index + 1) % len(names)]) for index, (each, name) in enumerate(zip(sides, names))]


def side_of_cycle(task, awaited):
    frames = own_frames_of(task)
    path = frames[0].f_code.co_filename
    is_coroutine = frames[0].f_code.co_flags & IS_COROUTINE
    node = await_at(frames[0]) if is_coroutine else call_at(frames[0])
    return {
        "task": task_name(task),
        "waitsForTask": task_name(awaited),
        "call": "await" if node is None else await_text(frames[0], node, path) if is_coroutine else call_text(node, path),
        "location": place_of(frames[0]),
        "stack": [{"name": function_name(each), "location": place_of(each), "presentation": "async"} for each in frames],
    }


def await_text(frame, node, path):
    is_with = any(isinstance(each, ast.AsyncWith) for each in around(tree_of(path), frame.f_lineno) if each.lineno == frame.f_lineno)
    return ("async with " if is_with else "await ") + text_of(node, path)


# An event loop that a call keeps from going on.

def blocked_loop(ident, frames, own):
    """The call that runs in the event loop and does not give it back, and the tasks that would go on meanwhile."""
    upto = next((index for index, each in enumerate(frames) if in_scheduler(each)), None)
    loop = loop_of(ident)
    inner = [] if upto is None or loop is None else [each for each in frames[:upto] if is_own(each.f_code.co_filename)]
    if own not in inner:
        return {}
    coroutine = next((each for each in inner if each.f_code.co_flags & IS_COROUTINE), None)
    running = {id(each) for each in inner}
    tasks = [own_frames_of(each) for each in tasks_of(ident)]
    waiting = [pending_await(each[0]) for each in tasks if each and not any(id(frame) in running for frame in each)]
    frame = coroutine or inner[-1]
    blocker = {"name": function_name(frame), "location": place_of(frame), "isCoroutine": coroutine is not None}
    return {"eventLoop": {"blockedBy": blocker, "waiting": waiting}}


def off_the_loop(call, path):
    """The way in which a coroutine makes a call without holding its event loop."""
    if not isinstance(call, ast.Call):
        return {}
    function = text_of(call.func, path)
    args = ", ".join([text_of(each, path) for each in call.args] + ["%s=%s" % (each.arg, text_of(each.value, path)) for each in call.keywords if each.arg])
    if function == "time.sleep":
        return {"remedy": "await asyncio.sleep(%s)" % args}
    if sys.version_info >= (3, 9):
        return {"remedy": "await asyncio.to_thread(%s)" % ", ".join(each for each in (function, args) if each)}
    return {"remedy": "await loop.run_in_executor(None, %s)" % (function if not args else "lambda: %s(%s)" % (function, args))}
