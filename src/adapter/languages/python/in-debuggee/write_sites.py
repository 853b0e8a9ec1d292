"""Runs inside the debuggee: where in a function's code a place may be written."""

import collections
import dis
import sys
import types

OPS = dis.opmap
EXTENDED_ARG = OPS["EXTENDED_ARG"]
# One for all operators from Python 3.11 on, of which those from here on change what is on their left.
BINARY_OP = OPS.get("BINARY_OP")
FIRST_INPLACE = next((at for at, each in enumerate(getattr(dis, "_nb_ops", ())) if each[0].startswith("NB_INPLACE")), 0)
IN_PLACE = frozenset(OPS[each] for each in OPS if each.startswith("INPLACE_") or each == "BINARY_OP")
# Which of these a subscript is, from Python 3.14 on.
SUBSCRIPT = next((at for at, each in enumerate(getattr(dis, "_nb_ops", ())) if each[0] == "NB_SUBSCR"), None)
# Those that collections change themselves by.
BY_OPERATOR = {dict: ("OR",), set: ("OR", "AND", "SUBTRACT", "XOR")}


def ops(*names):
    """The operations of these names that this Python has."""
    return frozenset(OPS[each] for each in names if each in OPS)


BY_NAME = ops("STORE_ATTR", "DELETE_ATTR")
OF_MODULE = ops("STORE_NAME", "DELETE_NAME", "STORE_GLOBAL", "DELETE_GLOBAL")
OF_FRAME = ops("STORE_FAST", "DELETE_FAST", "STORE_FAST_MAYBE_NULL")
TWO_OF_FRAME = ops("STORE_FAST_STORE_FAST", "STORE_FAST_LOAD_FAST")
STORES_BOTH = ops("STORE_FAST_STORE_FAST")
CLEARING = ops("LOAD_FAST_AND_CLEAR")
OF_CELL = ops("STORE_DEREF", "DELETE_DEREF")
OF_ITEM = ops("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE")
READING = ops("BINARY_SUBSCR" if SUBSCRIPT is None else "BINARY_OP")
CALLS = ops("CALL", "CALL_KW", "CALL_FUNCTION_EX", "CALL_FUNCTION", "CALL_FUNCTION_KW", "CALL_METHOD")
# What may run code in C that writes: iterators, context managers and the like.
ELSEWHERE = ops("FOR_ITER", "LIST_EXTEND", "SET_UPDATE", "DICT_UPDATE", "DICT_MERGE", "UNPACK_SEQUENCE", "UNPACK_EX")
SETTERS = frozenset({"setattr", "delattr", "__setattr__", "__delattr__", "_setattr", "object_setattr", "__setstate__", "attrsetter"})
# Who says one of these may write into a table of variables or attributes.
TABLES = frozenset({"__dict__", "vars", "globals", "locals", "cache"})
TABLE_HINTS = TABLES | {"update", "setdefault", "pop", "clear"}
OPERATORS = {"setitem", "delitem", "__setitem__", "__delitem__", "iadd", "ior", "iconcat", "imul", "__iadd__", "__ior__"}
HINTS = {
    dict: frozenset(OPERATORS | {"update", "pop", "popitem", "clear", "setdefault", "move_to_end", "subtract", "_count_elements", "__init__"}),
    list: frozenset(OPERATORS | {
        "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "heappush", "heappop", "heapify", "heapreplace",
        "heappushpop", "insort", "insort_left", "insort_right", "__imul__", "__init__",
    }),
    set: frozenset(OPERATORS | {
        "add", "discard", "remove", "pop", "clear", "update", "difference_update", "intersection_update", "symmetric_difference_update",
    }),
}
HINTS[bytearray] = HINTS[list] | {"pack_into", "readinto", "recv_into"}
HINTS[collections.deque] = HINTS[list] | {"appendleft", "extendleft", "popleft", "rotate"}


HAS_POSITIONS = hasattr(types.CodeType, "co_positions")


def variable_at(code, arg):
    return code._varname_from_oparg(arg) if HAS_POSITIONS else code.co_varnames[arg]


def cell_at(code, arg):
    return code._varname_from_oparg(arg) if HAS_POSITIONS else (code.co_cellvars + code.co_freevars)[arg]


def line_starts(code):
    """The offsets where lines begin, with the lines; before Python 3.10, that of `dis` calls what the program may have replaced."""
    if hasattr(code, "co_lines"):
        yield from dis.findlinestarts(code)
        return
    offset, line, last = 0, code.co_firstlineno, None
    for step, more in zip(code.co_lnotab[::2], code.co_lnotab[1::2]):
        if step and line != last:
            yield offset, line
            last = line
        offset, line = offset + step, line + (more if more < 128 else more - 256)
    if line != last:
        yield offset, line


def in_place_operators(collection):
    """The operators by which a collection changes itself: their operations or, if there is one for all, its arguments."""
    names = BY_OPERATOR.get(collection, ("ADD", "MULTIPLY")) if collection is not None else ()
    if BINARY_OP is None:
        return frozenset(OPS["INPLACE_" + each] for each in names)
    return frozenset(at for at, each in enumerate(dis._nb_ops) if each[0] in ["NB_INPLACE_" + name for name in names])


