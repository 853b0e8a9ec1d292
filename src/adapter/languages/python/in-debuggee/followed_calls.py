"""Runs inside the debuggee: how a call ends that the debugger follows, wherever and in whichever thread that is. It is told at the end itself."""

import gc
import json
import sys
from types import AsyncGeneratorType, CoroutineType, GeneratorType

from .describe_values import text_of, type_text
from .exception_handlers import SUSPENDABLE
from .pass_reports import AT_END, report
from .read_values import Work

MAX_TEXT = 160
# By the identity of a frame, which is sure until the end of the call: its number, and its code.
FOLLOWED = {}
PAUSING = {GeneratorType: ("gi_code", "gi_frame"), CoroutineType: ("cr_code", "cr_frame"), AsyncGeneratorType: ("ag_code", "ag_frame")}
# For each `id` Python calls the hooks for audit events, and the debugger has one.
identity = object.__hash__


def number_of(frame):
    """The number of the followed call that a frame is of; None for another one."""
    return FOLLOWED.get(identity(frame), (None, None))[0]


def followed_from(frame):
    """The frames of followed calls, from a frame on outwards."""
    found = []
    while frame is not None and FOLLOWED:
        if identity(frame) in FOLLOWED:
            found.append(frame)
        frame = frame.f_back
    return found


def forget(number):
    """Its state; "ended" where its end has been told."""
    key = next((each for each, (known, _) in list(FOLLOWED.items()) if known == number), None)
    return "ended" if key is None else state_of(key, FOLLOWED.pop(key)[1])


def state_of(key, code):
    """ "runs" where a thread is in a call, "waits" where none is, "closed" where it was given up while it waited; "unseen" where it must have
    ended.
    """
    if any(is_in(key, frame) for frame in list(sys._current_frames().values())):
        return "runs"
    if not code.co_flags & SUSPENDABLE:
        return "unseen"
    # From Python 3.13 on, a generator may be closed without an event.
    return "waits" if any(identity(each) == key for each in waiting_frames(code)) else "closed"


def waiting_frames(code):
    """The frames of generators and coroutines of a code."""
    for each in gc.get_objects():
        names = PAUSING.get(type(each))
        if names is not None and getattr(each, names[0]) is code:
            frame = getattr(each, names[1])
            if frame is not None:
                yield frame


def is_in(key, frame):
    while frame is not None and identity(frame) != key:
        frame = frame.f_back
    return frame is not None


def ended(frame, how, *values):
    """`how`: "returned" or "threw", and with what; left out where that is not known. "unseen": nothing will be seen of the end."""
    number, code = FOLLOWED.get(identity(frame), (None, None))
    if code is frame.f_code:
        del FOLLOWED[identity(frame)]
        is_closed = how == "threw" and code.co_flags & SUSPENDABLE and values and type(values[0]) is GeneratorExit
        tell(number, *(["closed"] if is_closed else [how, *values]))


def tell(number, how, *values):
    said = {"how": how}
    for each in values:
        said.update(type=type_text(each), text=text_of(Work(), each, MAX_TEXT, 0)[0])
    report("\ue000ended%d\ue001%s" % (number, json.dumps(said)))


def tell_states():
    """Before the process ends: no more is seen of the calls that have not ended."""
    for key, (number, code) in list(FOLLOWED.items()):
        tell(number, state_of(key, code))


try:
    AT_END.append(tell_states)
except Exception:
    pass
