"""Runs inside a traced process from Python 3.12 on: what happens in the wanted code, by sys.monitoring. Its events come from the
code that is asked about and from no other, but for those of exceptions, of which Python knows no local ones.

Calls of functions in C are no events of a recorded call: Python says of them the first argument only, and never the result. What they
came to is seen in what their statement changed, in the branch that it led to, or in what it threw.
"""

import builtins
import sys
import types

from .read_values import inherits, is_special
from .trace_failure import PROCESS, failed
from .trace_functions import PAUSING, codes_in, comprehensions_in
from .trace_names import CLASS_PARTS, WATCH_CALLED, code_of
from .trace_python import identity
from .trace_values import described, described_error, thrown

MONITORING = sys.monitoring
EVENTS = MONITORING.events
DISABLE = MONITORING.DISABLE
COUNTING = EVENTS.PY_START | EVENTS.PY_RETURN
PAUSING_TOO = COUNTING | EVENTS.PY_YIELD | EVENTS.PY_RESUME
RECORDING = PAUSING_TOO | EVENTS.CALL
INNER = COUNTING | EVENTS.PY_YIELD
GLOBAL = EVENTS.PY_UNWIND | EVENTS.PY_THROW | EVENTS.EXCEPTION_HANDLED
BUILD_CLASS = builtins.__build_class__
get_frame = sys._getframe


