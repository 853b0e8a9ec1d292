"""Runs inside a traced process: the events of one call, bounded. Of a loop are kept the first two passes, the last, and each that is
unlike those before: in its path, in the kinds of the values that it changed, or in what it threw. Of all events, the first and the last half of
what is allowed.
"""

import collections

from .trace_contents import type_kept

MAX_UNLIKE = 30


class LoopRun:
    """A loop that is running. Its head belongs to the pass that it begins, if it begins one."""

    __slots__ = ("loop", "passes", "out", "seen", "held", "left_out", "buffer", "signature", "inner", "state", "offset", "head")

    def __init__(self, loop, offset):
        self.loop, self.offset = loop, offset
        self.passes = 0
        self.out = []
        self.seen = set()
        # The last pass of those that are not kept, and how many there are since the last one that is.
        self.held, self.left_out = None, 0
        # 'first': the head runs for the first time; 'head': again; 'pass': in a pass.
        self.state = "first"
        self.head = None
        self.clear()

    def clear(self):
        self.buffer, self.signature = [], []
        self.inner = None

    def begin_pass(self):
        self.passes += 1
        self.state = "pass"
        self.buffer.insert(0, {"kind": "pass", "line": self.loop.line, "pass": self.passes})

    def end_pass(self, max_events):
        """Keeps the pass that ends now, or counts it."""
        seen = self.seen
        signature = tuple(self.signature)
        mark = hash((signature, frozenset(self.inner)) if self.inner else signature)
        is_new = mark not in seen and len(seen) < MAX_UNLIKE
        if self.passes <= 2 or is_new and len(self.out) < max_events:
            seen.add(mark)
            if self.left_out:
                self.out.append({"kind": "skipped", "line": self.loop.line, "passes": self.left_out})
            self.out.extend(self.buffer)
            self.held, self.left_out = None, 0
        else:
            self.held = self.buffer
            self.left_out += 1
        self.state = "head"
        self.clear()

    def told(self):
        """The events of the loop so far, without those of a pass that is not over."""
        found = list(self.out)
        if self.left_out > 1:
            found.append({"kind": "skipped", "line": self.loop.line, "passes": self.left_out - 1})
        if self.held:
            found.extend(self.held)
        return found

    def mark(self):
        return hash((self.loop.line, frozenset(self.seen)))


class Folded:
    """The events of a call, in order."""

    def __init__(self, max_events):
        self.max_events = max_events
        self.first = []
        self.last = collections.deque(maxlen=max(1, max_events // 2))
        self.dropped = 0
        self.loops = []

    def add(self, event):
        if self.loops:
            run = self.loops[-1]
            if run.state != "first":
                run.buffer.append(event)
                return
            self.add_below(event, len(self.loops) - 1)
        else:
            self.keep(event)

    def add_branch(self, event):
        """Adds the result of a loop's head to the pass that it leads to, the first pass included."""
        run = self.loops[-1] if self.loops else None
        if run is not None and run.state == "first" and run.loop.line == event["line"]:
            run.buffer.append(event)
        else:
            self.add(event)

    def add_below(self, event, depth):
        """A head's first run is told before its loop's passes: in what is around the loop."""
        while depth > 0 and self.loops[depth - 1].state == "first":
            depth -= 1
        if depth == 0:
            self.keep(event)
        else:
            self.loops[depth - 1].buffer.append(event)

    def keep(self, event):
        if len(self.first) < self.max_events // 2:
            self.first.append(event)
        else:
            if len(self.last) == self.last.maxlen:
                self.dropped += 1
            self.last.append(event)

    def sign(self, *marks):
        """Facts by which passes are told apart."""
        if not self.loops:
            return
        for run in reversed(self.loops):
            if run.state != "first":
                run.signature.extend(marks)
                return

    def sign_changes(self, line, changes):
        for run in reversed(self.loops):
            if run.state != "first":
                signature = run.signature
                signature.append(line)
                for _, _, after in changes:
                    is_int = after is not None and type(after[1]) is int
                    signature.append(int if is_int else type_kept(after))
                return

    def begin_loop(self, loop, offset):
        run = LoopRun(loop, offset)
        self.loops.append(run)
        return run

    def end_loop(self):
        run = self.loops.pop()
        # A head that has led to no pass: what happened in it is told all the same.
        rest = []
        if run.state == "pass":
            run.end_pass(self.max_events)
        else:
            rest = run.buffer
        for event in run.told() + rest:
            self.add(event)
        self.add({"kind": "loopEnd", "line": run.loop.line, "passes": run.passes})
        for outer in reversed(self.loops):
            if outer.state != "first":
                outer.inner = outer.inner or set()
                outer.inner.add(run.mark())
                break

    def told(self):
        """All events, also of loops that are running."""
        middle = [{"kind": "dropped", "events": self.dropped}] if self.dropped else []
        found = self.first + middle + list(self.last)
        for run in self.loops:
            found = found + run.told() + run.buffer
        return found
