"""Runs inside a traced process: the calls of the wanted functions, counted, and that one recorded which is wanted. Where what happens comes
from (trace_monitoring.py, trace_settrace.py) makes no difference here.
"""

import time

from .trace_call import Call
from .trace_expressions import CodeOfText
from .trace_functions import COMPREHENSIONS
from .trace_plan import Plan
from .trace_python import identity
from .trace_search import SEARCH, Search
from .trace_values import TEXT_LENGTH, described, described_error, local_values

# A writing of what is not over yet costs at most this part of the time.
WRITING_SHARE = 50
MAX_UNWRITTEN_SECONDS = 0.5


class WantedFunction:
    """A function whose calls are counted, and recorded until there is the one that is wanted."""

    __slots__ = ("function", "plan", "calls", "threw", "total_ms", "held", "failed", "error", "is_done", "kept")

    def __init__(self, function):
        self.function = function
        self.plan = None
        self.calls = self.threw = self.held = self.failed = 0
        self.total_ms = 0.0
        self.error = None
        self.is_done = False
        # (call, is it wanted): the one that counts as things stand.
        self.kept = None

    def total(self):
        found = {
            "kind": "total", "function": self.function.id, "calls": self.calls, "threw": self.threw,
            "totalMs": round(self.total_ms, 3),
        }
        return found


