"""Runs inside the debuggee: of threads that stop at once, each stop is reported. pydevd reports one of them; and a thread that it holds meanwhile
at a line with a breakpoint passes that when it goes on.
"""

import os
import sys
from _thread import get_ident

import pydevd
import pydevd_file_utils
from _pydevd_bundle import pydevd_api, pydevd_comm, pydevd_thread_lifecycle, pydevd_utils
from _pydevd_bundle.pydevd_additional_thread_info import set_additional_thread_info
from _pydevd_bundle.pydevd_comm_constants import CMD_SET_BREAK, CMD_SET_FUNCTION_BREAK, CMD_STEP_INTO, CMD_STEP_INTO_COROUTINE, CMD_THREAD_SUSPEND
from _pydevd_bundle.pydevd_constants import PYTHON_SUSPEND, STATE_RUN, STATE_SUSPEND, ForkSafeLock, get_current_thread_id, get_thread_id
from _pydevd_bundle.pydevd_process_net_command_json import PyDevJsonCommandProcessor as Commands

from . import held_signals, own_package
from .debugger_threads import known_as
from .how_asked import thread_of
from .keep_sight import unseen
from .thrown_steps import go_on_in, goes_on, is_thrown_out, leave, stopped

IS_MONITORED = hasattr(sys, "monitoring")
# By the identities of threads: why they are about to stop, where it is for a reason of their own; and of those that are held, the ones that have
# come by the breakpoints of their line before, or are shown there.
REASONS, PASSED = {}, set()
# Threads that stand for a reason of their own: by their numbers, those whose stop was reported and not asked about yet; then their identities.
UNSEEN, SEEN = {}, set()
# The identities of threads that are to stand on while another one makes its next step; by the number of a thread that steps, those that may go on.
KEPT, FREED = set(), {}
# The debuggers that leave the program, and the numbers of threads that end.
LEAVING, ENDING = [], set()
# The first is taken to report a stop, the second to tell threads to stop or to go on.
LOCK, MARKING = ForkSafeLock(), ForkSafeLock()

# How threads step that are held; a step that was asked for has an original one, too. Versions before 1.8.21 have no step for it.
KNOWS_HELD = "main_suspend" in pydevd_thread_lifecycle.mark_thread_suspended.__code__.co_varnames
HELD = (CMD_THREAD_SUSPEND,) if KNOWS_HELD else (CMD_STEP_INTO, CMD_STEP_INTO_COROUTINE)

PyDB, Notifying = pydevd.PyDB, pydevd.ThreadsSuspendedSingleNotification


def set_suspend(self, thread, stop_reason, *args, **named):
    thread = known_as(own_package, thread)
    if stop_reason in HELD and named.get("original_step_cmd") == -1:
        wait_for_others(thread)
        return
    with MARKING:
        if stop_reason != CMD_THREAD_SUSPEND:
            REASONS[id(thread)] = stop_reason
        suspend(self, thread, stop_reason, *args, **named)


def wait_for_others(thread):
    """Has a thread wait that is held, unless it is let go on by now."""
    info = set_additional_thread_info(thread)
    thread.stop_reason = CMD_THREAD_SUSPEND
    PASSED.add(id(thread))
    info.pydev_state = STATE_SUSPEND
    if info.pydev_step_cmd not in HELD:
        info.pydev_state = STATE_RUN


def mark_thread_suspended(thread, *args, **named):
    """Holds a thread for the stop of another one. It runs still, to where it would stop next: what it stops for itself comes first."""
    info = set_additional_thread_info(thread)
    if info.pydev_state != STATE_SUSPEND and id(thread) not in REASONS and not is_entering(thread, info):
        info.suspend_type = PYTHON_SUSPEND
        info.pydev_step_cmd, info.pydev_original_step_cmd, info.pydev_step_stop = HELD[0], -1, None
        if hasattr(info, "update_stepping_info"):
            info.update_stepping_info()
    return info


def is_entering(thread, info):
    """True for a thread on its step from the head of a function that has a breakpoint to its first statement, where it stops."""
    reason = object.__getattribute__(thread, "__dict__").get("stop_reason")
    return info.pydev_state == STATE_RUN and info.pydev_original_step_cmd != -1 and reason == CMD_SET_FUNCTION_BREAK


@unseen
def notify_thread_not_alive(self, thread_id, *args, **named):
    """Called in the thread, and calls functions of Python's. Held there, the thread would not go on: it is not found any more."""
    ENDING.add(thread_id)
    try:
        return end(self, thread_id, *args, **named)
    finally:
        ENDING.discard(thread_id)


def do_wait_suspend(self, thread, frame, event, arg, exception_type=None):
    thread = known_as(own_package, thread)
    key, line = id(thread), frame.f_lineno
    if get_current_thread_id(thread) in ENDING:
        REASONS.pop(key, None)
        return
    info = set_additional_thread_info(thread)
    if is_thrown_out(info, event, frame):
        REASONS.pop(key, None)
        go_on_in(self, get_ident(), info, frame)
        # Those that stand because they were shown stand on.
        FREED[get_thread_id(thread)] = set()
        resume_threads("*", except_thread=thread)
        return
    reason = REASONS.get(key)
    if reason is not None:
        # Another thread's stop may have come in between.
        thread.stop_reason = reason
    is_held = thread.stop_reason == CMD_THREAD_SUSPEND
    stopped(frame)
    is_main = held_signals.stand()
    try:
        wait(self, thread, frame, event, arg, exception_type)
    finally:
        goes_on(thread, frame)
        if is_main:
            held_signals.go_on()
        REASONS.pop(key, None)
        SEEN.discard(key)
        has_passed = key in PASSED
        PASSED.discard(key)
    if is_held and not has_passed and event == "line" and frame.f_lineno == line:
        stop_at_line(self, thread, frame)


