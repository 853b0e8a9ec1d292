"""Runs inside the debuggee: a step that leaves a call by an exception ends in the line of a caller that runs next, and what was thrown is told
there. By itself, pydevd takes this for a return of None before Python 3.12; and does not see it from then on, so that the step never ends.
"""

import sys
from _thread import get_ident
from types import FrameType

from _pydevd_bundle import pydevd_comm_constants as commands
from _pydevd_bundle.pydevd_additional_thread_info import set_additional_thread_info
from _pydevd_bundle.pydevd_constants import RETURN_VALUES_DICT, STATE_RUN, get_global_debugger

from . import followed_calls
from .followed_calls import FOLLOWED, ended, followed_from, identity
from .frame_ends import is_entering_handler, way_out
from .how_asked import is_printed
from .read_values import traceback_of
from .stepped_frames import ERRORS, LISTENING, see

MONITORING = getattr(sys, "monitoring", None)
EVENTS = getattr(MONITORING, "events", None)
OWN_NAME = "mcp-debugger steps"
TOOLS = (4, 3)
OVER, OVER_OWN = commands.CMD_STEP_OVER, commands.CMD_STEP_OVER_MY_CODE
# In the variables of a frame: what the functions that it called have returned.
RETURNED = RETURN_VALUES_DICT
# A step that leaves its frame, and the step in the caller that ends it; then those that stop in whatever code runs next.
IN_CALLER = {
    OVER: OVER, commands.CMD_STEP_RETURN: OVER, commands.CMD_STEP_INTO: OVER, commands.CMD_STEP_INTO_COROUTINE: OVER,
    OVER_OWN: OVER_OWN, commands.CMD_STEP_RETURN_MY_CODE: OVER_OWN, commands.CMD_STEP_INTO_MY_CODE: OVER_OWN,
}
CO_COROUTINE = 0x80
OUT = {OVER: commands.CMD_STEP_RETURN, OVER_OWN: commands.CMD_STEP_RETURN_MY_CODE}
INTO = {OVER: commands.CMD_STEP_INTO, OVER_OWN: commands.CMD_STEP_INTO_MY_CODE}

# By the identity of a thread: where its step began, and the exception that was dealt with then, by their ids; what pydevd knows of its step.
BEGUN, STEPPING = {}, {}
# By the id of a frame that is stopped: the function that threw, and what.
THROWN = {}
# By the identity of a thread: the name of the function that it has left by an exception in this step.
LEFT = {}
CLAIMED = []
# By their identities, the codes of followed calls: their returns are told.
WATCHED = {}


def is_called(name):
    """True if a function was called by its name: a generator expression is a function only for Python."""
    return not name.startswith("<") or name == "<lambda>"


def is_step(info):
    """True for a step that was asked for. Threads that are held for the stop of another one have no original command."""
    return info.pydev_step_cmd in IN_CALLER and info.pydev_original_step_cmd != -1


def is_thrown_out(info, event, frame):
    """True for a step that would end at the end of a call, told in the frame of its caller, where the call threw."""
    if event != "return" or MONITORING is not None or not is_step(info):
        return False
    called = sys._getframe(1)
    while called is not None and called.f_back is not frame:
        called = called.f_back
    return called is not None and way_out(called) is None


def go_on_in(debugger, ident, info, frame):
    """Has a step end in the next line that runs of a frame; in that of any own code where the frame is a library's."""
    over = IN_CALLER[info.pydev_step_cmd]
    is_others = debugger.apply_files_filter(frame, frame.f_code.co_filename, over == OVER_OWN)
    info.pydev_step_cmd, info.pydev_step_stop = (INTO[over], None) if is_others else (over, frame)
    info.pydev_state = STATE_RUN
    if hasattr(info, "update_stepping_info"):
        info.update_stepping_info()
    debugger.set_trace_for_frame_and_parents(ident, frame)
    if MONITORING is None and not is_others:
        see(frame)
    if is_others and CLAIMED:
        # What waits for a task goes on by itself.
        MONITORING.set_events(CLAIMED[0], EVENTS.PY_UNWIND | EVENTS.PY_RESUME | EVENTS.PY_THROW)


def stopped(frame):
    """A thread begins to stand in a frame."""
    begun = BEGUN.pop(get_ident(), None)
    if begun is None:
        return
    if MONITORING is None and is_entering_handler(frame):
        forget_returned(frame, None)
    error = sys.exc_info()[1]
    entry = None if error is None else traceback_of(error)
    while entry is not None and entry.tb_frame is not frame:
        entry = entry.tb_next
    called = calls_below(entry)
    # What was dealt with before is news only where it was thrown on.
    if called and (id(error) != begun[1] or any(id(each) == begun[0] for each in called)):
        THROWN[id(frame)] = told_name(frame, called), error
    if get_ident() in LEFT:
        forget_returned(frame, LEFT.pop(get_ident()))


def calls_below(entry):
    found = []
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
        found.append(entry.tb_frame)
    return found


def told_name(frame, called):
    """The name of the function that was called, as pydevd has it, which has taken it for a return."""
    code = next((each.f_code for each in called if is_called(each.f_code.co_name)), called[0].f_code)
    told = forget_returned(frame, code.co_name) if MONITORING is None else []
    return told[0] if told else getattr(code, "co_qualname", code.co_name).split("<locals>.")[-1]


def forget_returned(frame, name):
    """Takes out each None that functions of a name, or any, are said to have returned: one of them threw. The names of these functions."""
    variables = frame.f_locals
    returned = type(variables) is dict and variables.get(RETURNED) or {}
    found = [each for each in list(returned) if returned[each] is None and name in (None, each.split(".")[-1])]
    for each in found:
        del returned[each]
    return found


