"""Runs inside the debuggee: says what the threads do while they run, without stopping them. Everything goes out as JSON. Works on Python
3.7 and later.
"""

import json
import os
import threading
import time

from . import hang_ended
from .hang_frames import frames_of
from .hang_locks import blocked, process_end, standstill
from .hang_loops import described_frame, is_own, loops_around, sight_of
from .hang_schedulers import in_scheduler, own_frames_of, tasks_of, wait_of, waits_for_events
from .hang_tasks import task_cycle, waits
from .how_asked import ident_of, is_printed, thread_of
from .still_values import MISSING

# What a thread does.

def sample(ident, with_loops=False):
    hang_ended.record_workers()
    frames = frames_of(ident)
    if not frames:
        return {"kind": "idle"}
    if waits_for_events(frames):
        return {"kind": "idle"}
    if process_end(frames):
        return {"kind": "silent"}
    upto = next((index for index, each in enumerate(frames) if in_scheduler(each)), len(frames))
    own = [each for each in frames[:upto] if is_own(each.f_code.co_filename)]
    if not own:
        is_event = any(in_scheduler(each) for each in frames)
        return {"kind": "between"} if is_event or not any(is_own(each.f_code.co_filename) for each in frames) else {
            "kind": "running", "frames": [described_frame(each, with_loops) for each in frames]}
    return {"kind": "running", "frames": [described_frame(each, with_loops) for each in frames]}


def staying(ident, seconds):
    """The number of the program's frames, from the outermost on, that are there all the time; 0 when an event loop inside them goes on. Frames
    are held, so that none is taken for a later one at the same address."""
    held = None
    outside = 0
    until = time.monotonic() + seconds
    while True:
        frames = frames_of(ident)
        upto = next((index for index, each in enumerate(frames) if in_scheduler(each)), len(frames))
        # Those that run the event loop stay, too, but say nothing about what it runs.
        outside = sum(is_own(each.f_code.co_filename) for each in frames[upto:])
        own = [each for each in frames[:upto] if is_own(each.f_code.co_filename)][::-1]
        if held is None:
            held = own
        same = 0
        while same < min(len(held), len(own)) and held[same] is own[same]:
            same += 1
        held = held[:same]
        if not held or time.monotonic() >= until:
            return outside + len(held) if held else 0
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
                    if loop is None:
                        # A call that goes round by itself.
                        return None
                    found.append(sight_of(loop, frame, path))
                seen = frame.f_lasti
                break
        time.sleep(0.003)
    return found


def activity(ident, seconds):
    """The functions that run over some time, and what their loops depend on."""
    calls = {}
    inspections = []
    last = {}
    until = time.monotonic() + seconds
    next_inspection = 0
    while time.monotonic() < until:
        for frame in frames_of(ident):
            if in_scheduler(frame):
                break
            if is_own(frame.f_code.co_filename) and last.get("stack") is not frame:
                last["stack"] = frame
                note(calls, frame)
                break
        for task in tasks_of(ident):
            waiting = wait_of(task)
            own = own_frames_of(task)
            previous = last.get(id(task), MISSING)
            last[id(task)] = waiting
            if previous is MISSING or previous is waiting or (type(waiting) in (int, tuple) and previous == waiting):
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
    return {"functions": functions, "inspections": inspections, "countedMs": int(seconds * 1000), "taskCycle": task_cycle(ident)}


def note(calls, frame):
    code = frame.f_code
    entry = calls.setdefault(code, {
        "id": "%s:%d" % (code.co_filename, code.co_firstlineno),
        "name": getattr(code, "co_qualname", code.co_name).replace("<module>", "(module)"),
        "location": {"path": code.co_filename, "line": code.co_firstlineno, "column": 1},
        "calls": 0,
    })
    entry["calls"] += 1


def listen(signal_number, path):
    import faulthandler

    # Python warns of a file that is not closed.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    faulthandler.register(signal_number, file=descriptor, all_threads=True, chain=False)


def record():
    """To be called before the program runs."""
    hang_ended.record_ends()


def is_recording():
    return hang_ended.STATE.is_recording


def ask(kind, number, *args):
    """Answers a question; called by the expressions that the debugger evaluates."""
    answer = json.dumps(answered(kind, number, *args))
    if is_printed():
        # An error is answered.
        raise LookupError(answer)
    return answer


def system_thread(thread):
    """The system's number of a thread. Before 3.8 only that of the main thread is known."""
    return getattr(thread, "native_id", None) or (os.getpid() if thread is threading.main_thread() else None)


def answered(kind, number, *args):
    try:
        thread = thread_of(number)
        if thread is None:
            return {"answer": None, "pid": os.getpid()}
        ident = ident_of(thread)
        answer = {"sample": sample, "inspect": lambda each: sample(each, True), "staying": staying, "rounds": rounds,
                  "activity": activity, "waits": waits, "blocked": blocked, "standstill": standstill, "facts": lambda _: hang_ended.wait_facts()}[kind](ident, *args)
        return {"answer": answer, "pid": os.getpid(), "tid": system_thread(thread)}
    except Exception as error:
        return {"error": "%s: %s" % (type(error).__name__, error)}
