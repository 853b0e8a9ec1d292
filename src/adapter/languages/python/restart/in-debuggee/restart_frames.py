"""Runs inside the debuggee: has the innermost call of a stopped thread begin again, at its first statement, by the debugger's own jump."""

import ctypes
import dis
import json
import sys
from _pydevd_bundle import pydevd_constants
from _pydevd_bundle.pydevd_constants import get_global_debugger

from .answer_questions import asking_frame
from .how_asked import is_printed
from .restart_code import (
    argument_names, at_statement, first_statement, has_blocks, has_far_jumps, left_open, line_before, line_starts, loop_ranges,
    may_be_unbound, may_have_run, node_of, source_of, within, written, written_inside,
)
from .unwarned import Unwarned

OPTIMIZED, GENERATOR, ASYNC_GENERATOR = 0x1, 0x20, 0x200
YIELDS = ("YIELD_VALUE", "YIELD_FROM", "SEND")


class Refused(Exception):
    pass


def plan(takes_text):
    """Prepares that the next jump of the thread is one to the start of the call that it is asked in.

    @param takes_text: Only where what runs then is the text that its function has now.
    """
    try:
        frame = asking_frame()
        answer = planned(frame, waiting_call(), takes_text)
    except Refused as refused:
        answer = {"refused": str(refused)}
    return answered(answer)


def answered(answer):
    """As JSON. Where it would be written to the program's output, an error is answered that says it."""
    text = json.dumps(answer)
    if is_printed():
        raise LookupError(text)
    return text


