"""Runs inside a traced process: a point of the request, its passes, and the rows of those that are kept."""

import collections
import types
from _thread import get_ident

from .read_values import MISSING
from .trace_expressions import CodeOfText
from .trace_series import Series
from .trace_texts import TextAgain
from .trace_values import KEEPS_TABLE, LOCALS_PROXY, caller_of, described, described_error, let_go, local_values, parameters


class Expression:
    """An expression that is asked for at a point."""

    __slots__ = ("text", "compiled", "name", "series", "again")

    def __init__(self, text, compiled, series):
        self.text, self.compiled, self.series = text, compiled, series
        # Of what is only a name: that of a variable, mostly.
        self.name = text.strip() if text.strip().isidentifier() and type(compiled) is not str else None
        self.again = TextAgain()


class Point:
    """A point of the request: its expressions, its counts and its rows."""

    def __init__(self, request, max_rows, keep_first, records):
        self.id, self.place = request["id"], request["place"]
        self.records = records
        self.half = max(1, max_rows // 2)
        self.first = max(self.half, keep_first)
        self.texts = request["expressions"]
        self.shows_arguments = not self.texts and self.place["kind"] == "function"
        self.code_of_texts = [self.compiled(text) for text in self.texts]
        condition = request.get("condition")
        self.condition = self.compiled(condition) if condition else None
        self.begin()

    def begin(self):
        self.passes = self.held = self.failed = self.kept = 0
        self.error = None
        self.series = {}
        self.expressions = [Expression(text, code, self.of(text)) for text, code in zip(self.texts, self.code_of_texts)]
        self.last = collections.deque(maxlen=self.half)

    def compiled(self, text):
        """The code, or what is wrong with the text. Names of the frame are global to what lies within an expression, too."""
        try:
            found = CodeOfText(text, "<expression>")
        except (SyntaxError, ValueError) as error:
            return "%s: %s" % (type(error).__name__, error)
        has_inner = any(type(each) is types.CodeType for each in found.code.co_consts)
        return found, has_inner or ":=" in text

    def is_reached(self, frame):
        """Counts a pass; whether it is one to be recorded."""
        self.passes += 1
        if self.condition is None:
            self.held += 1
            return True
        found = self.evaluated(self.condition, frame, local_values(frame))
        if found[0]:
            if found[1]:
                self.held += 1
                return True
        else:
            self.failed += 1
            self.error = self.error or found[1]
        return False

    @staticmethod
    def evaluated(compiled, frame, values):
        """(True, value) or (False, message)."""
        if type(compiled) is str:
            return False, compiled
        found, needs_copy = compiled
        try:
            code = found.in_frame(frame, values)
            if needs_copy:
                names = dict(frame.f_globals)
                names.update(values or {})
                return True, eval(code, names)
            return True, eval(code, frame.f_globals, values)
        except Exception as error:
            return False, described_error(error)["text"]

    def of(self, name):
        """The series of an expression, or of a name."""
        found = self.series.get(name)
        if found is None:
            found = self.series[name] = Series(name)
        return found

    def hit(self, frame, clock):
        """The row of this pass: what the expressions come to, or the arguments. It is in the file, or among the last that are kept:
        with the clock as it was until it is written.
        """
        values = frame.f_locals
        if type(values) is not LOCALS_PROXY:
            values = local_values(frame) or {}
        found = []
        for each in self.expressions:
            result = MISSING if each.name is None else values.get(each.name, MISSING)
            if result is MISSING:
                is_value, result = self.evaluated(each.compiled, frame, values)
                if not is_value:
                    each.series.failed += 1
                    found.append({"kind": "thrown", "name": each.text, "message": result})
                    continue
            cls = type(result)
            if cls is dict or cls is list or cls is tuple:
                result = each.again.described(result, cls) or described(result)
            else:
                result = described(result)
            each.series.add(result)
            found.append({"kind": "value", "name": each.text, "value": result})
        if self.shows_arguments:
            for name in parameters(frame.f_code):
                if name in values:
                    result = described(values[name])
                    self.of(name).add(result)
                    found.append({"kind": "value", "name": name, "value": result})
        if KEEPS_TABLE:
            let_go(frame, values)
        row = {"kind": "hit", "point": self.id, "pass": self.passes, "atMs": clock, "values": found, "caller": caller_of(frame)}
        if get_ident() != self.records.main_thread:
            row["thread"] = self.records.thread()
        return row

    def keep(self, row):
        if self.kept < self.first:
            self.kept += 1
            self.write(row)
        else:
            self.last.append(row)

    def write(self, row):
        row["atMs"] = round((row["atMs"] - self.records.started) * 1000, 3)
        if row["caller"] is None:
            del row["caller"]
        self.records.write(row)

    def write_last(self):
        while self.last:
            self.write(self.last.popleft())
        self.write_total()

    def write_total(self):
        found = {
            "kind": "pointTotal", "point": self.id, "passes": self.passes, "held": self.held, "failed": self.failed,
            "series": [each.record() for each in self.series.values() if each.types or each.failed],
        }
        if self.error is not None:
            found["error"] = self.error
        self.records.write(found)
