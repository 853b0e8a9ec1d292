"""Runs inside the debuggee: the variables of the calls that an uncaught exception leaves, as they were when it was thrown. At the stop, `finally`,
`with` and handlers that throw on have run. From Python 3.12 on, where the debugger is told of each throw; and where there is such cleanup.
"""

import dis
import sys
import time
from _thread import get_ident

from _pydevd_bundle.pydevd_constants import get_global_debugger

from .describe_values import children
from .exception_handlers import Clause, clauses, comes_to, is_in_loop, may_be_answer
from .frame_ends import instructions, ops
from .frame_variables import shown_variables
from .own_package import is_debugger_file
from .read_values import Work, inherits
from .thrown_steps import traceback_of

MONITORING = getattr(sys, "monitoring", None)
EVENTS = getattr(MONITORING, "events", None)
NEVER_TOLD = StopIteration, StopAsyncIteration, GeneratorExit, SystemExit
LIMITS = {"text": 200, "children": 50, "depth": 0}
# Of the time since the debugger began, this takes at most so much, and so much at first.
SHARE, FIRST_SECONDS = 0.05, 0.1
MAX_FRAMES, MAX_RECORDS, MAX_KNOWN = 10, 50, 5_000
# A generator that is closed; so near behind the beginning of an `except` stands its type.
CLOSING, NEAR = Clause(False, 0, 0), 40
MATCHES, POPS = ops("CHECK_EXC_MATCH"), ops("POP_TOP")
clock = time.perf_counter
# For each `id` Python calls the hooks for audit events, and the debugger has one. This one differs for different objects, too.
identity = object.__hash__


class Recorder:
    def __init__(self):
        self.began, self.spent = clock(), 0.0
        # By the id of an exception: by the id of each frame, its variables.
        self.records = {}
        # Threads that are recording: what is thrown meanwhile is not the program's.
        self.busy = set()
        # By code, place in it and type: the clauses of a call; by code and place, whether a library catches there. They are kept with what has
        # these ids.
        self.known = {}
        # By the name of a file.
        self.own = {}
        # Places that deal with their own exceptions, by code, offset and type, likewise.
        self.handled = {}

    def on_raise(self, code, offset, error):
        if identity(error) in self.records:
            if traceback_of(error).tb_next is not None:
                return
            # Another had its id before.
            self.records.pop(identity(error), None)
        if (identity(code), offset, identity(type(error))) in self.handled:
            return
        begin = clock()
        if self.spent > FIRST_SECONDS + SHARE * (begin - self.began):
            return
        entry, ident = traceback_of(error), get_ident()
        # Thrown here, and not on its way through here.
        if ident in self.busy or entry is None or entry.tb_next is not None or inherits(error, *NEVER_TOLD):
            return
        self.busy.add(ident)
        try:
            if self.is_cleaned(error, entry.tb_frame, offset):
                self.record(error, entry.tb_frame)
        except Exception:
            pass
        finally:
            self.spent += clock() - begin
            self.busy.discard(ident)

    def is_cleaned(self, error, frame, offset):
        """True if code of the program runs for an exception on its way, and it may leave the program."""
        is_found = is_own = False
        for call, found in comes_to(error, frame, self.clauses):
            is_own = is_own or self.is_own(call)
            # Most that libraries throw they catch themselves. Of what comes from own code, they may only look at it.
            is_handled = not is_own and (self.may_catch(call) or may_be_answer(call, error))
            if is_handled or any(each.ends for each in found):
                if call is frame:
                    keep(self.handled, (identity(frame.f_code), offset, identity(type(error))), (frame.f_code, type(error)))
                return False
            is_found = is_found or bool(found)
        return is_found

    def clauses(self, frame, error):
        """As clauses of `exception_handlers`: the names of types are taken to mean the same each time. Files of libraries are not parsed for it."""
        if not self.is_own(frame):
            return ()
        key = identity(frame.f_code), frame.f_lasti, identity(type(error))
        found = self.known.get(key)
        if found is None:
            here = (clauses(frame, error) or []) + ([CLOSING] if is_in_loop(frame) else [])
            found = keep(self.known, key, (frame.f_code, type(error), here))
        return found[2]

    def may_catch(self, frame):
        key = identity(frame.f_code), frame.f_lasti
        found = self.known.get(key)
        if found is None:
            found = keep(self.known, key, (frame.f_code, may_catch(frame.f_code, frame.f_lasti)))
        return found[1]

    def is_own(self, frame):
        name = frame.f_code.co_filename
        found = self.own.get(name)
        if found is None:
            is_others = is_debugger_file(name) or get_global_debugger().apply_files_filter(frame, name, True)
            found = keep(self.own, name, not is_others)
        return found

    def record(self, error, frame):
        found = {}
        while frame is not None and len(found) < MAX_FRAMES:
            if self.is_own(frame):
                found[identity(frame)] = frame.f_code, described(frame)
            frame = frame.f_back
        while len(self.records) >= MAX_RECORDS:
            self.records.pop(next(iter(self.records)), None)
        self.records[identity(error)] = found

    def of(self, error, frame):
        """The variables of a frame at the throw, by their names; None where they are not known."""
        code, found = self.records.get(identity(error), {}).get(identity(frame), (None, None))
        return found if code is frame.f_code else None


