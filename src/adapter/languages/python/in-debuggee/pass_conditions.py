"""Runs inside the debuggee: whether a pass of a breakpoint is a hit, and what pydevd does at it."""

import dis
import itertools
import json
import sys

from .expressions import Expression, error_text, expression_or_none
from .log_messages import message_of
from .pass_frames import COMPREHENSIONS, inlined_in, is_pass_for, names_in
from .pass_reports import REPORTS, report
from .read_values import clip

NAMED_FAILURES = 8
# Between a condition as pydevd would evaluate it, and what it stands for.
GATES_MARK = "\n# mcp-debugger: "


class Gate:
    """Lets those passes of a breakpoint through that are hits, and counts all.

    A condition that raises is false; without one, every pass counts. Of the passes that count, those are hits whose number is the wanted
    one by the operator; without one, all are. At functions, only those in a function that is meant are passes, and each function has
    numbers of its own.
    """

    def __init__(self, asked):
        self.asked = asked
        functions = asked.get("functions")
        self.within = expression_or_none((functions or {}).get("condition"))
        # By the place of the function.
        self.numbers = None if functions is None else {}
        self.condition = expression_or_none(asked.get("condition"))
        self.operator, self.wanted = asked.get("operator"), asked.get("wanted")
        # Threads pass at the same time. Only what is done in C is done at once.
        self.passes, self.trues, self.failures = itertools.count(1), itertools.count(1), itertools.count(1)
        self.due = 1
        self.error = self.names = None

    def lets_through(self, frame):
        if self.within is not None and not self.within.value(frame):
            return False
        number = next(self.passes)
        if number >= self.due:
            self.due = number + 1 + number // 8
            REPORTS.add_changed(self)
        condition = self.condition
        if condition is not None:
            try:
                code = condition.simple_code
                if not (condition.value(frame) if code is None else eval(code, frame.f_globals, frame.f_locals)):
                    return False
            except Exception as error:
                self.fail(error, frame)
                return False
            number = next(self.trues)
        if self.wanted is None:
            return True
        if self.numbers is not None:
            place = (frame.f_code.co_filename, frame.f_code.co_firstlineno)
            number = next(self.numbers.setdefault(place, itertools.count(1)))
        return is_wanted(number, self.operator, self.wanted)

    def fail(self, error, frame):
        number = next(self.failures)
        if number == 1:
            self.error = clip(error_text(error), 200)[0]
        # Where a comprehension begins, its own names are not there yet.
        if number <= NAMED_FAILURES and isinstance(error, NameError):
            found = [clip(name, 100)[0] for name in frame.f_locals if not name.startswith("__")]
            known = self.names or []
            self.names = (known + [name for name in found if name not in known])[:50]

    def text(self, is_ending):
        passes = counted(self.passes)
        said = {
            "passes": passes,
            "trues": passes if self.condition is None else counted(self.trues),
            "failures": counted(self.failures),
        }
        said.update({"isTotal": True} if is_ending else {})
        said.update({"error": self.error} if self.error else {})
        said.update({"names": self.names} if self.names else {})
        return "\ue000count%d\ue001%s\n" % (self.asked["id"], json.dumps(said))


def counted(counter):
    """The number of times that a counter from 1 was asked. Only its text says the number."""
    return int(repr(counter)[len("count(") : -1]) - 1


def is_wanted(number, operator, wanted):
    if operator == "%":
        return number % wanted == 0
    if operator in (">", ">="):
        return number > wanted or (operator == ">=" and number == wanted)
    if operator in ("<", "<="):
        return number < wanted or (operator == "<=" and number == wanted)
    return number == wanted


# By the number of their breakpoint, which pydevd sets again with each other one of its file.
GATES = {}
NOBODYS = (None, None)


def gates_of(breakpoint):
    """The conditions of a breakpoint of pydevd's, of which one must let a pass through; empty if each pass is a hit."""
    owner, gates = getattr(breakpoint, "mcp_gates", NOBODYS)
    # In a process that was forked, pydevd may go on with those of its parent, whose counts are the parent's.
    if owner is not GATES:
        bare, mark, asked = (breakpoint.condition or "").rpartition(GATES_MARK)
        if mark:
            gates = [known_gate(each) for each in json.loads(asked)]
        else:
            gates = [Bare(breakpoint.condition)] if breakpoint.condition else []
        set_gates(breakpoint, gates)
    return gates


