"""Runs inside the debuggee: compares and shows the values of watched places without running code of the program."""

import math

from .describe_values import text_of
from .read_values import MISSING, Work

TEXT_ROOM = 160
NOT_SET = "(not set)"


def locals_named(frame):
    """Gives those variables of a frame that a condition names: no more is kept of it."""
    present = None if frame.f_locals is frame.f_globals else dict(frame.f_locals)
    return lambda code: {name: present[name] for name in code.co_names if name in present} if present else {}


def same(value, other, level=0):
    """True if two values are one for a program, without running code of its own."""
    if value is other:
        return True
    if type(value) is not type(other) or type(value) not in EQUAL_BY_VALUE:
        return False
    if type(value) is tuple:
        return level < 3 and len(value) == len(other) <= 20 and all(same(a, b, level + 1) for a, b in zip(value, other))
    if type(value) is float:
        return value != value and other != other or value == other and math.copysign(1, value) == math.copysign(1, other)
    return value == other


EQUAL_BY_VALUE = (str, bytes, int, float, bool, type(None), tuple)


def shown(value):
    """As a condition sees it."""
    return None if value is MISSING else value


def text_of_value(value):
    return NOT_SET if value is MISSING else text_of(Work(), value, TEXT_ROOM, 0)[0]
