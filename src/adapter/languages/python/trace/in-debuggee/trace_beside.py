"""Runs inside a debuggee before Python 3.12 whose trace begins while it runs: the sources of events whose calls the profile function of
trace_profile.py reports.
"""

from .trace_lines_settrace import SettraceLines
from .trace_profile import goes_on, is_chained
from .trace_python import identity
from .trace_settrace import SettraceSource


class Beside:
    """The differences where the trace function of each thread is the debugger's."""

    def __init__(self, *args):
        super().__init__(*args)
        self.is_begun = True

    def prepared(self, code, module):
        return code

    def set_trace(self, function):
        pass

    def on_new_thread(self):
        pass

    def is_resumed(self, frame):
        return goes_on(frame)

    def begun(self, frame, wanted):
        if goes_on(frame):
            found = self.on_wanted if wanted is not None else self.on_inner
            if identity(frame) in self.suspended:
                self.resumed(frame, identity(frame))
                return found
            return found if is_chained(frame.f_trace) else None
        return super().begun(frame, wanted)

    def resumed(self, frame, key):
        self.suspended.discard(key)
        self.mode.on_resume(frame)


class CallsBeside(Beside, SettraceSource):
    """The source of calls."""

    def watch(self, wanted):
        pass

    def local_of(self, frame):
        """A call that ran already is not recorded from the middle on."""
        return None


class LinesBeside(Beside, SettraceLines):
    """The source of lines that are counted."""

    def watch(self, codes):
        self.count_lines_of(codes)

    def local_of(self, frame):
        """The trace function of a frame that ran already."""
        return self.counting.get(identity(frame.f_code))
