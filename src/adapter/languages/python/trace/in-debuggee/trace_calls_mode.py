"""Runs inside a traced process: the tree of calls in the program's own code. Calls that are like one before them below the same parent are
counted there, and of the others the first and the last half of what is allowed are kept, with the calls that they were made in.
"""

import collections
import sys
import time

from .trace_contents import change
from .trace_frame_mode import WRITING_SHARE
from .trace_python import identity
from .trace_values import TEXT_LENGTH, described, let_go, local_values, parameters


class CalledFunction:
    __slots__ = ("function", "parameters", "is_root", "calls", "threw", "total_ms", "is_written", "is_done")

    def __init__(self, function):
        self.function = function
        self.parameters = parameters(function.code)
        # Whether calls are recorded below it only.
        self.is_root = False
        self.begin()

    def begin(self):
        self.calls = self.threw = 0
        self.total_ms = 0.0
        self.is_written = self.is_done = False


class Node:
    """A call of the tree."""

    __slots__ = (
        "id", "parent", "called", "at_ms", "duration_ms", "arguments", "end", "alike", "kinds", "below", "is_gone", "is_alarming", "line",
    )

    def __init__(self, id, parent, called, at_ms, arguments):
        self.id, self.parent, self.called, self.at_ms, self.arguments = id, parent, called, at_ms, arguments
        self.duration_ms = self.alike = 0
        self.end = None
        # Where it was when it was last looked for.
        self.line = called.function.line
        # By what they are told apart by: the calls below this one that are kept.
        self.kinds = {}
        # The functions that ran below it.
        self.below = set()
        self.is_gone = self.is_alarming = False

    def kind(self):
        """Calls of one kind are alike."""
        value = self.end.get("value")
        end = likeness(value) if value is not None else (self.end["kind"], self.end.get("error", {}).get("type"))
        given = tuple([likeness(each["after"]) for each in self.arguments])
        return self.called.function.id, given, end, frozenset(self.below), self.is_alarming

    def is_kept(self):
        node = self
        while node is not None:
            if node.is_gone:
                return False
            node = node.parent
        return True

    def record(self, now_ms):
        end = self.end or {"kind": "running", "line": self.line}
        found = {
            "kind": "node", "id": self.id, "function": self.called.function.id, "atMs": round(self.at_ms, 3),
            "durationMs": round(self.duration_ms if "value" in end or "error" in end or end["kind"] == "closed" else now_ms - self.at_ms, 4),
            "arguments": self.arguments, "end": end, "alike": self.alike,
        }
        if self.parent is not None:
            found["parent"] = self.parent.id
        return found


EMPTY = ("''", "b''", "[]", "{}", "()", "set()")


def likeness(value):
    """By which values are alike: true is not like false, nor an empty one, zero or a negative number like another of its type."""
    kind, text = value["type"], value["text"]
    number = value.get("number")
    if number is not None:
        return kind, (number > 0) - (number < 0)
    if kind == "bool":
        return text
    return kind, text in EMPTY or text in (kind + "([])", kind + "({})")


def with_parents(nodes, most):
    """Kept calls with those that they were made in, however long these have been running: of a deep recursion the inner ones, at most so
    many in all.
    """
    found = {each.id: each for each in nodes}
    for each in reversed(nodes):
        parent = each.parent
        while parent is not None and parent.id not in found and len(found) < most:
            found[parent.id] = parent
            parent = parent.parent
    return [found[each] for each in sorted(found)]


