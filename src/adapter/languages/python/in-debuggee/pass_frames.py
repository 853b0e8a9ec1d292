"""Runs inside the debuggee: tells the passes of a line that are its statement's from others. A comprehension or generator expression passes
the line again for each element, in a frame of its own where the variables around it are not to be had; from Python 3.12 on, a comprehension
does so in the frame of the statement. Such a pass counts only for what asks for a variable of the comprehension.
"""

import ast
import dis
import sys
import types

from .unwarned import Unwarned

COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
COLLECTIONS = ("BUILD_LIST", "BUILD_SET", "BUILD_MAP")
HAS_INLINED = sys.version_info >= (3, 12)
# How far up the code around a generator expression is looked for: what takes its elements may be in between.
MAX_CALLERS = 20
# By the identity of code, which is kept with it: the comprehensions inside of it, and the lines of what is around it.
INLINED, LINES_AROUND = {}, {}


class Inlined:
    """A comprehension inside other code: where its outermost loop is, what is assigned to in it, and which lines the code has beside it."""

    def __init__(self, places, lines):
        self.start, self.end = places[0].offset, places[-1].offset
        stored = [each.argval for each in places if each.opname.startswith("STORE_")]
        self.variables = {name for each in stored for name in (each if type(each) is tuple else (each,))}
        self.lines_around = {line for offset, line in lines if not self.start <= offset <= self.end}


def is_pass_for(frame, names):
    """True if a frame passes a line for what asks for the names that a function gives."""
    variables = comprehension_variables(frame)
    if variables is None:
        return True
    wanted = [each for each in names() if each in variables]
    # They are not looked up for nothing: in Python 3.12, that may make another value of one that is not set yet.
    return bool(wanted) and any(each in frame.f_locals for each in wanted)


def comprehension_variables(frame):
    """The variables of the comprehension that a pass is one element of; none where it is a pass of the statement."""
    code, line = frame.f_code, frame.f_lineno
    if code.co_name in COMPREHENSIONS and (line == code.co_firstlineno or line in lines_around(frame)):
        return code.co_varnames[1:] + code.co_cellvars
    for each in inlined_in(code):
        if each.start <= frame.f_lasti <= each.end:
            return each.variables if line in each.lines_around else None
    return None


def lines_around(frame):
    code, around = frame.f_code, frame.f_back
    known = LINES_AROUND.get(id(code))
    for _ in range(MAX_CALLERS if known is None else 0):
        if around is None:
            break
        if any(each is code for each in around.f_code.co_consts):
            known = LINES_AROUND[id(code)] = (code, {line for _, line in dis.findlinestarts(around.f_code)})
            break
        around = around.f_back
    return () if known is None else known[1]


def inlined_in(code):
    """The innermost ones first."""
    # A template has a frame that only looks like one.
    if not HAS_INLINED or type(code) is not types.CodeType:
        return ()
    if id(code) not in INLINED:
        places, lines = list(dis.get_instructions(code)), list(dis.findlinestarts(code))
        index_at = {each.offset: index for index, each in enumerate(places)}
        found = []
        for end, each in enumerate(places):
            start = index_at.get(each.argval) if each.opname == "JUMP_BACKWARD" else None
            if start is not None and makes_collection(places[:start]):
                # From Python 3.15 on, its iterator is made last, which comes by the line of what it goes through once more.
                begin = start - 1 if places[start - 1].opname == "GET_ITER" else start
                found.append(Inlined(places[begin : end + 1], lines))
        INLINED[id(code)] = (code, sorted(found, key=lambda one: one.end - one.start))
    return INLINED[id(code)][1]


def makes_collection(before):
    """True if the loop behind these instructions fills a collection that lies below what it goes through. Loops of statements do not."""
    last = [(each.opname, each.arg) for each in before[-3:] if each.opname != "GET_ITER"][-2:]
    return len(last) == 2 and last[0][0] in COLLECTIONS and not last[0][1] and last[1] == ("SWAP", 2)


def names_in(text):
    """The names that an expression takes from where it is evaluated, and some that it has for itself."""
    try:
        with Unwarned():
            return {each.id for each in ast.walk(ast.parse(text.strip(), mode="eval")) if isinstance(each, ast.Name)}
    except Exception:
        return set()