def described(frame):
    """The type and the text of each variable."""
    listed = shown_variables(frame.f_locals, frame.f_locals is frame.f_globals)
    return {each["k"]: (each["t"], each["v"]) for each in children(Work(), lambda first, last: listed[first:last], 0, LIMITS, 0)}


def may_catch(code, at):
    """True if an `except` stands around an instruction, by Python's table of handlers."""
    for each in dis.Bytecode(code).exception_entries if code.co_exceptiontable else ():
        if each.start <= at < each.end:
            handler = instructions(code)[each.target : each.target + NEAR : 2]
            if not MATCHES.isdisjoint(handler) or not POPS.isdisjoint(handler[1:2]):
                return True
    return False


def keep(table, key, value):
    if len(table) >= MAX_KNOWN:
        table.clear()
    table[key] = value
    return value


RECORDER = Recorder()


def changes_since(error, frame):
    """By the names of a frame's variables that cleanup has changed since an exception was thrown: their type and text then; None for one that was
    not there. Null if it is not known.
    """
    before = RECORDER.of(error, frame)
    if before is None:
        return None
    now = described(frame)
    return {name: before.get(name) for name in {**before, **now} if before.get(name) != now.get(name)}


def is_recorded(error):
    return identity(error) in RECORDER.records


def cleanup_since(error):
    """(path, from line, to line) of what has run in own calls since an exception was thrown that has left them."""
    found, entry = [], traceback_of(error)
    while entry is not None:
        frame = entry.tb_frame
        if RECORDER.is_own(frame):
            left = [each for each in clauses(frame, error, entry.tb_lineno) or () if not each.ends]
            found.extend((frame.f_code.co_filename, each.first, each.last) for each in reversed(left))
        entry = entry.tb_next
    return found[::-1]


def hear_of_throws():
    """Listens with the debugger's own tool, as long as pydevd needs no throws itself."""
    tool = MONITORING.DEBUGGER_ID
    debugger = get_global_debugger()
    if MONITORING.get_tool(tool) != "pydevd" or debugger is None or not debugger.break_on_uncaught_exceptions:
        return
    events = MONITORING.get_events(tool)
    if not events & EVENTS.RAISE:
        MONITORING.register_callback(tool, EVENTS.RAISE, RECORDER.on_raise)
        MONITORING.set_events(tool, events | EVENTS.RAISE)


def then_hearing(change):
    """A function of pydevd's that changes which events it is told of."""
    change = getattr(change, "__wrapped__", change)

    def changed(*given, **named):
        change(*given, **named)
        hear_of_throws()

    changed.__wrapped__ = change
    return changed


def begin():
    from _pydevd_sys_monitoring import pydevd_sys_monitoring as events

    events.start_monitoring, events.update_monitor_events = then_hearing(events.start_monitoring), then_hearing(events.update_monitor_events)
    hear_of_throws()


try:
    if MONITORING is not None:
        begin()
except Exception:
    pass
