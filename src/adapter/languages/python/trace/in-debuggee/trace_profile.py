"""Runs inside a debuggee before Python 3.12 whose trace begins while it runs. The trace function of each thread is the debugger's: calls are
seen by a profile function beside it, and the lines of wanted ones by a local trace function that calls the debugger's first.
"""

import opcode
import sys
import threading

from .frame_ends import instructions
from .keep_stores import is_keeping, keeping_stores
from .own_package import of_program
from .trace_failure import failed
from .trace_functions import PAUSING
from .trace_python import identity
from .trace_settrace import NOTHING

RESUME_CODE = opcode.opmap.get("RESUME")


class Profile:
    def __init__(self, process):
        self.process = process
        self.is_over = False
        # By their identity: frames that ran already when the trace began, and are to be followed from their next call on.
        self.waiting = {}
        # One object: what is set must be told from what a program sets.
        self.on_event = keeping_stores(self.event)

    def begin(self):
        threading.setprofile(self.on_event)
        main = threading.main_thread()
        if threading.current_thread() is not main:
            self.begin_in_main_thread()
        others = [each for each in threading.enumerate() if each is not main and not getattr(each, "pydev_do_not_trace", None)]
        if others and threading.current_thread() not in [main, *others]:
            # Of a program that stands still, each is begun from within.
            self.process.records.gap(
                "Calls in %d threads that ran already are not seen; they are where the session is stopped, or from Python 3.12 on." % len(others)
            )

    def begin_in_main_thread(self):
        """As soon as it runs code: what else is done there between two instructions are the handlers of signals."""
        try:
            import ctypes

            def begin(argument):
                if not self.is_over:
                    self.begin_in_thread()
                call["is_made"] = True
                return 0

            # Kept until it has been made.
            call = {"is_made": False, "function": ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(begin)}
            PENDING[:] = [each for each in PENDING if not each["is_made"]] + [call]
            ctypes.pythonapi.Py_AddPendingCall(call["function"], None)
        except (ImportError, AttributeError, ValueError):
            self.process.records.gap("Calls in the main thread are not seen: pause the program first.")

    def begin_in_thread(self):
        present = sys.getprofile()
        # That of an earlier trace goes with the next event of its thread.
        if present is None or is_keeping(present):
            sys.setprofile(self.on_event)
        else:
            self.process.records.gap("The program has a profile function of its own in a thread: nothing is seen there.")
        source, frame = self.process.source, sys._getframe()
        while source is not None and frame is not None:
            local = source.local_of(frame)
            if local is not None:
                self.waiting[identity(frame)] = local
                self.process.records.gap(
                    "In calls that were running already, lines are seen only after the next call that they make (from Python 3.12 on, at once)."
                )
            frame = frame.f_back

    def end(self):
        self.is_over = True
        if getattr(of_program("threading"), "_profile_hook", None) is self.on_event:
            threading.setprofile(None)
        if sys.getprofile() is self.on_event:
            sys.setprofile(None)

    def event(self, frame, event, argument):
        if self.is_over:
            sys.setprofile(None)
            if sys.gettrace() is NOTHING:
                sys.settrace(None)
            return
        if self.waiting:
            self.rejoin(frame.f_back if event == "call" else frame)
        if event != "call":
            return
        try:
            process = self.process
            if frame.f_code.co_name == "<module>" and frame.f_lasti < FIRST_STEPS:
                process.on_module(frame.f_code)
            source = process.source
            if source is None:
                return
            local = source.call(frame, "call", None)
            if local is not None:
                self.follow(frame, local)
        except BaseException as error:
            failed(error)

    def rejoin(self, frame):
        """Gives a frame the trace function that the debugger set for it while the program was stopped, once the frame runs."""
        local = frame and self.waiting.pop(identity(frame), None)
        if local is not None:
            self.follow(frame, local)

    def follow(self, frame, local):
        if is_chained(frame.f_trace):
            return
        frame.f_trace_lines = True
        frame.f_trace = Chained(self, frame.f_trace, local)
        if sys.gettrace() is None:
            # Local functions are called in a thread that has a global one.
            sys.settrace(NOTHING)


# Calls that the main thread may still have to make, when it has waited all the while.
PENDING = getattr(sys.modules["_pydevd_bundle.pydevd_constants"], "mcp_debugger_pending", [])
sys.modules["_pydevd_bundle.pydevd_constants"].mcp_debugger_pending = PENDING

# A frame that stands behind these instructions goes on, and does not begin.
FIRST_STEPS = 8


class Chained:
    """The local trace function of a frame: the debugger's, then ours."""

    __slots__ = ("profile", "before", "own")

    def __init__(self, profile, before, own):
        self.profile, self.before, self.own = profile, before, own

    def on_event(self, frame, event, argument):
        if self.before is not None:
            self.before = self.before(frame, event, argument) or self.before
        if self.profile.is_over:
            if frame.f_trace is self:
                frame.f_trace = self.before
            if self.before is None and sys.gettrace() is NOTHING:
                sys.settrace(None)
            return self.before
        if event == "line" or event == "return" or event == "exception":
            self.own(frame, event, argument)
        return self

    __call__ = keeping_stores(on_event)


def is_chained(function):
    return type(function) is Chained


def goes_on(frame):
    """True if a frame that is entered has been before: that of a generator or coroutine."""
    code = frame.f_code
    if not code.co_flags & PAUSING:
        return False
    text, at = instructions(code), frame.f_lasti
    if RESUME_CODE is None:
        return at >= 0
    return 0 <= at < len(text) and text[at] == RESUME_CODE and text[at + 1] != 0


