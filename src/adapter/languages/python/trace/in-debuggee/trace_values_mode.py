"""Runs inside a traced process: expressions at points, at each pass."""

import time
from time import perf_counter

from .trace_frame_mode import MAX_UNWRITTEN_SECONDS
from .trace_functions import line_starts
from .trace_point import Point
from .trace_prologue import STEP_OFFSETS, has_step
from .trace_python import IS_MONITORED, identity
from .trace_source import node_of, tree_of
from .trace_statements import Statements
from .trace_values import TEXT_LENGTH


class PointsOfFunction:
    """The points that one function has: at its lines, and at its calls."""

    __slots__ = ("function", "lines", "at_calls", "is_done", "calls")

    def __init__(self, function):
        self.function = function
        # By line: (points, offsets at which a pass begins or None for all).
        self.lines = {}
        self.at_calls = []
        self.is_done = False
        self.calls = 0


class ValuesMode:
    describes_ends = True
    has_inner = False

    def __init__(self, request, records, own):
        wanted, limits = request["wanted"], request["limits"]
        TEXT_LENGTH[0] = limits["maxTextLength"]
        self.records = records
        records.keeps_lasting = False
        first = wanted.get("keepFirst", 0)
        self.points = [Point(each, limits["maxRows"], first, records) for each in wanted["points"]]
        self.functions = {}
        self.active, self.inner = {}, {}
        self.begin()

    def begin(self):
        for each in self.points:
            each.begin()
        # By the id of their frame: rows of calls that are not over.
        self.counted = {}
        self.next_write = 0.0
        self.events = 0

    def add(self, function, place):
        found = self.functions.get(identity(function.code))
        if found is None:
            found = self.functions[identity(function.code)] = PointsOfFunction(function)
        for point in self.points:
            if point.place is place:
                line = self.add_point(found, point)
                self.records.write({
                    "kind": "point", "point": point.id, "path": function.path, "line": line, "name": function.name,
                })
        return found

    def add_point(self, found, point):
        """Adds a point to its function, once that is known. Returns the line at which the point is."""
        if point.place["kind"] == "function":
            found.at_calls.append(point)
            return found.function.line
        code = found.function.code
        tree = tree_of(found.function.path)
        statements = Statements(tree and node_of(tree[0], code), tree[1] if tree else [])
        wanted = point.place["line"]
        line, nearest = line_with_code(statements, code, wanted)
        if line is None:
            self.records.note(
                "Line %d of %s has no code, and none follows it in %s: the point stands nowhere.%s"
                % (wanted, found.function.path, found.function.name, " The nearest line with code is %d." % nearest if nearest else "")
            )
            return wanted
        points, _ = found.lines.get(line, ((), None))
        found.lines[line] = ((*points, point), begins_of(statements, code, line))
        return line

    def needs_lines(self, wanted):
        return bool(wanted.lines)

    def sees_lines(self, wanted, call):
        return bool(wanted.lines)

    # What happens.

    def on_begin(self, wanted, frame):
        if not wanted.at_calls:
            return None
        clock = time.perf_counter()
        rows = [(each, each.hit(frame, clock)) for each in wanted.at_calls if each.is_reached(frame)]
        if rows:
            self.counted[identity(frame)] = rows
        return None

    def on_line(self, frame, line):
        wanted = self.functions.get(identity(frame.f_code))
        found = wanted and wanted.lines.get(line)
        if not found:
            return False
        points, begins = found
        if begins is not None and frame.f_lasti not in begins:
            return False
        clock = perf_counter()
        for point in points:
            if point.condition is None:
                point.passes += 1
                point.held += 1
                point.keep(point.hit(frame, clock))
            elif point.is_reached(frame):
                point.keep(point.hit(frame, clock))
        if clock > self.next_write or self.events < 40:
            self.write_sometimes()
        return True

    def on_error(self, frame, error):
        pass

    on_described_error = on_error

    def on_end(self, frame, end):
        rows = self.counted.pop(identity(frame), None)
        if rows is None:
            return
        for point, row in rows:
            row["end"] = end
            if not point.expressions and end["kind"] == "returned":
                point.of("return").add(end["value"])
            elif end["kind"] == "threw":
                point.of("return").failed += 1
            point.keep(row)
        self.write_sometimes()

    def on_pause(self, frame, value):
        for _, row in self.counted.get(identity(frame), ()):
            row["end"] = {"kind": "suspended", "line": frame.f_lineno or 0}

    def on_resume(self, frame):
        for _, row in self.counted.get(identity(frame), ()):
            row.pop("end", None)

    def ends(self):
        return [(key, row.get("end")) for key, rows in list(self.counted.items()) for _, row in rows]

    def write_sometimes(self):
        self.events += 1
        now = perf_counter()
        if now > self.next_write or self.events < 40:
            for each in self.points:
                each.write_total()
            self.records.flush()
            self.next_write = now + MAX_UNWRITTEN_SECONDS

    def at_exit(self):
        for rows in list(self.counted.values()):
            for point, row in rows:
                row.setdefault("end", {"kind": "running", "line": 0})
                point.keep(row)
        self.counted.clear()
        for each in self.points:
            each.write_last()


def line_with_code(statements, code, wanted):
    """The first line of the statement that a line is of, or of the next one in the same function or class that has code, if any; and
    the line of one near to it.
    """
    begin = statements.begin
    found = {begin.get(each) if statements.has_node else each for _, each in line_starts(code)} - {None}
    line = begin.get(wanted)
    if line not in found:
        line = min((each for each in found if each >= wanted), default=None)
    return line, min(found, key=lambda each: abs(each - wanted), default=None)


def begins_of(statements, code, line):
    """The offsets at which a statement begins; None where it begins whenever its line is come by: at the head of a loop."""
    if line in statements.loop_at:
        return None
    found, before = [], None
    for offset, each in line_starts(code):
        if each == line and each != before:
            found.append(offset)
        before = each
    # What is written on several lines comes by its first line again, and so does a `with` when it ends.
    is_more = any(begin == line and each != line for each, begin in statements.begin.items())
    if is_more or line in statements.withs:
        found = found[:1]
    return [*found, *STEP_OFFSETS] if found[:1] == [0] and not IS_MONITORED and has_step(code) else found