class FrameMode:
    """Records one call of each wanted function, line by line."""

    # Of calls that are counted only, the end need not be known.
    describes_ends = False
    # Whether the functions that a recorded call makes are to be seen.
    has_inner = True

    def __init__(self, request, records, own):
        self.is_own = own.is_own
        self.wanted = request["wanted"]["call"]
        self.is_deep = "inside" in request["wanted"]
        self.limits = request["limits"]
        self.records = records
        TEXT_LENGTH[0] = self.limits["maxTextLength"]
        self.condition = self.compiled()
        self.search = None
        self.begin()

    def begin(self):
        """In a process that has nothing recorded yet, also in a child that was forked."""
        # By the id of their code.
        self.functions = getattr(self, "functions", {})
        for function_id, each in list(self.functions.items()):
            self.functions[function_id] = WantedFunction(each.function)
            self.functions[function_id].plan = each.plan
        # By the id of their frame: calls that are recorded, (function, begin) of those that are counted only, (call, event) of inner ones.
        self.active, self.counted, self.inner = {}, {}, {}
        self.next_write = 0.0
        self.writes = self.events = 0
        if self.wanted["kind"] == "value":
            self.search = SEARCH[0] = Search(self.wanted, self)

    def compiled(self):
        if self.wanted["kind"] != "condition":
            return None
        try:
            return CodeOfText(self.wanted["expression"], "<condition>")
        except (SyntaxError, ValueError) as error:
            self.records.note("The condition cannot be compiled: %s" % error)
            return None

    def needs_lines(self, wanted):
        return True

    def sees_lines(self, wanted, call):
        return call is not None

    def add(self, function, place):
        found = self.functions.get(identity(function.code))
        if found is None:
            found = self.functions[identity(function.code)] = WantedFunction(function)
            found.plan = Plan(function)
        return found

    def needs_branches(self, wanted):
        return wanted.plan.choices is not None

    def on_branch(self, frame, offset, destination):
        call = self.active.get(identity(frame))
        if call is not None:
            call.on_branch(offset, destination)

    # What happens.

    def on_begin(self, wanted, frame):
        """A call begins; the recording of it, if it is recorded."""
        wanted.calls += 1
        key = identity(frame)
        now_ms = self.records.now_ms()
        self.active.pop(key, None)
        self.counted[key] = (wanted, now_ms)
        if wanted.is_done:
            # How many there are of its kind is said, too.
            if self.condition is not None:
                self.is_chosen(wanted, frame)
            return None
        is_chosen = self.is_chosen(wanted, frame)
        call = Call(wanted.function, wanted.plan, wanted.calls, frame, self.limits, now_ms)
        if self.search is not None:
            wanted.kept = (call, False)
            self.search.begins(call, frame)
            self.active[key] = call
            return call
        self.active[key] = call
        if is_chosen:
            wanted.is_done = True
            wanted.kept = (call, True)
        elif self.is_deep and wanted.kept is not None and wanted.kept[0].end is None:
            # Of a function that calls itself, the outer call stands for it where the calls in it are recorded too.
            pass
        elif self.wanted["kind"] == "last":
            wanted.kept = (call, True)
        elif wanted.kept is None or not wanted.kept[1]:
            wanted.kept = (call, False)
        return call

    def is_chosen(self, wanted, frame):
        """True if this call, which begins, is the wanted one."""
        kind = self.wanted["kind"]
        if kind == "first":
            return True
        if kind == "number":
            return wanted.calls == self.wanted["number"]
        if kind != "condition" or self.condition is None:
            return False
        try:
            values = dict(local_values(frame) or {})
            if eval(self.condition.in_frame(frame, values), frame.f_globals, values):
                wanted.held += 1
                return wanted.held == 1
        except Exception as error:
            wanted.failed += 1
            wanted.error = wanted.error or described_error(error)["text"]
        return False

    def on_line(self, frame, line):
        call = self.active.get(identity(frame))
        if call is not None:
            call.on_line(frame, line)
            # Once there are many, the clock is looked at now and then.
            self.events += 1
            if self.events < 200 or not self.events & 15:
                self.write_sometimes()

    def on_error(self, frame, error):
        """An exception arrives in a call."""
        if identity(frame) in self.active:
            self.on_described_error(frame, described_error(error))

    def on_described_error(self, frame, error):
        call = self.active.get(identity(frame))
        if call is not None:
            call.error = error

    def on_end(self, frame, end):
        """A call is over: a wanted one, or one that such a call made."""
        key = identity(frame)
        if self.search is not None and key in self.active:
            # Before who made the call gets it.
            self.active[key].settle(frame)
            self.search.ends(self.active[key], end)
        inner = self.inner.pop(key, None)
        if inner is not None:
            if frame.f_code.co_name == "__init__" and end["kind"] == "returned":
                end = made_by(frame) or end
            inner[0].end_inner(inner[1], end)
        counted = self.counted.pop(key, None)
        if counted is None:
            return
        wanted, began = counted
        now_ms = self.records.now_ms()
        wanted.total_ms += now_ms - began
        is_thrown = end["kind"] == "threw"
        wanted.threw += is_thrown
        call = self.active.pop(key, None)
        if call is None:
            self.events += 1
            if not self.events & 63:
                self.write_sometimes()
            return
        call.finish(frame, end, now_ms)
        if is_thrown and self.wanted["kind"] == "throws" and not wanted.is_done:
            wanted.is_done = True
            wanted.kept = (call, True)
        if wanted.is_done and wanted.kept[0] is call:
            self.next_write = 0.0
        self.write_sometimes()

    def on_pause(self, frame, value):
        key = identity(frame)
        call = self.active.get(key)
        if call is not None:
            call.on_pause(frame, value, self.records.now_ms())
            self.write_sometimes()
        inner = self.inner.get(key)
        if inner is not None:
            inner[1]["end"] = {"kind": "suspended", "line": frame.f_lineno or 0}

    def on_resume(self, frame):
        call = self.active.get(identity(frame))
        if call is not None:
            call.on_resume(self.records.now_ms())

    def on_inner(self, frame, caller):
        """A function begins that a recorded call has made."""
        call = self.active[identity(caller)]
        event = call.begin_inner(frame, self.is_own(frame.f_code.co_filename))
        if event is not None:
            self.inner[identity(frame)] = (call, event)
            self.write_sometimes()

    def caller_recorded(self, frame):
        """The frame of the recorded call that has made this one, through comprehensions; None for others."""
        if frame.f_code.co_name in COMPREHENSIONS:
            return None
        back = frame.f_back
        while back is not None and back.f_code.co_name in COMPREHENSIONS and identity(back) not in self.active:
            back = back.f_back
        return back if back is not None and identity(back) in self.active else None

    def ends(self):
        """The ends of the calls that are not over, by the ids of their frames."""
        found = [(key, call.end) for key, call in list(self.active.items())]
        return found + [(key, event.get("end")) for key, (_, event) in list(self.inner.items())]

    # What is written.

    def write_sometimes(self):
        """For a program that is killed: what is under way is written now and then."""
        now = time.perf_counter()
        if now < self.next_write:
            return
        self.records.write_volatile(self.volatile_records())
        self.writes += 1
        cost = time.perf_counter() - now
        # At first each event: a program that then waits, and is killed, would leave nothing else.
        share = 0 if self.writes < 40 else 2 if self.writes < 200 else WRITING_SHARE
        self.next_write = now + cost + min(cost * share, MAX_UNWRITTEN_SECONDS)

    def volatile_records(self):
        """The records that may change until they are written next."""
        found, searched = ([], []) if self.search is None else self.search.records()
        found.extend(call.record(is_wanted, self.records.now_ms()) for call, is_wanted in searched)
        only_near = self.search is not None and not self.search.texts
        for wanted in list(self.functions.values()):
            if wanted.kept is not None and not searched and not only_near:
                call, is_wanted = wanted.kept
                found.append(call.record(is_wanted, self.records.now_ms()))
            total = wanted.total()
            if self.condition is not None:
                total.update(held=wanted.held, failed=wanted.failed)
                if wanted.error is not None:
                    total["error"] = wanted.error
            found.append(total)
        return found

    def at_exit(self):
        self.records.write_volatile(self.volatile_records())


def made_by(frame):
    """The object that a class has made, when its `__init__` is over: it returns nothing itself."""
    code = frame.f_code
    values = local_values(frame)
    if values is None or code.co_argcount == 0 or code.co_varnames[0] not in values:
        return None
    return {"kind": "returned", "value": described(values[code.co_varnames[0]])}
