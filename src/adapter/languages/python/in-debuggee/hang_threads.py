"""Runs inside the debuggee, beside hang_loops.py and in its namespace: says what the threads do while they run, without stopping
them. Everything goes out as JSON. Works on Python 3.7 and later.
"""

import ast
import asyncio
import json
import os
import sys
import threading
import time

def frames_of(ident):
    """Innermost first, without the debugger's own below and above the program's."""
    frame = sys._current_frames().get(ident)
    found = []
    while frame is not None and len(found) < MAX_FRAMES:
        if not is_debugger(frame.f_code.co_filename):
            found.append(frame)
        frame = frame.f_back
    while found and not is_own(found[-1].f_code.co_filename):
        path = found[-1].f_code.co_filename
        if not ("runpy" in path or path.startswith("<frozen runpy")):
            break
        found.pop()
    return found


# What a thread does.

def in_asyncio(frame):
    return "/asyncio/" in frame.f_code.co_filename.replace("\\", "/")


def waits_for_events(frames):
    """Whether the innermost frames are an event loop that waits."""
    paths = [each.f_code.co_filename.replace("\\", "/") for each in frames[:3]]
    return bool(paths) and paths[0].endswith("/selectors.py") and any(in_asyncio(each) for each in frames[1:3])


def below_events(frames):
    """Whether an event loop runs the innermost code."""
    return any(in_asyncio(each) for each in frames)


def sample(ident, with_loops=False):
    frames = frames_of(ident)
    if not frames:
        return {"kind": "idle"}
    if waits_for_events(frames):
        return {"kind": "idle"}
    upto = next((index for index, each in enumerate(frames) if in_asyncio(each)), len(frames))
    own = [each for each in frames[:upto] if is_own(each.f_code.co_filename)]
    if not own:
        is_event = below_events(frames)
        return {"kind": "between"} if is_event or not any(is_own(each.f_code.co_filename) for each in frames) else {
            "kind": "running", "frames": [described_frame(each, with_loops) for each in frames]}
    return {"kind": "running", "frames": [described_frame(each, with_loops) for each in frames]}


def staying(ident, seconds):
    """How many of the program's frames, from the outermost on, are there all the time. Frames are held, so that none is taken for
    a later one at the same address."""
    held = None
    until = time.monotonic() + seconds
    while True:
        frames = frames_of(ident)
        if below_events(frames):
            upto = next(index for index, each in enumerate(frames) if in_asyncio(each))
            frames = frames[:upto]
        own = [each for each in frames if is_own(each.f_code.co_filename)][::-1]
        if held is None:
            held = own
        same = 0
        while same < min(len(held), len(own)) and held[same] is own[same]:
            same += 1
        held = held[:same]
        if not held or time.monotonic() >= until:
            return len(held)
        time.sleep(0.01)


def rounds(ident, path, first, last, seconds):
    """The loop each time that its frame stands at another instruction."""
    found = []
    seen = None
    until = time.monotonic() + seconds
    while time.monotonic() < until and len(found) < 6:
        for frame in frames_of(ident):
            if frame.f_code.co_filename == path and first <= frame.f_lineno <= last:
                if seen is not None and frame.f_lasti != seen:
                    loop = next((each for each in loops_around(path, frame.f_lineno) if each.lineno == first), None)
                    if loop is not None:
                        found.append(sight_of(loop, frame, path))
                seen = frame.f_lasti
                break
        time.sleep(0.003)
    return found


def loop_of(ident):
    for frame in frames_of(ident):
        owner = frame.f_locals.get("self")
        if isinstance(owner, asyncio.AbstractEventLoop):
            return owner
    return None


def tasks_of(ident):
    loop = loop_of(ident)
    if loop is None:
        return []
    for _ in range(5):
        try:
            return [each for each in asyncio.all_tasks(loop) if not each.done()]
        except RuntimeError:
            continue
    return []


def coroutine_frames(task):
    """Innermost first."""
    found = []
    coroutine = task.get_coro()
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "gi_frame", None) or getattr(coroutine, "ag_frame", None)
        if frame is not None:
            found.append(frame)
        coroutine = getattr(coroutine, "cr_await", None) or getattr(coroutine, "gi_yieldfrom", None)
    return found[::-1]


def activity(ident, seconds):
    """The functions that run over some time, and what their loops depend on."""
    calls = {}
    inspections = []
    last = {}
    until = time.monotonic() + seconds
    next_inspection = 0
    while time.monotonic() < until:
        for frame in frames_of(ident):
            if in_asyncio(frame):
                break
            if is_own(frame.f_code.co_filename) and last.get("stack") is not frame:
                last["stack"] = frame
                note(calls, frame)
                break
        for task in tasks_of(ident):
            waiter = getattr(task, "_fut_waiter", None)
            own = [each for each in coroutine_frames(task) if is_own(each.f_code.co_filename)]
            previous = last.get(id(task), MISSING)
            last[id(task)] = waiter
            if previous is MISSING or previous is waiter:
                continue
            for each in own:
                note(calls, each)
            if time.monotonic() >= next_inspection and len(inspections) < 60:
                next_inspection = time.monotonic() + seconds / 15
                inspections += [described_frame(each, True) for each in own if loops_around(each.f_code.co_filename, each.f_lineno)]
        time.sleep(0.002)
    driving = {each["functionId"]: each["loops"][-1]["lines"]["first"] for each in inspections if each["loops"]}
    for each in calls.values():
        # A loop that awaits is where it goes on, not the head of its function.
        each["location"]["line"] = driving.get(each["id"], each["location"]["line"])
    functions = sorted(calls.values(), key=lambda each: (each.pop("id") not in driving, -each["calls"]))
    return {"functions": functions, "inspections": inspections, "countedMs": int(seconds * 1000)}