class Writers:
    """The code that can write a place.

    names, variables, cells, locals: under which of these it is written. items: by subscripts. reads: already by reading, as in a
    defaultdict. tables: who says one of these may write it by a subscript. hints: who says one of these may have it written by a call.
    code: nothing else can.
    """

    def __init__(self, names=(), variables=(), cells=(), locals=(), items=False, reads=False, tables=(), hints=(), code=None, collection=None):
        self.names, self.variables, self.cells, self.locals = names, variables, cells, locals
        self.items, self.reads, self.tables, self.hints, self.code, self.collection = items, reads, tables, hints, code, collection
        self.operators = in_place_operators(collection)

    def among(self, code, said, is_wide):
        """The operations of a code that may write the place; None for none. said: all names in the code."""
        if self.code is not None:
            return OF_FRAME | TWO_OF_FRAME if self.code is code else None
        if self.cells:
            return OF_CELL if not said.isdisjoint(self.cells) else None
        found = set()
        if not said.isdisjoint(self.names):
            found |= BY_NAME
        if not said.isdisjoint(self.variables):
            found |= OF_MODULE
        if self.items or not said.isdisjoint(self.tables):
            found |= OF_ITEM
        if self.collection is not None:
            found |= IN_PLACE
        if self.reads:
            found |= READING
        if is_wide or not said.isdisjoint(self.hints):
            found |= CALLS
        if is_wide:
            found |= CALLS | OF_ITEM | ELSEWHERE | READING | IN_PLACE
        return found or None

    def writes(self, code, op, arg, is_wide):
        """True if an operation, with its argument, may write the place."""
        if op in BY_NAME:
            return code.co_names[arg] in self.names
        if op in OF_MODULE:
            return code.co_names[arg] in self.variables
        if op in OF_FRAME:
            return variable_at(code, arg) in self.locals
        if op in TWO_OF_FRAME:
            both = (arg >> 4, arg & 15) if op in STORES_BOTH else (arg >> 4,)
            return any(variable_at(code, each) in self.locals for each in both)
        if op in OF_CELL:
            return cell_at(code, arg) in self.cells
        if op in IN_PLACE and not is_wide:
            return (arg if op == BINARY_OP else op) in self.operators or self.reads and arg == SUBSCRIPT
        return op != BINARY_OP or arg >= FIRST_INPLACE


class Site:
    """An operation that may write a place. is_joined: what follows it is reached in other ways, too. is_table: it puts another table of attributes in place."""

    __slots__ = ("code", "offset", "is_call", "is_joined", "is_table")

    def __init__(self, code, offset, op, arg, is_joined):
        self.code, self.offset, self.is_joined = code, offset, is_joined
        self.is_call, self.is_table = op in CALLS, op in BY_NAME and code.co_names[arg] == "__dict__"

    @property
    def key(self):
        return id(self.code), self.offset

    @property
    def line(self):
        if not HAS_POSITIONS:
            starts = [line for begin, line in line_starts(self.code) if begin <= self.offset]
            return starts[-1] if starts else self.code.co_firstlineno
        return list(self.code.co_positions())[self.offset // 2][0] or self.code.co_firstlineno


def sites_in(code, writers, is_wide):
    """The places of a code where one may be written: each with the offsets of its operation, and of what follows it."""
    said = {*code.co_names, *code.co_varnames, *code.co_cellvars, *code.co_freevars}
    wanted = writers.among(code, said, is_wide)
    raw = code.co_code
    if wanted is None or wanted.isdisjoint(raw[::2]):
        return []
    found, joins, inner = [], set(dis.findlabels(raw if sys.version_info < (3, 13) else code.co_code)), inner_ranges(code, writers)
    steps = list(operations(raw))
    for (offsets, op, arg), (after, _, _) in zip(steps, steps[1:]):
        if op in wanted and writers.writes(code, op, arg, is_wide) and not is_inner(code, offsets[-1], inner):
            found.append((Site(code, offsets[-1], op, arg, not joins.isdisjoint(after)), offsets, after))
    return found


def operations(raw):
    """Each operation of a code: the offsets of it and of what widens its argument, what it is, and its argument."""
    offsets, widened = [], 0
    for offset in range(0, len(raw), 2):
        op, arg = raw[offset], raw[offset + 1] | widened
        # The caches behind an operation.
        if op == 0:
            continue
        offsets.append(offset)
        if op == EXTENDED_ARG:
            widened = arg << 8
            continue
        yield offsets, op, arg
        offsets, widened = [], 0


def inner_ranges(code, writers):
    """The ranges of comprehensions in the code of their function: a variable of theirs takes the place of one of the same name meanwhile."""
    if not writers.locals or not CLEARING:
        return []
    positions = list(code.co_positions())
    return [
        positions[offsets[-1] // 2] for offsets, op, arg in operations(code.co_code)
        if op in CLEARING and variable_at(code, arg) in writers.locals
    ]


def is_inner(code, offset, ranges):
    if not ranges:
        return False
    line, last, column, end = list(code.co_positions())[offset // 2]
    if line is None or column is None:
        return False
    return any((first, begin) <= (line, column) and (last, end) <= (until, stop) for first, until, begin, stop in ranges)