class MonitoringSource:
    """Turns the events of sys.monitoring into those of a mode."""

    def __init__(self, mode, records, own, tool):
        self.mode, self.records, self.own, self.tool = mode, records, own, tool
        # Codes that are run without being called: operators and the like, by their names.
        self.implicit = []
        # By their ids: the codes of functions that recorded calls have made, which are watched.
        self.watched = {}
        self.is_begun = self.is_recording = False

    def watch(self, wanted):
        """From now on, calls of a function are seen."""
        if not PROCESS[0].tools.has_recorder:
            return
        if not self.is_begun:
            self.is_begun = True
            self.begin()
        code = wanted.function.code
        if not self.mode.has_inner:
            MONITORING.set_local_events(self.tool, code, PAUSING_TOO | (EVENTS.LINE if self.mode.needs_lines(wanted) else 0))
            return
        branches = EVENTS.BRANCH if self.mode.needs_branches(wanted) else 0
        MONITORING.set_local_events(self.tool, code, RECORDING | EVENTS.LINE | branches)
        for each in comprehensions_in(code):
            MONITORING.set_local_events(self.tool, each, EVENTS.CALL)

    def prepared(self, code, module):
        return code

    def begin(self):
        if sys.version_info < (3, 13):
            # Calls with `*` have no CALL event when they are of functions.
            WATCH_CALLED.append(self.watch_called)
        handlers = {
            EVENTS.PY_START: self.on_start, EVENTS.PY_RETURN: self.on_return, EVENTS.PY_YIELD: self.on_yield,
            EVENTS.PY_RESUME: self.on_resume, EVENTS.LINE: self.line_handler(), EVENTS.CALL: self.on_call,
            EVENTS.BRANCH: self.on_branch, EVENTS.PY_UNWIND: self.on_unwind, EVENTS.PY_THROW: self.on_throw, EVENTS.EXCEPTION_HANDLED: self.on_handled,
        }
        for event, handler in handlers.items():
            MONITORING.register_callback(self.tool, event, handler)
        MONITORING.set_events(self.tool, GLOBAL)

    def stop_recording(self, wanted):
        """Calls of a function are only counted from now on."""
        MONITORING.set_local_events(self.tool, wanted.function.code, COUNTING)
        if all(each.is_done for each in self.mode.functions.values()):
            for code in self.watched.values():
                if identity(code) not in self.mode.functions:
                    MONITORING.set_local_events(self.tool, code, 0)
            self.watched.clear()
            self.is_recording = False

    def on_own_module(self, code):
        """Notes what is run without a call that is written: what its names say it is."""
        for each, name, is_function in codes_in(code) if self.mode.has_inner else ():
            if is_function and is_special(each.co_name) and each.co_name not in CLASS_PARTS:
                self.implicit.append(each)
                if self.is_recording:
                    self.watch_inner(each)

    def begin_recording(self):
        self.is_recording = True
        for each in self.implicit:
            self.watch_inner(each)
        for module in list(sys.modules.values()):
            path = vars(module).get("__file__") if type(module) is types.ModuleType else None
            if type(path) is str and self.own.is_own(path):
                for each in getters_in(module):
                    self.watch_inner(each)

    def end(self):
        """The tool is given up: none of its events is left."""
        self.is_recording = False
        for each in [*self.watched.values(), *(each.function.code for each in self.mode.functions.values())]:
            MONITORING.set_local_events(self.tool, each, 0)
            for inner in comprehensions_in(each):
                MONITORING.set_local_events(self.tool, inner, 0)

    def watch_called(self, called):
        code = code_of(called)
        if code is not None:
            self.watch_inner(code)

    def watch_inner(self, code):
        if identity(code) not in self.watched:
            self.watched[identity(code)] = code
            if identity(code) not in self.mode.functions:
                MONITORING.set_local_events(self.tool, code, INNER)

    def on_start(self, code, offset, frame=None):
        try:
            mode = self.mode
            frame = frame or get_frame(1)
            if mode.active:
                caller = mode.caller_recorded(frame)
                if caller is not None:
                    mode.on_inner(frame, caller)
            wanted = mode.functions.get(identity(code))
            if wanted is not None:
                if mode.on_begin(wanted, frame) is not None and not self.is_recording:
                    self.begin_recording()
        except BaseException as error:
            failed(error)

    def line_handler(self):
        """Each statement of a recorded call comes by here: what is asked for again and again is at hand."""
        on_line, frame_at, disable = self.mode.on_line, get_frame, DISABLE

        def handle(code, line):
            try:
                if on_line(frame_at(1), line) is False:
                    return disable
            except BaseException as error:
                failed(error)

        return handle

    def on_branch(self, code, offset, destination):
        try:
            self.mode.on_branch(get_frame(1), offset, destination)
        except BaseException as error:
            failed(error)

    def on_return(self, code, offset, value):
        try:
            self.ended(get_frame(1), code, "returned", value)
        except BaseException as error:
            failed(error)

    def on_unwind(self, code, offset, error):
        if identity(code) in self.mode.functions or identity(code) in self.watched:
            try:
                self.ended(get_frame(1), code, "threw", error)
            except BaseException as failure:
                failed(failure)

    def ended(self, frame, code, kind, value):
        mode = self.mode
        key = identity(frame)
        if key in mode.active or key in mode.inner or mode.describes_ends and key in mode.counted:
            end = thrown(frame, described_error(value)) if kind == "threw" else {"kind": kind, "value": described(value)}
        elif key in mode.counted:
            is_closed = kind == "threw" and type(value) is GeneratorExit and code.co_flags & PAUSING
            end = {"kind": "closed" if is_closed else kind}
        else:
            return
        mode.on_end(frame, end)
        wanted = mode.functions.get(identity(code))
        if wanted is not None and wanted.is_done and not mode.active:
            self.stop_recording(wanted)

    def on_yield(self, code, offset, value):
        try:
            self.mode.on_pause(get_frame(1), value)
        except BaseException as error:
            failed(error)

    def on_resume(self, code, offset):
        try:
            self.mode.on_resume(get_frame(1))
        except BaseException as error:
            failed(error)

    def on_throw(self, code, offset, error):
        if identity(code) in self.mode.functions:
            try:
                frame = get_frame(1)
                self.mode.on_resume(frame)
                self.mode.on_error(frame, error)
            except BaseException as failure:
                failed(failure)

    def on_handled(self, code, offset, error):
        if identity(code) in self.mode.functions:
            try:
                self.mode.on_error(get_frame(1), error)
            except BaseException as failure:
                failed(failure)

    def on_call(self, code, offset, called, argument):
        """A recorded call is about to call something: if that is a function, its start and end are to be seen."""
        try:
            # What makes a class runs its body.
            found = code_of(argument if called is BUILD_CLASS else called)
            if found is not None and identity(found) not in self.watched:
                self.watch_inner(found)
        except BaseException as error:
            failed(error)

    def at_exit(self):
        pass


def getters_in(module):
    """The codes of properties in the classes of a module."""
    for cls in list(vars(module).values()):
        if inherits(cls, type):
            for item in list(type.__dict__["__dict__"].__get__(cls).values()):
                for found in (item.fget, item.fset, item.fdel) if type(item) is property else ():
                    if type(found) is types.FunctionType:
                        yield found.__code__