class CallsMode:
    describes_ends = True
    has_inner = False

    def __init__(self, request, records, own):
        self.has_roots = "below" in request["wanted"]
        self.max_rows = request["limits"]["maxRows"]
        TEXT_LENGTH[0] = request["limits"]["maxTextLength"]
        self.records = records
        self.functions = {}
        # Of the sources: nothing is recorded line by line.
        self.active, self.inner = {}, {}
        self.begin()

    def begin(self):
        for each in self.functions.values():
            each.begin()
        # By the id of their frame.
        self.counted = {}
        self.first = []
        self.last = collections.deque()
        self.nodes = self.events = 0
        self.next_write = 0.0
        self.top = {}

    def add(self, function, place):
        found = self.functions.get(identity(function.code))
        if found is None:
            found = self.functions[identity(function.code)] = CalledFunction(function)
        found.is_root = found.is_root or place is not None
        return found

    def needs_lines(self, wanted):
        return False

    def sees_lines(self, wanted, call):
        return False

    def on_begin(self, called, frame):
        parent = self.parent_of(frame)
        if parent is None and self.has_roots and not called.is_root:
            return None
        called.calls += 1
        if not called.is_written:
            called.is_written = True
            self.records.write(called.function.record())
        values = local_values(frame) or {}
        arguments = [change(name, None, described(values[name])) for name in called.parameters if name in values]
        let_go(frame, values)
        self.nodes += 1
        node = Node(self.nodes, parent, called, self.records.now_ms(), arguments)
        self.counted[identity(frame)] = node
        self.keep(node)
        self.note_event()
        return None

    def parent_of(self, frame):
        back = frame.f_back
        while back is not None:
            found = self.counted.get(identity(back))
            if found is not None:
                return found
            back = back.f_back
        return None

    def keep(self, node):
        if len(self.first) < self.max_rows // 2:
            self.first.append(node)
        else:
            self.last.append(node)
            if len(self.last) > self.max_rows:
                self.forget()

    def forget(self):
        """Keeps only the newer half of the last calls, without those that are gone."""
        kept = [each for each in self.last if each.is_kept()]
        self.last = collections.deque(kept[-max(1, self.max_rows // 2):])

    def on_end(self, frame, end):
        node = self.counted.pop(identity(frame), None)
        if node is None:
            return
        node.end = end
        node.duration_ms = self.records.now_ms() - node.at_ms
        called = node.called
        called.total_ms += node.duration_ms
        is_thrown = end["kind"] == "threw"
        called.threw += is_thrown
        node.is_alarming = node.is_alarming or is_thrown
        parent = node.parent
        kinds = self.top if parent is None else parent.kinds
        kind = node.kind()
        known = kinds.get(kind)
        if known is None:
            if len(kinds) < 100:
                kinds[kind] = node
        else:
            known.alike += 1 + node.alike
            node.is_gone = True
            self.leave_out(node)
        node.kinds = {}
        if parent is not None:
            parent.below |= node.below
            parent.below.add(called.function.id)
            parent.is_alarming = parent.is_alarming or node.is_alarming
        self.note_event()

    def note_event(self):
        self.events += 1
        if self.events < 40 or not self.events & 31:
            self.write_sometimes()

    def leave_out(self, node):
        """Takes out a call and those below it to make room: they were the last to begin, unless another thread began some."""
        for rows in (self.last, self.first):
            while rows and rows[-1].id >= node.id and not rows[-1].is_kept():
                rows.pop()

    def on_pause(self, frame, value):
        node = self.counted.get(identity(frame))
        if node is not None:
            node.end = {"kind": "suspended", "line": frame.f_lineno or 0}

    def on_resume(self, frame):
        node = self.counted.get(identity(frame))
        if node is not None:
            node.end = None

    def ends(self):
        return [(key, node.end) for key, node in list(self.counted.items())]

    def on_line(self, frame, line):
        return False

    def on_error(self, frame, error):
        pass

    on_described_error = on_error

    def write_sometimes(self):
        now = time.perf_counter()
        if now > self.next_write or self.events < 40:
            self.at_exit()
            after = time.perf_counter()
            self.next_write = after + max((after - now) * WRITING_SHARE, 0.1)

    def find_lines(self):
        """Finds the lines of the calls that still run."""
        for frame in sys._current_frames().values() if self.counted else ():
            while frame is not None:
                node = self.counted.get(identity(frame))
                if node is not None:
                    node.line = frame.f_lineno or node.line
                frame = frame.f_back

    def at_exit(self):
        now_ms = self.records.now_ms()
        self.find_lines()
        self.forget()
        kept = [each for each in [*self.first, *self.last] if each.is_kept()]
        nodes = [each.record(now_ms) for each in with_parents(kept, 4 * self.max_rows)]
        totals = [
            {
                "kind": "total", "function": each.function.id, "calls": each.calls, "threw": each.threw,
                "totalMs": round(each.total_ms, 3),
            }
            for each in list(self.functions.values()) if each.calls
        ]
        self.records.write_volatile(nodes + totals)
