"""Runs inside a traced process before Python 3.12: gives the code of a wanted function a first step that reports that a call begins. So
nothing is traced, and all runs at full speed, while no wanted function runs. Lines, names, flags, variables and the documentation of the
code stay as they are; there are three instructions and one constant more in it.

    LOAD_CONST  an object of ours
    UNARY_POSITIVE
    POP_TOP
"""

import _functools
import opcode
import sys

from .trace_process import STEP_EVENT

# Memory of constants is written by it; without it, or elsewhere than in CPython, code is left alone.
try:
    import _ctypes
except ImportError:
    _ctypes = None

OP = opcode.opmap
# Arguments of jumps count bytes until Python 3.9, and instructions of two from then on.
JUMP_UNIT = 2 if sys.version_info >= (3, 10) else 1
# Before, the first line of the body begins with the step.
STEP_IS_IN_LINE = sys.version_info < (3, 10)
# Where a frame stands in it.
STEP_OFFSETS = (2, 4)
HAS_POSITIONS = sys.version_info >= (3, 11)


class Prologue:
    """The object of ours that is a constant of the code of wanted functions. Its step is an event of auditing: what such an event runs is
    seen by no trace function and no profiler of the program.
    """

    __slots__ = ()
    # A function in C, which gets nothing more.
    __pos__ = _functools.partial(sys.audit, STEP_EVENT)

    def __repr__(self):
        return "0"

    def __reduce__(self):
        # A function that is sent elsewhere by its code does nothing there.
        return int, ()


def end_steps():
    """The steps of all codes that have one do nothing from now on."""
    # It is called without arguments.
    Prologue.__pos__ = int


def with_prologue(code, prologue):
    """The code with the step in front; None where it cannot have one."""
    steps = steps_of(len(code.co_consts))
    count = len(steps) // 2
    old = code.co_code
    at = old[::2].index(OP["RESUME"]) + 1 if HAS_POSITIONS else 0
    found = {"co_consts": (*code.co_consts, prologue), "co_stacksize": code.co_stacksize + 1}
    if HAS_POSITIONS:
        table = moved_positions(code.co_linetable, at, count)
        if table is None:
            return None
        found["co_linetable"] = table
        found["co_exceptiontable"] = moved_handlers(code.co_exceptiontable, at, count)
        jumped = old
    else:
        jumped = moved_jumps(old, count)
        if jumped is None:
            return None
        found.update(moved_lines(code, count * 2))
    found["co_code"] = jumped[:at * 2] + steps + jumped[at * 2:]
    return code.replace(**found)


def has_step(code):
    return bool(code.co_consts) and type(code.co_consts[-1]) is Prologue


def steps_of(index):
    longer = [OP["EXTENDED_ARG"], index >> 8] if index > 255 else []
    return bytes([*longer, OP["LOAD_CONST"], index & 255, OP["UNARY_POSITIVE"], 0, OP["POP_TOP"], 0])


def moved_jumps(code, count):
    """With the arguments of absolute jumps raised; None where one would need more room."""
    found = bytearray(code)
    longer = 0
    for at in range(0, len(code), 2):
        op, low = code[at], code[at + 1]
        if op == OP["EXTENDED_ARG"]:
            longer = longer << 8 | low
            continue
        if op in opcode.hasjabs:
            argument = (longer << 8 | low) + count * 2 // JUMP_UNIT
            found[at + 1] = argument & 255
            argument >>= 8
            before = at - 2
            while before >= 0 and code[before] == OP["EXTENDED_ARG"]:
                found[before + 1] = argument & 255
                argument >>= 8
                before -= 2
            if argument:
                return None
        longer = 0
    return bytes(found)


def moved_lines(code, size):
    """The step stands in no line, so that no trace function of the program comes by one more; before Python 3.10, where each instruction
    has a line, in the first of the body.
    """
    if not STEP_IS_IN_LINE:
        return {"co_linetable": bytes([size, 128]) + code.co_linetable}
    table = bytearray(code.co_lnotab)
    at = 0
    while at < len(table) and table[at] == 0:
        at += 2
    if at < len(table):
        size += table[at]
        table[at:at + 1] = [255, 0, size - 255] if size > 255 else [size]
    return {"co_lnotab": bytes(table)}


def moved_positions(table, at, count):
    """Python 3.11: entries of one byte with the kind and the count of instructions, and more bytes below 128."""
    seen = place = 0
    while place < len(table) and seen < at:
        seen += (table[place] & 7) + 1
        place += 1
        while place < len(table) and not table[place] & 128:
            place += 1
    if seen != at:
        return None
    return table[:place] + bytes([128 | 15 << 3 | count - 1]) + table[place:]


def moved_handlers(table, at, count):
    """Python 3.11: start, length, target and depth of each, in digits of six bits."""
    numbers, number = [], 0
    for each in table:
        number = number << 6 | each & 63
        if not each & 64:
            numbers.append(number)
            number = 0
    found = bytearray()
    for start, length, target, depth in zip(*[iter(numbers)] * 4):
        if start < at < start + length:
            length += count
        moved = (start + count * (start >= at), length, target + count * (target >= at), depth)
        for index, each in enumerate(moved):
            digits = [each & 63]
            while each > 63:
                each >>= 6
                digits.append(each & 63 | 64)
            digits.reverse()
            if index == 0:
                digits[0] |= 128
            found.extend(digits)
    return bytes(found)


# What makes sense of the instructions of functions, or keeps them in files: with a constant and instructions that it does not know, it
# fails or shows something else.
READERS_OF_CODE = frozenset(("bytecode", "executing", "icecream", "marshal", "numba", "pony", "snoop", "varname"))


def is_read_by_others(module):
    """True if the code of a module, or of a library that is loaded, may look at the instructions of its functions."""
    if any(name in sys.modules for name in READERS_OF_CODE - {"marshal"}):
        return True
    waiting = [module]
    while waiting:
        code = waiting.pop()
        if not READERS_OF_CODE.isdisjoint(each.split(".")[0] for each in code.co_names):
            return True
        waiting.extend(each for each in code.co_consts if type(each) is type(code))
    return False


# They are constants of code that may run for ever.
PLACED = []


def can_place():
    return _ctypes is not None and sys.implementation.name == "cpython"


def place(module, code, other):
    """Puts another code where the code of a module, which has not begun to run, has one among its constants."""

    class Slot(_ctypes._SimpleCData):
        _type_ = "P"

    PLACED.append((code, other))
    waiting = [module]
    while waiting:
        constants = waiting.pop().co_consts
        for index, each in enumerate(constants):
            if each is code:
                # The one that was there loses no reference: it is kept for ever.
                _ctypes.Py_INCREF(other)
                Slot.from_address(id(constants) + tuple.__basicsize__ + index * tuple.__itemsize__).value = id(other)
            elif type(each) is type(code):
                waiting.append(each)
