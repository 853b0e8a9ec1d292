"""Runs inside a process that is not ours: how a frame is left, by the instruction that it has come to."""

import opcode


def ops(*names):
    return frozenset(opcode.opmap[each] for each in names if each in opcode.opmap)


RETURNS, YIELDS, YIELD_FROM = ops("RETURN_VALUE", "RETURN_CONST"), ops("YIELD_VALUE", "YIELD_FROM"), ops("YIELD_FROM")
HANDLERS = ops("PUSH_EXC_INFO")
# By the id of a code, which is kept with it: its instructions. Python makes them again each time.
INSTRUCTIONS = {}
# So many are remembered of those that a program makes while it runs.
MOST_KNOWN = 20_000


def instructions(code):
    found = INSTRUCTIONS.get(id(code))
    if found is None:
        if len(INSTRUCTIONS) >= MOST_KNOWN:
            INSTRUCTIONS.clear()
        found = INSTRUCTIONS[id(code)] = (code, code.co_code)
    return found[1]


def way_out(frame):
    """The way in which a frame is left without an exception: 'return' or 'yield'; None if only an exception leaves it."""
    code = instructions(frame.f_code)
    at = frame.f_lasti
    if not 0 <= at < len(code):
        return None
    if code[at] in RETURNS:
        return "return"
    # Waiting for another, a frame stands before the instruction that waits.
    if code[at] in YIELDS or at + 2 < len(code) and code[at + 2] in YIELD_FROM:
        return "yield"
    return None


def how_left(frame, value, has_thrown):
    """The same at the event of a trace function, with the value that it is given, and 'throw'. `has_thrown`: the event before was an exception."""
    way = way_out(frame)
    # An exception may come to a frame at the instruction where it waits.
    return "throw" if way is None or way == "yield" and value is None and has_thrown else way


def is_entering_handler(frame):
    """True where an exception is not dealt with yet, in Python 3.11: on its way out of a `with` statement."""
    return instructions(frame.f_code)[frame.f_lasti] in HANDLERS