def goes_on(thread, frame):
    """A thread goes on from a frame."""
    THROWN.pop(id(frame), None)
    LEFT.pop(get_ident(), None)
    ident, info = get_ident(), set_additional_thread_info(thread)
    if is_step(info) and not is_left():
        BEGUN[ident] = id(frame), id(sys.exc_info()[1])
        STEPPING[ident] = info
    else:
        BEGUN.pop(ident, None)
        STEPPING.pop(ident, None)
    for each in set(STEPPING).difference(sys._current_frames()):
        del STEPPING[each]
    if MONITORING is not None:
        watch_throws()
        return
    for each in followed_from(frame) + ([frame] if ident in STEPPING else []):
        see(each)


def follow(number, frame):
    """Has the end of a call told, in which a thread stands."""
    if type(frame) is not FrameType:
        # One that pydevd has made up for a template.
        followed_calls.tell(number, "unseen")
        return
    FOLLOWED[identity(frame)] = number, frame.f_code
    if MONITORING is not None:
        watch_throws()
        if not CLAIMED:
            ended(frame, "unseen")


def forget(number):
    """Follows a call no more. The state of it."""
    found = followed_calls.forget(number)
    if MONITORING is not None:
        watch_throws()
    if is_printed():
        # An error is answered.
        raise LookupError(found)
    return found


def leave():
    """The debugger leaves the program."""
    STEPPING.clear()
    FOLLOWED.clear()
    ERRORS.clear()
    if MONITORING is not None:
        watch_throws()


def watch_throws():
    """From Python 3.12 on, while any thread steps or a call is followed."""
    if (STEPPING or FOLLOWED) and not CLAIMED:
        tool = next((each for each in TOOLS if MONITORING.get_tool(each) is None), None)
        if tool is not None:
            CLAIMED.append(tool)
            MONITORING.use_tool_id(tool, OWN_NAME)
            for event, handler in handlers():
                MONITORING.register_callback(tool, event, handler)
            MONITORING.set_events(tool, EVENTS.PY_UNWIND)
    if CLAIMED:
        watch_returns(CLAIMED[0])
        if not STEPPING and not FOLLOWED:
            free(CLAIMED.pop())


def watch_returns(tool):
    wanted = {identity(code): code for _, code in list(FOLLOWED.values())}
    for key, code in {**WATCHED, **wanted}.items():
        if key not in wanted or key not in WATCHED:
            MONITORING.set_local_events(tool, code, EVENTS.PY_RETURN if key in wanted else 0)
    WATCHED.clear()
    WATCHED.update(wanted)


def free(tool):
    if MONITORING.get_tool(tool) == OWN_NAME:
        MONITORING.set_events(tool, 0)
        for event, _ in handlers():
            MONITORING.register_callback(tool, event, None)
        MONITORING.free_tool_id(tool)


def leaves(frame, how):
    """Before Python 3.12: a frame is left by "return" or "throw"."""
    info = STEPPING.get(get_ident())
    if info is None or info.pydev_step_stop is not frame:
        return
    if how == "throw":
        LEFT[get_ident()] = frame.f_code.co_name
        go_on_behind(get_ident(), info, frame)
    elif frame.f_code.co_flags & CO_COROUTINE:
        end_in_caller(info, frame.f_back)


def end_in_caller(info, back):
    """A step over the line where a coroutine returns ends in the call that awaits it. For pydevd it may end in whatever that one calls next."""
    out = OUT.get(info.pydev_step_cmd)
    if out is None or back is None or not back.f_code.co_flags & CO_COROUTINE:
        return
    if not get_global_debugger().apply_files_filter(back, back.f_code.co_filename, True):
        info.pydev_step_cmd = out


def handlers():
    return (
        (EVENTS.PY_UNWIND, on_unwind), (EVENTS.PY_RESUME, on_resume), (EVENTS.PY_THROW, on_resume), (EVENTS.PY_RETURN, on_return),
    )


def on_unwind(code, offset, error):
    try:
        info = STEPPING.get(get_ident())
        if is_left():
            leave()
        else:
            frame = sys._getframe(1)
            ended(frame, "threw", error)
            if info is not None:
                go_on_behind(get_ident(), info, frame)
    except Exception:
        pass


def on_return(code, offset, value):
    try:
        ended(sys._getframe(1), "returned", value)
    except Exception:
        pass


def on_resume(code, offset, error=None):
    """A generator or coroutine goes on, which pydevd does not see: a step that ends in whatever runs next may end there."""
    try:
        info = STEPPING.get(get_ident())
        if is_left():
            leave()
        elif info is not None and info.pydev_step_stop is None and info.pydev_step_cmd in INTO.values():
            debugger, frame = get_global_debugger(), sys._getframe(1)
            if not debugger.apply_files_filter(frame, code.co_filename, info.pydev_step_cmd == INTO[OVER_OWN]):
                debugger.set_trace_for_frame_and_parents(get_ident(), frame)
    except Exception:
        pass


def is_left():
    debugger = get_global_debugger()
    return debugger is None or debugger.pydb_disposed


def go_on_behind(ident, info, frame):
    """A frame is left by an exception: a step in it ends in its caller."""
    debugger, back = get_global_debugger(), frame.f_back
    if info.pydev_step_stop is not frame or not is_step(info):
        return
    if back is not None and debugger.get_file_type(back) != debugger.PYDEV_FILE:
        go_on_in(debugger, ident, info, back)


try:
    if MONITORING is None:
        LISTENING[:] = [leaves]
    else:
        # In the child of a fork, that of its parent.
        for each in TOOLS:
            free(each)
except Exception:
    pass