def waiting_call():
    """The debugger's own call that this thread waits in."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_name == "do_wait_suspend":
            # As in write_stops.py, which stops between operations; stopped_threads.py is in between.
            if "stop" in (each.f_code.co_name for each in callers(frame)[:3]):
                raise Refused("it stands behind a write, and Python jumps only from the begin of a line: step on, or stop at a line of it by a breakpoint")
            return frame.f_locals
        frame = frame.f_back
    raise Refused("it is not stopped")


def callers(frame):
    found = []
    while frame.f_back is not None:
        frame = frame.f_back
        found.append(frame)
    return found


def planned(frame, waiting, takes_text):
    code = frame.f_code
    name = code.co_name
    if waiting["frame"] is not frame:
        raise Refused("Python restarts only the innermost call, and %s is a caller of it" % name)
    if waiting["event"] == "exception":
        raise Refused("an exception is on its way out of %s, which Python lets nobody take back" % name)
    if waiting["event"] != "line":
        raise Refused("%s is about to return, and Python jumps only from the begin of a line" % name)
    refuse_kinds(code, name)
    patched = getattr(pydevd_constants, "mcp_debugger_patch", None)
    if takes_text and patched is not None and patched.is_replaced(code):
        raise Refused("Python lets %s end with the text that it began with; its next call takes the new one" % name)
    first = first_statement(code)
    if first is None:
        raise Refused("%s begins in the line of its def, where Python cannot jump to" % name)
    found = source_of(code, patched)
    node = None if found is None else node_of(code, *found)
    if node is None and name != "<lambda>":
        raise Refused("the text of %s is not known, and so not what would be left open in it" % name)
    return jump_for(frame, first, node, 0 if found is None else found[1])


def refuse_kinds(code, name):
    if not code.co_flags & OPTIMIZED:
        raise Refused("%s is no function: what it has defined so far stays" % ("a module" if name == "<module>" else name))
    if name.startswith("<") and name != "<lambda>":
        raise Refused("it is a part of an expression of its caller, %s" % name)


def jump_for(frame, first, node, down):
    """Refuses what would be left open; otherwise has the debugger jump so, and tells what will be as it is now."""
    code = frame.f_code
    name, at, line = code.co_name, frame.f_lasti, frame.f_lineno
    starts = [offset for offset, each in line_starts(code) if each == line]
    is_begun = not starts or at != starts[0]
    runs = lambda each, offset: node is None or may_have_run(node, each - down, offset, line - down, at)
    if code.co_flags & (GENERATOR | ASYNC_GENERATOR) and any(runs(*each) for each in operations(code, YIELDS)):
        raise Refused("%s is a generator, and its caller has what it has yielded so far" % name)
    if node is not None:
        opened = left_open(node, line - down, is_begun)
        if opened is not None:
            raise Refused(opened[0] % (opened[1] + down))
    if sys.version_info < (3, 11) and (node is None or not at_statement(node, line - down, [(offset, each - down) for offset, each in line_starts(code)], at)):
        # It would leave there what it has on its stack.
        raise Refused("%s stands in the middle of a statement, where Python before 3.11 may crash by a jump: step first" % name)
    if sys.version_info < (3, 11) and (has_far_jumps(code) or has_blocks(node)):
        # What it reckons of the stack may be wrong there, and the program would end with a segmentation fault.
        raise Refused("Python before 3.11 may crash by a jump in a call like %s: it has a try, with, match, break or continue, or is long" % name)
    if sys.version_info < (3, 10) and at == first[0] + 2:
        # It takes the next line that begins for this one, whose place it remembers, where only one operation is between.
        raise Refused("this Python would show a wrong line after so short a jump: step first")
    before = line_before(code, first[1]) if within(loop_ranges(code), at) else 0
    if before is None:
        raise Refused("%s has nothing but a loop, which Python goes on with instead of beginning it anew" % name)
    Jump(frame, first, before)
    arguments, inside = argument_names(code), written_inside(code)
    stored = {each for each, at_line, offset in written(code) if runs(at_line, offset)}
    made = {each for inner in code.co_consts if type(inner) is type(code) for each in inner.co_freevars if runs(inner.co_firstlineno, -1)}
    return {
        "line": first[1],
        "assigned": [each for each in arguments if each in stored or (each in inside and each in made)],
        "shared": [each for each in code.co_cellvars if each in made],
    }


def operations(code, names):
    """Lines and offsets of operations."""
    line, lines = None, dict(line_starts(code))
    for each in dis.get_instructions(code):
        line = lines.get(each.offset, line)
        if each.opname in names:
            yield line, each.offset


class Jump:
    """Stands in for the debugger's own jump, once, in the thread that jumps."""

    now = None

    def __init__(self, frame, first, before):
        if Jump.now is not None:
            Jump.now.end()
        self.frame, self.first, self.before = frame, first, before
        self.debugger = get_global_debugger()
        self.set_line = self.debugger.set_next_statement
        self.debugger.set_next_statement = self.go
        Jump.now = self

    def end(self):
        Jump.now = None
        if self.debugger.__dict__.get("set_next_statement") == self.go:
            del self.debugger.set_next_statement

    def go(self, frame, event, name, line):
        self.end()
        offset, first = self.first
        old = frame.f_lineno
        if frame is not self.frame or line != first:
            return self.set_line(frame, event, name, line)
        try:
            # Python says to the program what it does where a variable has no value.
            with Unwarned():
                for each in (self.before, first) if self.before else (first,):
                    self.set_line(frame, event, name, each)
                self.insist(frame, event, name)
        except Exception as error:
            return False, old, str(error)
        if frame.f_lasti != offset:
            return False, old, "Python jumped to another place of that line"
        forget_variables(frame)
        return True, old, ""


    def insist(self, frame, event, name):
        """Jumps again if Python took another place of the line: from elsewhere it takes the first."""
        offset, first = self.first
        for line in sorted({each for _, each in line_starts(frame.f_code)}):
            if frame.f_lasti == offset:
                return
            try:
                self.set_line(frame, event, name, line)
                self.set_line(frame, event, name, first)
            except ValueError:
                # That one is in a block that cannot be entered.
                pass


def forget_variables(frame):
    """Takes their values from the variables that have none when a call begins. From 3.12 on, Python has no way to do so."""
    if sys.version_info >= (3, 12):
        return
    arguments = argument_names(frame.f_code)
    found = frame.f_locals
    for each in (*frame.f_code.co_varnames, *frame.f_code.co_cellvars):
        if each not in arguments:
            found.pop(each, None)
    ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(1))


def kept():
    """Tells in a call that has begun again which variables have a value that a new call would not have, and whether there are others."""
    frame = asking_frame()
    if Jump.now is not None:
        Jump.now.end()
    code = frame.f_code
    arguments = argument_names(code)
    local = [each for each in (*code.co_varnames, *code.co_cellvars) if each not in arguments]
    found = frame.f_locals
    bound, seen = {each for each in local if each in found}, may_be_unbound(code)
    return answered({"kept": sorted(bound & seen), "others": bool(bound - seen)})