def note(calls, frame):
    code = frame.f_code
    entry = calls.setdefault(code, {
        "id": "%s:%d" % (code.co_filename, code.co_firstlineno),
        "name": getattr(code, "co_qualname", code.co_name).replace("<module>", "(module)"),
        "location": {"path": code.co_filename, "line": code.co_firstlineno, "column": 1},
        "calls": 0,
    })
    entry["calls"] += 1


def waits(ident):
    kept = []
    awaits = []
    loop = loop_of(ident)
    chains = []
    for task in tasks_of(ident):
        chain = [each for each in coroutine_frames(task) if is_own(each.f_code.co_filename)]
        chains.append([{
            "name": getattr(each.f_code, "co_qualname", each.f_code.co_name),
            "location": {"path": each.f_code.co_filename, "line": each.f_lineno, "column": 1},
        } for each in chain])
    for chain in sorted(chains, key=len, reverse=True):
        awaits += [each for each in chain if each not in awaits]
    if loop is not None:
        for handle in list(getattr(loop, "_scheduled", []))[:8]:
            if not handle.cancelled():
                due = max(0, int((handle.when() - loop.time()) * 1000))
                kept.append({"kind": "timer", "delayMs": due, "dueInMs": due, "repeats": False})
        kept += sockets_of(loop)
    for thread in threading.enumerate():
        if thread.ident not in (ident, threading.get_ident()) and not thread.daemon and not getattr(thread, "is_pydev_daemon_thread", False):
            if thread is not threading.main_thread():
                kept.append({"kind": "thread", "name": thread.name})
    return {"keptAliveBy": kept, "awaits": awaits}


def sockets_of(loop):
    found = []
    ours = {getattr(each, "fileno", lambda: -1)() for each in (getattr(loop, "_ssock", None), getattr(loop, "_csock", None)) if each is not None}
    import socket

    for key in list(getattr(getattr(loop, "_selector", None), "get_map", dict)().values()):
        if key.fd in ours:
            continue
        try:
            copy = socket.socket(fileno=os.dup(key.fd))
            try:
                local = copy.getsockname()
                if copy.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    found.append({"kind": "server", "address": address(local)})
                else:
                    found.append({"kind": "socket", "local": address(local), "remote": address(copy.getpeername())})
            finally:
                copy.close()
        except OSError:
            pass
    return found


def address(name):
    return "%s:%s" % name[:2] if isinstance(name, tuple) else str(name)


# Who waits for whom.

def wanted_lock(frame):
    """The lock, or the thread, that a frame waits for."""
    node = call_at(frame)
    if isinstance(node, ast.With):
        found = value_of(node.items[-1].context_expr, frame)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        found = value_of(node.func.value, frame)
    else:
        return None
    return None if found is MISSING else found


def holds(frame, lock):
    tree = tree_of(frame.f_code.co_filename)
    if tree is None:
        return False
    for node in around(tree, frame.f_lineno):
        if isinstance(node, ast.With) and frame.f_lineno > node.items[-1].context_expr.lineno:
            if any(value_of(each.context_expr, frame) is lock for each in node.items):
                return True
    acquired = [each for each in ast.walk(tree) if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == "acquire"]
    first = frame.f_code.co_firstlineno
    return any(first <= each.lineno < frame.f_lineno and value_of(each.func.value, frame) is lock for each in acquired)


def blocked(ident):
    frames = frames_of(ident)
    own = next((each for each in frames if is_own(each.f_code.co_filename)), None)
    found = {"frames": [described_frame(each, False) for each in frames]}
    if own is None:
        return found
    node = call_at(own)
    if node is not None:
        found["call"] = call_text(node, own.f_code.co_filename)
    wanted = wanted_lock(own)
    if isinstance(wanted, threading.Thread):
        found["waitsFor"] = number_of(wanted.ident)
    elif wanted is not None and type(wanted).__name__ in ("lock", "RLock", "_RLock", "Condition"):
        for other in list(sys._current_frames()):
            if other != ident and any(holds(each, wanted) for each in frames_of(other) if is_own(each.f_code.co_filename)):
                found["waitsFor"] = number_of(other)
                break
    return found


def listen(signal_number, path):
    import faulthandler

    faulthandler.register(signal_number, file=open(path, "w"), all_threads=True, chain=False)


def number_of(ident):
    from _pydevd_bundle._debug_adapter.pydevd_base_schema import BaseSchema
    from _pydevd_bundle.pydevd_constants import get_thread_id

    thread = next((each for each in threading.enumerate() if each.ident == ident), None)
    return None if thread is None else BaseSchema._translate_id_to_dap(get_thread_id(thread))


def ask(kind, number, *args):
    """Answers a question; called by the expressions that the debugger evaluates."""
    answer = json.dumps(answered(kind, number, *args))
    if is_printed():
        # An error is answered.
        raise LookupError(answer)
    return answer


def answered(kind, number, *args):
    try:
        thread = thread_of(number)
        if thread is None:
            return {"answer": None, "pid": os.getpid()}
        ident = thread.ident
        answer = {"sample": sample, "inspect": lambda each: sample(each, True), "staying": staying, "rounds": rounds,
                  "activity": activity, "waits": waits, "blocked": blocked}[kind](ident, *args)
        return {"answer": answer, "pid": os.getpid()}
    except Exception as error:
        return {"error": "%s: %s" % (type(error).__name__, error)}
