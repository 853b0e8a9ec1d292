"""Runs inside the debuggee: breakpoints at coroutine and generator functions. Before Python 3.12, the debugger does not look at calls of
them, as these are calls each time that they go on; at those of asynchronous generators it looks now and then. So their first line gets a
breakpoint that counts at their beginning only.
"""

import dis
import gc
import sys
import types
import weakref

from .own_package import is_debugger_file
from .pass_conditions import gates_of, is_let_through, set_gates
from .read_values import class_name, inherits, mro

ASYNC_GENERATOR = 0x200
# A generator, a coroutine, or both.
PAUSING = 0x20 | 0x80 | ASYNC_GENERATOR
# Has pydevd ask what decides.
DECIDED = "True"
PAUSING_TYPES = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)

class FunctionEntries:
    def __init__(self, debugger):
        self.debugger = debugger
        # By the name of the function: the codes of that name that are known.
        self.known = {}
        # By file and line: the breakpoints that are ours.
        self.ours = {}
        self.begun = weakref.WeakSet()
        # What decides about breakpoints, as it was asked for, of those that are not to stop at asynchronous generators by themselves.
        self.gates = weakref.WeakKeyDictionary()
        self.is_watching = False

    @property
    def wanted(self):
        return self.debugger.function_breakpoint_name_to_breakpoint

    def changed(self):
        """The breakpoints at functions are others now."""
        if not self.wanted and not self.ours:
            return
        if not self.is_watching:
            self.is_watching = True
            sys.addaudithook(self.on_event)
        self.known = {}
        for each in gc.get_objects():
            if type(each) is types.FunctionType:
                self.learn(each.__code__)
        # What has begun to run as a module may define some more.
        for frame in list(sys._current_frames().values()):
            while frame is not None:
                if frame.f_code.co_name == "<module>":
                    self.learn_all(frame.f_code)
                frame = frame.f_back
        self.debugger.on_breakpoints_changed()

    def on_event(self, event, args):
        if event == "exec" and type(args[0]) is types.CodeType and args[0].co_name == "<module>" and self.wanted:
            try:
                before = sum(map(len, self.known.values()))
                self.learn_all(args[0])
                if sum(map(len, self.known.values())) > before:
                    self.debugger.on_breakpoints_changed()
            except Exception:
                pass

    def learn_all(self, code):
        self.learn(code)
        for each in code.co_consts:
            if type(each) is types.CodeType:
                self.learn_all(each)

    def learn(self, code):
        if code.co_name in self.wanted and code.co_flags & PAUSING and not is_debugger_file(code.co_filename):
            self.known.setdefault(code.co_name, set()).add(code)

    def put(self):
        """Puts the breakpoints where the debugger looks for them; it forgets them with those of the same file."""
        from _pydevd_bundle.pydevd_breakpoints import LineBreakpoint
        from pydevd_file_utils import get_abs_path_real_path_and_base_from_file

        tables = self.debugger.breakpoints
        for (path, line), ours in self.ours.items():
            if tables.get(path, {}).get(line) is ours:
                del tables[path][line]
        self.ours = {}
        for name, codes in self.known.items():
            asked = self.wanted.get(name)
            for code in codes if asked is not None else ():
                path = get_abs_path_real_path_and_base_from_file(code.co_filename)[1]
                line = first_place(code)[1]
                table = tables.setdefault(path, {})
                if line in table:
                    continue
                gates = self.gates.get(asked)
                if gates is None:
                    gates = gates_of(asked)
                if code.co_flags & ASYNC_GENERATOR and asked not in self.gates:
                    self.gates[asked] = gates
                    leave_to_entries(asked, gates)
                ours = LineBreakpoint(
                    getattr(asked, "breakpoint_id", -1), line, DECIDED, "None", None, asked.suspend_policy, None, False
                )
                set_gates(ours, [Entry(code, gates)])
                table[line] = self.ours[path, line] = ours


def passing_frame():
    """The frame of the program that passes a breakpoint; the debugger's own are between it and this one."""
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        own = is_debugger_file(name) or name in ("<string>", "<condition>", "<expression>")
        if not own and "frozen" not in name:
            return frame
        frame = frame.f_back
    raise LookupError("no frame passes")


def is_function(qualified_name):
    """True if the function at whose entry the debugger looks is the one of that name: `Cart.total`."""
    wanted = qualified_name.split(".")
    frame = passing_frame()
    if frame.f_code.co_name != wanted[-1]:
        return False
    known = getattr(frame.f_code, "co_qualname", None)
    if known is not None:
        return ("." + known).endswith("." + qualified_name)
    first = next(iter(frame.f_code.co_varnames[:1]), None)
    holder = frame.f_locals.get(first)
    cls = holder if inherits(holder, type) else type(holder)
    return any(class_name(base) == wanted[-2] for base in mro(cls))


def first_place(code):
    """The start of a function's first statement: in its code, and in the file."""
    places = [place for place in dis.findlinestarts(code) if place[1] is not None]
    return next((place for place in places if place[1] != code.co_firstlineno), places[0])


ENTRIES = None


def leave_to_entries(breakpoint, gates):
    """Has a breakpoint at functions neither stop at calls of asynchronous generators nor count them: another one does."""
    breakpoint.condition = DECIDED
    set_gates(breakpoint, [OrdinaryCall(gates)])


class OrdinaryCall:
    def __init__(self, gates):
        self.gates = gates

    def lets_through(self, frame):
        return not frame.f_code.co_flags & ASYNC_GENERATOR and is_let_through(self.gates, frame)


class Entry:
    """Lets through where a function begins, and not where it is at its first line once more."""

    def __init__(self, code, gates):
        self.name, self.first_line, self.gates = code.co_name, code.co_firstlineno, gates

    def lets_through(self, frame):
        return is_entry(frame, self.name, self.first_line) and is_let_through(self.gates, frame)


def is_entry(frame, name, first_line):
    """True if the frame that passes a breakpoint is at the beginning of a function, and not at its first line once more."""
    code = frame.f_code
    if code.co_name != name or code.co_firstlineno != first_line:
        return False
    offset = first_place(code)[0]
    if frame.f_lasti != offset:
        return False
    if offset not in dis.findlabels(code.co_code):
        return True
    # The head of a loop is passed there with each round.
    for each in gc.get_referrers(frame):
        if type(each) in PAUSING_TYPES:
            if each in ENTRIES.begun:
                return False
            ENTRIES.begun.add(each)
    return True


def watch_functions():
    """Watches the debugger's own calls for the breakpoints that they ask for."""
    global ENTRIES
    from _pydevd_bundle.pydevd_api import PyDevdAPI
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    debugger = get_global_debugger()
    if debugger is None or sys.version_info >= (3, 12) or not hasattr(sys, "addaudithook"):
        return
    ENTRIES = FunctionEntries(debugger)
    changed, replace = debugger.on_breakpoints_changed, PyDevdAPI.set_function_breakpoints

    def on_breakpoints_changed(removed=False):
        if ENTRIES.wanted or ENTRIES.ours:
            ENTRIES.put()
            removed = False
        changed(removed)

    def set_function_breakpoints(api, py_db, breakpoints):
        replace(api, py_db, breakpoints)
        ENTRIES.changed()

    debugger.on_breakpoints_changed = on_breakpoints_changed
    PyDevdAPI.set_function_breakpoints = set_function_breakpoints


try:
    watch_functions()
except Exception:
    pass
