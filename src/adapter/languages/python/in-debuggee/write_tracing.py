"""Runs inside the debuggee: hears from the debugger's own tracing when code is run that may write a watched place, before Python 3.12. A
function of ours stands before the debugger's where calls begin, and before its local one in the frames of such code, where each operation
is reported. It is called by debugpy's native part, which leaves variables alone: Python itself would write back what it has read before,
over what other threads have written since.
"""

import os
import pydevd_tracing
import sys
import threading
from _pydevd_bundle.pydevd_constants import get_global_debugger

from .write_calls import CONSUMING, WAITING, get_frame, identity, said_name
from .write_codes import KnownCode
from .write_frames import Followed, followed

NO_NATIVE_PART = "before Python 3.12 this takes a native part of debugpy, which there is not for this machine"
OLD_DEBUGGER = "before Python 3.12 this takes a newer debugpy"
# So many codes are remembered of those that a program makes while it runs.
MOST_KNOWN = 50_000


class TracedCode:
    """The codes that may write. changes: what is told of them."""

    def __init__(self, changes):
        self.changes = changes
        self.is_on = self.is_wide = False
        # By the id of a code, which is kept.
        self.known = {}
        # By the id of a frame that calls something which may write: whether code in Python has been run for it.
        self.pending = {}
        self.debugger = self.local = self.enable = self.process = None
        # One object: what is set must be told from what others set.
        self.front = self.on_call

    @property
    def problem(self):
        """The reason why no writes can be seen; None if they can."""
        debugger = get_global_debugger()
        if not hasattr(debugger, "_local_thread_trace_func") or getattr(debugger, "frame_eval_func", None) is not None:
            return OLD_DEBUGGER
        return NO_NATIVE_PART if pydevd_tracing._load_python_helper_lib() is None else None

    def watch(self):
        """The watches are others than before."""
        if not self.is_on:
            self.claim()
        for key, known in list(self.known.items()):
            known.renew(self.changes, self.is_wide)
            if not known.is_wanted:
                del self.known[key]
        for ident, frame in list(sys._current_frames().items()):
            while frame is not None and is_of_program(ident):
                known = self.known_of(frame.f_code)
                if known.is_wanted:
                    self.follow(frame, known)
                frame = frame.f_back

    def claim(self):
        self.is_on, self.process = True, os.getpid()
        self.debugger = get_global_debugger()
        self.local, self.enable = self.debugger._local_thread_trace_func, self.debugger.enable_tracing
        self.debugger.enable_tracing = self.enable_tracing
        set_in_threads(self.front)

    def free(self, is_last=False):
        """Nothing of it is left. is_last: nor of the program."""
        if not self.is_on:
            return
        self.is_on = self.is_wide = False
        if self.debugger.enable_tracing == self.enable_tracing:
            del self.debugger.enable_tracing
        for each in list(self.known.values()):
            each.clear()
        self.known.clear()
        self.pending.clear()
        if is_last:
            self.front = None
            return
        if self.process == os.getpid():
            set_in_threads(self.debugger.trace_dispatch)
        elif sys.gettrace() is self.front:
            pydevd_tracing.SetTrace(self.debugger.trace_dispatch)

    def enable_tracing(self, thread_trace_func=None, apply_to_all_threads=False):
        """In place of the debugger's own."""
        if apply_to_all_threads:
            self.enable(thread_trace_func, apply_to_all_threads)
            set_in_threads(self.front)
            return
        if thread_trace_func is not None:
            self.local.thread_trace_func = thread_trace_func
        if sys.gettrace() is not self.front:
            pydevd_tracing.SetTrace(self.front)

    # Codes.

    def known_of(self, code):
        key = identity(code)
        known = self.known.get(key)
        if known is None or known.code is not code:
            if len(self.known) > MOST_KNOWN:
                self.known = {each: known for each, known in self.known.items() if known.is_wanted}
            known = self.known[key] = KnownCode(code)
            known.renew(self.changes, self.is_wide)
        return known

    def forget(self, watch):
        """The place of a watch is gone: nothing that the program frees is held."""
        for each in list(self.known.values()):
            each.forget(watch)

    # Events. What is raised in them would be raised in the program.

    def on_call(self, frame, event, argument):
        """Each call of any function comes by here."""
        try:
            inner = self.local.thread_trace_func
        except AttributeError:
            inner = self.debugger.trace_dispatch
        found = inner(frame, event, argument)
        if not self.is_on:
            if sys.gettrace() is self.front:
                # This thread was setting it while it was taken away from all threads.
                pydevd_tracing.SetTrace(self.debugger.trace_dispatch)
            return found
        try:
            if self.pending and frame.f_back is not None:
                caller = identity(frame.f_back)
                if caller in self.pending:
                    self.pending[caller] = True
            code = frame.f_code
            known = self.known.get(identity(code))
            if known is None or known.code is not code:
                known = self.known_of(code)
            if known.is_wanted:
                self.follow(frame, known, found)
                return None
        except Exception:
            pass
        return found

    def follow(self, frame, known, inner=None):
        """Has each operation of a frame reported."""
        present = followed(frame.f_trace)
        if present is not None:
            present.known, present.inner = known, inner or present.inner
            present.runs()
            return
        frame.f_trace_opcodes = True
        frame.f_trace = Followed(self, known, inner or frame.f_trace, identity(frame)).on_event

    def follow_again(self, key, code, _):
        """The debugger has set a local function of its own in a frame."""
        try:
            for frame in [get_frame(1), *sys._current_frames().values()] if self.is_on else ():
                while frame is not None:
                    if identity(frame) == key and frame.f_code is code:
                        self.follow(frame, self.known_of(code))
                        return
                    frame = frame.f_back
        except BaseException:
            pass

    def last_operation(self, frame):
        """The sites to look at for a frame's last operation."""
        known = self.known.get(identity(frame.f_code))
        return self.attributed(known.marks.get(frame.f_lasti, ()), frame) if known is not None else ()

    def attributed(self, found, frame):
        """With the calls left out that may not be what has written."""
        return [(read, watch, site if site is None or self.has_written(site, watch, frame) else None) for read, watch, site in found]

    def has_written(self, site, watch, frame):
        if not site.is_call:
            return True
        name = said_name(site.code, site.offset)
        if not self.pending.get(identity(frame)):
            return name not in WAITING
        # What the code in Python has written was seen there.
        return name in watch.place.writers.hints or name in CONSUMING

    def differs(self, found, frame, is_at_line):
        self.changes.differs(self.attributed(found, frame), frame, is_at_line)


def set_in_threads(function):
    """Sets the trace function of all threads of the program; each of them finds the debugger's own of its thread."""
    idents = [each for each in sys._current_frames() if is_of_program(each)]
    if idents:
        pydevd_tracing.set_trace_to_threads(function, idents, create_dummy_thread=False)


def is_of_program(ident):
    thread = threading._active.get(ident)
    return thread is not None and not getattr(thread, "is_pydev_daemon_thread", False) and not getattr(thread, "pydev_do_not_trace", False)
