"""Runs inside the debuggee: hears from sys.monitoring when code is run that may write a watched place. The operations that may are found in
each code before it runs for the first time; no other code is slower. Used from Python 3.12 on.
"""

import functools
import sys

from .write_calls import LAST_OF_THREAD, get_frame, identity, is_ours, may_write, native_name
from .write_sites import sites_in

MONITORING = getattr(sys, "monitoring", None)
if MONITORING is not None:
    EVENTS, DISABLE = MONITORING.events, MONITORING.DISABLE
    STARTS = EVENTS.PY_START | EVENTS.PY_RESUME | EVENTS.PY_THROW
# Those without a meaning for Python come last: programs take them, and leave the one of optimizers alone.
TOOLS = (5, 4, 3)
# A trace of the session takes other tools than the one of this name.
OWN_NAME = "mcp-debugger writes"
CHANGED = object()


class MonitoredCode:
    """The codes that may write. changes: what is told of them."""

    def __init__(self, changes):
        self.changes = changes
        self.tool = None
        # By the id of a code, which is kept: for each offset, what is to be looked at, for operations and for calls.
        self.marks, self.calls, self.codes = {}, {}, {}
        # By offset: the code that was there last, how its place is read, and its watch.
        self.quick = {}
        self.is_wide = False

    @property
    def is_on(self):
        return self.tool is not None

    @property
    def problem(self):
        """The reason why no writes can be seen; None if they can."""
        if self.tool is None and self.free_tool() is None:
            return "the program uses all tools of sys.monitoring that are free for use"
        return None

    @staticmethod
    def free_tool():
        return next((each for each in TOOLS if MONITORING.get_tool(each) is None), None)

    def watch(self):
        """The watches are others than before."""
        live = self.changes.live
        if self.tool is None:
            self.claim()
        MONITORING.set_events(self.tool, STARTS | (EVENTS.PY_UNWIND if any(each.place.frame for each in live) else 0))
        for key, code in list(self.codes.items()):
            if not self.observe(code):
                MONITORING.set_local_events(self.tool, code, 0)
                del self.marks[key], self.calls[key], self.codes[key]
        self.quicken_all()
        for frame in list(sys._current_frames().values()):
            while frame is not None:
                self.look_at(frame.f_code)
                frame = frame.f_back
        # What was not to be seen again may be wanted now.
        MONITORING.restart_events()

    def claim(self):
        self.tool = self.free_tool()
        MONITORING.use_tool_id(self.tool, OWN_NAME)
        for event, handler in self.handlers().items():
            MONITORING.register_callback(self.tool, event, handler)

    def handlers(self):
        return {
            EVENTS.PY_START: self.on_start, EVENTS.PY_RESUME: self.on_start, EVENTS.PY_THROW: self.on_throw,
            EVENTS.INSTRUCTION: self.operation_handler(), EVENTS.CALL: self.on_call, EVENTS.C_RETURN: self.on_called,
            EVENTS.C_RAISE: self.on_called, EVENTS.PY_RETURN: self.on_return, EVENTS.PY_UNWIND: self.on_unwind,
        }

    def free(self, is_last=False):
        """Nothing of it is left."""
        if self.tool is None:
            return
        MONITORING.set_events(self.tool, 0)
        for code in self.codes.values():
            MONITORING.set_local_events(self.tool, code, 0)
        for event in self.handlers():
            MONITORING.register_callback(self.tool, event, None)
        MONITORING.free_tool_id(self.tool)
        self.tool = None
        self.marks.clear()
        self.quick.clear()
        self.calls.clear()
        self.codes.clear()
        self.is_wide = False
        # What this did not want to see any more, other tools may.
        MONITORING.restart_events()

    def look_at(self, code):
        if identity(code) in self.codes or code is LAST_OF_THREAD or is_ours(code.co_filename):
            return
        if self.observe(code):
            self.codes[identity(code)] = code
            self.quicken(self.quick, code)

    def observe(self, code):
        """Has Python report what may write in a code; false where nothing may."""
        key, live = identity(code), [each for each in self.changes.live if not each.place.gone]
        found = [(watch, *each) for watch in live for each in sites_in(code, watch.place.writers, self.is_wide)]
        if not found:
            return False
        self.marks[key] = self.changes.marks_of([each for each in found if not each[1].is_call])
        self.calls[key] = calls = {}
        for watch, site, at, _ in found:
            if site.is_call:
                read = functools.partial(self.changes.look_again, watch) if watch.place.table_now else watch.place.read
                calls.setdefault(at[-1], []).append((read, watch, site))
        is_ended = any(each.place.frame is not None and each.place.frame.f_code is code for each in live)
        wanted = (EVENTS.INSTRUCTION if self.marks[key] else 0) | (EVENTS.CALL if calls else 0) | (EVENTS.PY_RETURN if is_ended else 0)
        MONITORING.set_local_events(self.tool, code, wanted)
        return True

    def quicken_all(self):
        """An operation of another thread may be on its way: it finds nothing missing that is there."""
        fresh = {}
        for code in list(self.codes.values()):
            self.quicken(fresh, code)
        self.quick.update(fresh)
        for offset in list(self.quick):
            if offset not in fresh:
                del self.quick[offset]

    def quicken(self, quick, code):
        for offset, found in self.marks[identity(code)].items():
            if offset not in quick and found:
                quick[offset] = self.quick_look(code, found)

    def quick_look(self, code, found):
        first, watch, _ = found[0]
        return code, first if len(found) == 1 else functools.partial(self.last_if_same, found), watch

    @staticmethod
    def last_if_same(found):
        """The expected value of the first of several places, if all have the value that they had."""
        for read, watch, _ in found:
            if read() is not watch.last:
                return CHANGED
        return found[0][1].last

    # Events. What is raised in them would be raised in the program.

    def on_start(self, code, offset):
        try:
            self.look_at(code)
        except Exception:
            pass
        return DISABLE

    def on_throw(self, code, offset, error):
        self.on_start(code, offset)

    def on_return(self, code, offset, value):
        self.left(get_frame(1))

    def on_unwind(self, code, offset, error):
        self.left(get_frame(1))

    def left(self, frame):
        for each in list(self.changes.live):
            if each.place.frame is frame:
                each.place.end("its call has ended")

    def forget(self, watch):
        """The place of a watch is gone: nothing that the program frees is held."""
        for kept in (self.marks, self.calls):
            for key, marks in list(kept.items()):
                kept[key] = {at: tuple(each for each in found if each[1] is not watch) for at, found in marks.items()}
        self.quicken_all()

    def operation_handler(self):
        """Each operation that may write comes by here: as little as can be."""
        quick, differs, in_other_code = self.quick, self.differs_at, self.in_other_code

        def on_operation(code, offset):
            try:
                owner, read, watch = quick[offset]
            except KeyError:
                return DISABLE
            if owner is not code:
                return in_other_code(code, offset)
            if read() is not watch.last:
                differs(code, offset, get_frame(1))

        return on_operation

    def in_other_code(self, code, offset):
        found = self.marks.get(identity(code), {}).get(offset)
        if found is None:
            return DISABLE
        if found:
            # It will be here again.
            _, read, watch = self.quick[offset] = self.quick_look(code, found)
            if read() is not watch.last:
                self.changes.differs(found, get_frame(2))
        return None

    def differs_at(self, code, offset, frame):
        self.changes.differs(self.marks.get(identity(code), {}).get(offset, ()), frame)

    def last_operation(self, frame):
        """The sites to look at for a frame's last operation."""
        return self.marks.get(identity(frame.f_code), {}).get(frame.f_lasti, ())

    def on_call(self, code, offset, called, argument):
        """A call begins: what has changed until then, it has not written."""
        for read, watch, _ in self.calls.get(identity(code), {}).get(offset, ()):
            if read() is not watch.last:
                self.changes.differs([(read, watch, None)], get_frame(1))

    def on_called(self, code, offset, called, argument):
        """A function in C has returned, or raised. What those in Python write is seen there."""
        found = self.calls.get(identity(code), {}).get(offset, ())
        if any(read() is not watch.last for read, watch, _ in found):
            name = native_name(called)
            self.changes.differs(
                [(*each[:2], each[2] if may_write(name, each[1].place.writers, self.is_wide) else None) for each in found], get_frame(1)
            )
