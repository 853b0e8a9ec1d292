"""Runs inside a process that is not ours: the variables of the calls that an exception leaves, as they were when it came to the first of them that is
own code. Later, `finally`, `with` and handlers that throw on have run. They are kept as texts, of what such cleanup is on the way of.
"""

import sys
import time

from .describe_values import children
from .exception_handlers import Clause, clauses, comes_to, is_guarded, is_in_loop
from .frame_variables import shown_variables
from .code_files import is_made_up
from .own_package import is_debugger_file
from .read_values import Work, inherits

NEVER_TOLD = StopIteration, StopAsyncIteration, GeneratorExit, SystemExit
LIMITS = {"text": 200, "children": 50, "depth": 0}
# Of the time since the beginning, this takes at most so much, and so much at first.
SHARE, FIRST_SECONDS = 0.05, 0.1
MAX_RECORDS, MAX_KNOWN = 50, 5_000
# A generator that is closed, and whatever guards a call.
CLOSING, GUARDING = Clause(False, 0, 0), Clause(None, 0, 0)
# Before, a call is changed by the trace function that reads the variables of another.
CAN_READ_CALLERS = sys.version_info >= (3, 12)
clock = time.perf_counter
# For each `id` Python calls the hooks for audit events, and the debugger has one. This one differs for different objects, too.
identity = object.__hash__


class ThrowRecords:
    """`is_own` tells whether a frame is of own code. Of `most_frames` calls the variables are kept, of frames as `shown` gives them;
    those of an exception that ends in a clause which takes whatever comes only for `is_for_all`.
    """

    def __init__(self, is_own, most_frames, shown=lambda frame: frame, is_for_all=False):
        self.is_own_frame, self.most_frames, self.shown, self.is_for_all = is_own, most_frames, shown, is_for_all
        self.began, self.spent = clock(), 0.0
        # By the id of an exception: by the id of each frame, its variables.
        self.records = {}
        # By code, place in it and type: the clauses of a call. They are kept with what has these ids.
        self.known = {}
        # By the name of a file.
        self.own = {}
        # Places that deal with their own exceptions, by code, offset and type, likewise.
        self.handled = {}

    def thrown(self, code, offset, error, entry):
        """An exception was thrown in a call, or has come to it: `entry` is the first of its traceback."""
        if self.own.get(code.co_filename) is False or (identity(code), offset, identity(type(error))) in self.handled:
            return
        begin = clock()
        is_spent = self.spent > FIRST_SECONDS + SHARE * (begin - self.began)
        if is_spent and identity(error) not in self.records:
            return
        try:
            if entry is None or not self.is_own(entry.tb_frame) or not self.is_first(entry):
                return
            # Another may have had its id before.
            self.records.pop(identity(error), None)
            if not is_spent and not inherits(error, *NEVER_TOLD) and self.is_cleaned(error, entry.tb_frame, offset):
                self.record(error, entry.tb_frame)
        except Exception:
            pass
        finally:
            self.spent += clock() - begin

    def is_own(self, frame):
        name = frame.f_code.co_filename
        if is_made_up(name):
            # What has such a name may be of anything.
            return self.is_own_frame(frame)
        found = self.own.get(name)
        if found is None:
            found = keep(self.own, name, not is_debugger_file(name) and self.is_own_frame(frame))
        return found

    def is_first(self, entry):
        """True if an exception has come to no call of own code before."""
        entry = entry.tb_next
        while entry is not None and not self.is_own(entry.tb_frame):
            entry = entry.tb_next
        return entry is None

    def is_cleaned(self, error, frame, offset):
        """True if code of the program runs for an exception on its way, and it may leave the program."""
        is_found = False
        for call, found in comes_to(error, frame, lambda call, _: self.clauses(call, error, call is frame)):
            for each in found:
                if each.ends:
                    is_wanted = is_found and each.is_for_all and self.is_for_all
                    if call is frame and not is_wanted:
                        keep(self.handled, (identity(frame.f_code), offset, identity(type(error))), (frame.f_code, type(error)))
                    return is_wanted
                is_found = True
        return is_found

    def clauses(self, call, error, is_here):
        """As clauses of `exception_handlers`: the names of types are taken to mean the same each time. Files of libraries are not parsed for it."""
        if not self.is_own(call):
            return ()
        key = identity(call.f_code), call.f_lasti, identity(type(error))
        found = self.known.get(key)
        if found is None:
            if is_here or CAN_READ_CALLERS:
                here = clauses(call, error) or []
            else:
                here = [GUARDING] if is_guarded(call.f_code) else []
            found = keep(self.known, key, (call.f_code, type(error), here + ([CLOSING] if is_in_loop(call) else [])))
        return found[2]

    def record(self, error, frame):
        found = {}
        while frame is not None and len(found) < self.most_frames:
            if self.is_own(frame):
                found[identity(frame)] = frame.f_code, self.described(frame)
            frame = frame.f_back
        while len(self.records) >= MAX_RECORDS:
            self.records.pop(next(iter(self.records)), None)
        self.records[identity(error)] = found

    def described(self, frame):
        """The type and the text of each variable."""
        frame = self.shown(frame)
        listed = shown_variables(frame.f_locals, frame.f_locals is frame.f_globals)
        return {each["k"]: (each["t"], each["v"]) for each in children(Work(), lambda first, last: listed[first:last], 0, LIMITS, 0)}

    def of(self, error, frame):
        """The variables of a frame at the throw, by their names; None where they are not known."""
        code, found = self.records.get(identity(error), {}).get(identity(frame), (None, None))
        return found if code is frame.f_code else None

    def is_recorded(self, error, calls):
        return any(self.of(error, frame) is not None for frame, _ in calls)

    def forget(self):
        """To be called where exceptions may be thrown that are not told: they may get the ids of those that were."""
        self.records.clear()

    def add_changes(self, described, error, frame):
        """Adds to described variables of a frame what they were when an exception was thrown, where that is another value; and those that are not
        there any more.
        """
        before = self.of(error, frame)
        if before is None:
            return
        now = self.described(frame)
        if not now:
            # It was cleared: unittest does so where it expects exceptions.
            described.extend({"k": name, "t": was[0], "v": was[1]} for name, was in before.items())
            return
        changed = {name: before.get(name) for name in {**before, **now} if before.get(name) != now.get(name)}
        for each in described:
            if each["k"] in changed:
                each["w"] = changed.pop(each["k"])
        described.extend({"k": name, "t": was[0], "v": "not there", "w": was} for name, was in changed.items() if was is not None)

    def cleanup_since(self, error, calls):
        """(path, from line, to line) of what has run in those calls that are own code, which an exception has left; they are given with the lines
        where it came to them.
        """
        found = []
        for frame, line in calls:
            if self.is_own(frame):
                left = [each for each in clauses(frame, error, line) or () if not each.ends]
                found.extend((frame.f_code.co_filename, each.first, each.last) for each in left)
        return found


def keep(table, key, value):
    if len(table) >= MAX_KNOWN:
        table.clear()
    table[key] = value
    return value
