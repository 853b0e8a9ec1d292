"""Runs inside the debuggee: has the variables of the calls that an uncaught exception leaves recorded as they were when it was thrown. From Python
3.12 on, where the debugger is told of each throw.
"""

import sys

from _pydevd_bundle.pydevd_constants import get_global_debugger

from .own_frames import is_own
from .read_values import traceback_of
from .throw_records import ThrowRecords

MONITORING = getattr(sys, "monitoring", None)
EVENTS = getattr(MONITORING, "events", None)
MAX_FRAMES = 10
RECORDER = ThrowRecords(is_own, MAX_FRAMES)


def on_raise(code, offset, error):
    RECORDER.thrown(code, offset, error, traceback_of(error))


def hear_of_throws():
    """Listens with the debugger's own tool, as long as pydevd needs no throws itself."""
    tool = MONITORING.DEBUGGER_ID
    debugger = get_global_debugger()
    if MONITORING.get_tool(tool) != "pydevd" or debugger is None or not debugger.break_on_uncaught_exceptions:
        return
    events = MONITORING.get_events(tool)
    if not events & EVENTS.RAISE:
        MONITORING.register_callback(tool, EVENTS.RAISE, on_raise)
        MONITORING.set_events(tool, events | EVENTS.RAISE)


def then_hearing(change):
    """A function of pydevd's that changes which events it is told of."""
    change = getattr(change, "__wrapped__", change)

    def changed(*given, **named):
        change(*given, **named)
        hear_of_throws()

    changed.__wrapped__ = change
    return changed


def begin():
    from _pydevd_sys_monitoring import pydevd_sys_monitoring as events

    events.start_monitoring, events.update_monitor_events = then_hearing(events.start_monitoring), then_hearing(events.update_monitor_events)
    hear_of_throws()


try:
    if MONITORING is not None:
        begin()
except Exception:
    pass