def standing_in(ident):
    """The frame in which a thread stands, by its identity."""
    frame = sys._current_frames().get(ident)
    while frame is not None and frame.f_code is not do_wait_suspend.__code__:
        frame = frame.f_back
    return None if frame is None else frame.f_locals["frame"]


def stop_at_line(debugger, thread, frame):
    """Does what a breakpoint asks for in the line that a thread is about to run, where it was held."""
    info = set_additional_thread_info(thread)
    found = hit_of(debugger, info, frame)
    if found is not None:
        debugger.set_suspend(thread, CMD_SET_BREAK, suspend_other_threads=found.suspend_policy == "ALL")
        if hasattr(info, "hit_breakpoint_ids"):
            info.hit_breakpoint_ids = [found.breakpoint_id]
        info.trace_suspend_type = "sys_monitor" if IS_MONITORED else "trace"
        debugger.do_wait_suspend(thread, frame, "line", None)


def hit_of(debugger, info, frame):
    """The breakpoint at which a pass stops; as pydevd decides, in both of its kinds of tracing."""
    path = pydevd_file_utils.get_abs_path_real_path_and_base_from_frame(frame)[1]
    found = (debugger.breakpoints.get(path) or {}).get(frame.f_lineno)
    if found is None or debugger.pydb_disposed:
        return None
    if found.expression is not None:
        debugger.handle_breakpoint_expression(found, info, frame)
    if found.has_condition and not debugger.handle_breakpoint_condition(info, found, frame):
        return None
    if not found.is_logpoint:
        return found
    if info.pydev_message:
        debugger.writer.add_command(debugger.cmd_factory.make_io_message(info.pydev_message + os.linesep, "1"))
    return None


def on_thread_suspend(self, thread_id, thread, stop_reason):
    with LOCK:
        if stop_reason != CMD_THREAD_SUSPEND:
            UNSEEN[thread_id] = id(thread)
            REASONS.pop(id(thread), None)
            # That the program went on is said before it stops again.
            answer(self)
            self.increment_suspend_time()
        before = self._last_suspend_notification_time
        notify(self, thread_id, thread, stop_reason)
        if self._last_suspend_notification_time != before:
            PASSED.add(id(thread))


def on_thread_resume(self, thread_id, thread):
    """Says nothing of a thread that goes on where others may stand: the command by which it does is answered."""
    with LOCK:
        UNSEEN.pop(thread_id, None)
        with self._lock:
            self._suspended_thread_id_to_thread.pop(thread_id, None)
        answer(self)


def answer(notifying):
    """Answers the command by which the program went on."""
    with notifying._callbacks_lock:
        waiting, notifying._callbacks = notifying._callbacks, []
    for each in waiting:
        each()


def on_stacktrace_request(self, debugger, request):
    asked = UNSEEN.pop(request.arguments.threadId, None)
    if asked is not None:
        SEEN.add(asked)
    return show(self, debugger, request)


def request_step(self, debugger, thread_id, *args, **named):
    """Is carried out by the thread itself, later. What others stop for until then, the step does not take from them."""
    FREED[thread_id] = SEEN - KEPT
    KEPT.clear()
    return step(self, debugger, thread_id, *args, **named)


def request_disconnect(self, debugger, resume_threads):
    LEAVING.append(debugger)
    return disconnect(self, debugger, resume_threads)


def on_disconnect(self):
    """Also where the other side is gone without a word."""
    leave()
    return gone(self)


def keep(numbers):
    """Has these threads stand while another one makes its next step."""
    KEPT.update(id(thread_of(each)) for each in numbers)


def resume_threads(thread_id, except_thread=None):
    if LEAVING or thread_id != "*":
        return resume(thread_id, except_thread)
    with MARKING:
        freed = SEEN if except_thread is None else FREED.pop(get_thread_id(except_thread), SEEN)
        standing = {*REASONS, *UNSEEN.values(), *SEEN}.difference(freed)
        for each in pydevd_utils.get_non_pydevd_threads():
            info = set_additional_thread_info(each)
            if each is not except_thread and id(each) not in standing and not is_entering(each, info):
                pydevd_thread_lifecycle.internal_run_thread(each, set_additional_thread_info)


def in_place_of(owner, function):
    """Puts a function into the place of pydevd's, also where ours for a debugger that has left stands there."""
    before = getattr(owner, function.__name__)
    function.__wrapped__ = getattr(before, "__wrapped__", before)
    setattr(owner, function.__name__, function)
    return function.__wrapped__


try:
    suspend, wait = in_place_of(PyDB, set_suspend), in_place_of(PyDB, do_wait_suspend)
    gone = in_place_of(PyDB, on_disconnect)
    end = in_place_of(PyDB, notify_thread_not_alive)
    notify = in_place_of(Notifying, on_thread_suspend)
    in_place_of(Notifying, on_thread_resume)
    resume = in_place_of(pydevd_comm, resume_threads)
    in_place_of(pydevd_thread_lifecycle, mark_thread_suspended)
    show, disconnect = in_place_of(Commands, on_stacktrace_request), in_place_of(pydevd_api.PyDevdAPI, request_disconnect)
    step = in_place_of(pydevd_api.PyDevdAPI, request_step)
    pydevd_api.resume_threads = resume_threads
except Exception:
    pass