def set_gates(breakpoint, gates):
    breakpoint.mcp_gates = (GATES, gates)


def known_gate(asked):
    gate = GATES.get(asked["id"])
    if gate is None or gate.asked != asked:
        gate = GATES[asked["id"]] = Gate(asked)
    return gate


class Bare:
    """A condition whose results are not counted."""

    def __init__(self, text):
        self.value = Expression(text).value

    def lets_through(self, frame):
        try:
            return bool(self.value(frame))
        except Exception:
            return False


def is_let_through(gates, frame):
    """True if a pass is a hit for one of the conditions. All are asked, as all count."""
    if len(gates) == 1:
        return gates[0].lets_through(frame)
    is_hit = not gates
    for gate in gates:
        if gate.lets_through(frame):
            is_hit = True
    return is_hit


def all_counts():
    """The gates of all breakpoints that there are, passed or not."""
    debugger = REPORTS.debugger
    tables = list(debugger.breakpoints.values()) + [debugger.function_breakpoint_name_to_breakpoint]
    for table in tables:
        for breakpoint in list(table.values()):
            gates_of(breakpoint)
    return list(GATES.values())


RESUME = dis.opmap.get("RESUME")
BEGUN_TWICE = ("<module>", "<lambda>") if sys.version_info < (3, 12) else ()


def is_call_only(frame):
    """True for the call of a module or lambda: before Python 3.12, pydevd looks at it as well as at its first line, which is the pass."""
    code = frame.f_code
    if frame.f_lasti < 0:
        return True
    # In front of it there is at most what makes cells.
    return RESUME is not None and frame.f_lasti <= 4 + 2 * len(code.co_cellvars) and code.co_code[frame.f_lasti] == RESUME


def names_asked_for(breakpoint):
    """By name, what its condition and its message are about."""
    if not hasattr(breakpoint, "mcp_names"):
        message = message_of(breakpoint)
        texts = [breakpoint.condition or ""] + [each.text for each in (message.expressions if message else ())]
        breakpoint.mcp_names = set().union(*map(names_in, texts))
    return breakpoint.mcp_names


def is_pass(breakpoint, frame):
    """True if pydevd, which looks at a frame, sees it pass the line of the breakpoint for the statement there."""
    code = frame.f_code
    if code.co_name in BEGUN_TWICE and is_call_only(frame):
        return False
    if code.co_name not in COMPREHENSIONS and not inlined_in(code):
        return True
    return is_pass_for(frame, lambda: names_asked_for(breakpoint))


def decide_on_passes():
    """In place of pydevd's own ways, which both of its kinds of tracing take."""
    from _pydevd_bundle.pydevd_breakpoints import LineBreakpoint

    debugger = REPORTS.debugger
    say = type(debugger).handle_breakpoint_expression

    def handle_breakpoint_condition(info, breakpoint, frame):
        try:
            if not is_pass(breakpoint, frame):
                return False
            if not is_let_through(gates_of(breakpoint), frame):
                return False
            if breakpoint.is_logpoint:
                say_message(breakpoint, info, frame)
            return True
        except Exception:
            # It would be raised in the program.
            return False

    def handle_breakpoint_expression(breakpoint, info, frame):
        # Otherwise it is evaluated where the condition is true.
        if not breakpoint.has_condition and is_pass(breakpoint, frame):
            say_message(breakpoint, info, frame)

    def say_message(breakpoint, info, frame):
        message = message_of(breakpoint)
        if message is None:
            say(debugger, breakpoint, info, frame)
        else:
            # What pydevd would say for itself.
            info.pydev_message = ""
            report(message.text(frame))

    debugger.handle_breakpoint_condition = handle_breakpoint_condition
    debugger.handle_breakpoint_expression = handle_breakpoint_expression
    # Not each pass is a hit of one that asks nothing.
    LineBreakpoint.has_condition = True


try:
    decide_on_passes()
except Exception:
    pass
