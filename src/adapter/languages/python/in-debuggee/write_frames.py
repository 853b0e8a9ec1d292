"""Runs inside the debuggee before Python 3.12: has the operations of a frame looked at, before the debugger's own local function."""

import functools
import inspect
import weakref

from .write_sites import ops

PAUSED = ops("YIELD_VALUE", "YIELD_FROM", "SEND", "ASYNC_GEN_WRAP", "RESUME")
MAY_PAUSE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Followed:
    """The local trace function of a frame: ours, and then the debugger's. It knows its frame by its identity: it would keep it alive."""

    __slots__ = ("source", "known", "inner", "key", "freed", "__weakref__")

    def __init__(self, source, known, inner, key):
        self.source, self.known, self.inner, self.key = source, known, inner, key
        self.runs()

    def runs(self):
        """The frame is not left yet. The debugger sets the function of each frame that it stops or steps in, also when ours has returned: if
        ours is freed, that has happened.

        A weak reference that is garbage itself calls nothing, where a `__del__` would be called. Python 3.11 may collect garbage while it lists
        the frames of all threads, and holds a lock then that a second list would wait for, for ever.
        """
        self.freed = weakref.ref(self, functools.partial(self.source.follow_again, self.key, self.known.code))

    def on_event(self, frame, event, argument):
        if event == "opcode":
            # Each operation comes by here: as little as can be.
            at, known = frame.f_lasti, self.known
            found = known.marks.get(at)
            if found is not None:
                self.look(found, frame, False)
            if at in known.calls:
                self.source.pending[self.key] = False
            return None
        try:
            if not self.source.is_on:
                return self.let_go(frame, event, argument)
            if event == "line":
                if self.freed is None:
                    self.runs()
                at = frame.f_lasti
                frame.f_trace_opcodes = at not in self.known.quiet
                self.look(self.known.marks.get(at, ()), frame, True)
            elif event == "exception":
                self.look(self.known.raising.get(frame.f_lasti, ()), frame, False)
            elif event == "return":
                self.left(frame)
        except Exception:
            pass
        return self.pass_on(frame, event, argument)

    def look(self, found, frame, is_at_line):
        is_changed = False
        for read, watch, _ in found:
            # All are read: some note that they are.
            if read() is not watch.last:
                is_changed = True
        if is_changed:
            present = frame.f_trace
            self.source.differs(found, frame, is_at_line)
            if frame.f_trace is not present:
                self.stay(frame)

    def left(self, frame):
        """For good, or for a while."""
        self.freed = None
        self.source.pending.pop(self.key, None)
        if self.known.is_ended and not (frame.f_code.co_flags & MAY_PAUSE and frame.f_code.co_code[frame.f_lasti] in PAUSED):
            for each in list(self.source.changes.live):
                if each.place.frame is frame:
                    each.place.end("its call has ended")

    def pass_on(self, frame, event, argument):
        inner = self.inner
        if inner is not None:
            present = frame.f_trace
            self.inner = inner(frame, event, argument) or inner
            if frame.f_trace is not present:
                self.stay(frame)
        return None

    def stay(self, frame):
        """The debugger has set another function for a frame, or none."""
        if followed(frame.f_trace) is None:
            self.inner = frame.f_trace
            frame.f_trace = self.on_event

    def let_go(self, frame, event, argument):
        inner = self.inner
        frame.f_trace_opcodes = False
        if followed(frame.f_trace) is self:
            frame.f_trace = inner
        return inner(frame, event, argument) if inner is not None else None


def followed(function):
    """Ours among what is set for a frame; a trace of the session may stand before it."""
    for _ in range(4):
        own = getattr(function, "__self__", None)
        if type(own) is Followed:
            return own
        function = getattr(function, "before", None)
    return None
