"""Runs inside the debuggee: says what its threads do while they run, without stopping them.

Only names, attributes that are kept as they are, lengths of built-in containers and arithmetic on numbers are read from the program:
no code of it is run. Everything goes out as JSON. Works on Python 3.6 and later.
"""

import ast
import builtins
import operator
import os
import sys
import sysconfig
import types

from .still_values import MISSING, value_of
from .syntax_trees import FUNCTIONS, around, end_line, inside, text_of, tree_of

OWN_FILE = sys._getframe().f_code.co_filename
LIBRARIES = tuple(
    os.path.normcase(os.path.realpath(path)) + os.sep
    for path in {sysconfig.get_paths().get(key) for key in ("stdlib", "platstdlib", "purelib", "platlib")}
    if path
)
MAX_FRAMES = 200
MAX_NAMES = 8
# By path: asking the system gives the interpreter away each time, and a busy program gives it back only after milliseconds.
OWN = {}


def is_own(path):
    if path.startswith("<") or path == OWN_FILE or "pydevd" in path or "debugpy" in path or "start_debuggee" in path:
        return False
    if path not in OWN:
        OWN[path] = not os.path.normcase(os.path.realpath(path)).startswith(LIBRARIES)
    return OWN[path]


def is_debugger(path):
    return path == OWN_FILE or "pydevd" in path or "debugpy" in path or "start_debuggee" in path


# The loops around a line.

LOOPS = (ast.While, ast.For, ast.AsyncFor)


def loops_around(path, line):
    tree = tree_of(path)
    if tree is None:
        return []
    nodes = around(tree, line)
    last = max((index for index, each in enumerate(nodes) if isinstance(each, FUNCTIONS)), default=-1)
    return [each for each in reversed(nodes[last + 1 :]) if isinstance(each, LOOPS)]


def exits_of(loop):
    """The tests before each way out of a loop; None for one that has none."""
    found = []

    def enter(node, guard, nested):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, FUNCTIONS + (ast.ClassDef,)):
                continue
            if isinstance(child, (ast.Return, ast.Raise)) or (isinstance(child, ast.Break) and not nested):
                found.append(guard)
                continue
            own = guard
            if isinstance(node, ast.If):
                own = node.test if child in node.body else None
            enter(child, own, nested or isinstance(child, LOOPS))

    for statement in loop.body:
        enter(ast.Module(body=[statement], type_ignores=[]), None, False)
    return found


OPERATORS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.NotEq: "!=", ast.Eq: "==", ast.Is: "==", ast.IsNot: "!="}
OPPOSITES = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "!=": "==", "==": "!="}


def tests_of(node, goes_on):
    if isinstance(node, ast.BoolOp):
        return [test for value in node.values for test in tests_of(value, goes_on)]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return tests_of(node.operand, not goes_on)
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OPERATORS:
        operator = OPERATORS[type(node.ops[0])]
        return [(operator if goes_on else OPPOSITES[operator], node.left, node.comparators[0])]
    return [("truth", node, None)]


def plain(value):
    if type(value) is str:
        return repr(value[:60])
    return repr(value) if type(value) in (int, float, bool, type(None)) else None


def described(value):
    kind = type(value)
    if kind in (int, float) and value == value and abs(value) < 1e300:
        return {"text": repr(value), "number": value}
    text = plain(value)
    if text is not None:
        return {"text": text}
    if kind in (list, dict, set, tuple, frozenset):
        return {"text": "%s of %d" % (kind.__name__, len(value)), "opaque": True}
    try:
        own = object.__getattribute__(value, "__dict__")
        parts = ["%s=%s" % (key, plain(each)) for key, each in list(own.items())[:6] if plain(each) is not None]
    except (AttributeError, TypeError, RuntimeError):
        parts = []
    return {"text": "%s(%s)" % (kind.__name__, ", ".join(parts[:4])), "opaque": True}


def side_of(node, frame, path):
    value = value_of(node, frame)
    return None if value is MISSING else dict(described(value), expression=text_of(node, path))


def sight_of(loop, frame, path):
    test = getattr(loop, "test", None)
    is_constant = test is None or isinstance(test, ast.Constant)
    exits = exits_of(loop)
    guards = [each for each in exits if each is not None]
    conditions = guards if is_constant else [test]
    wanted = ([] if is_constant else tests_of(test, True)) + [each for guard in guards for each in tests_of(guard, False)]
    tests = []
    for operator, left, right in wanted:
        sides = [side_of(each, frame, path) for each in (left, right) if each is not None]
        if None not in sides:
            tests.append({"operator": operator, "left": sides[0], **({"right": sides[1]} if len(sides) > 1 else {})})
    names = []
    for condition in conditions:
        called = {id(each.func) for each in ast.walk(condition) if isinstance(each, ast.Call)}
        names += [each.id for each in ast.walk(condition) if isinstance(each, ast.Name) and id(each) not in called]
    names += [each.id for each in inside(loop) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    values = []
    for name in list(dict.fromkeys(names))[:MAX_NAMES]:
        value = value_of(ast.Name(id=name), frame)
        if value is not MISSING and not isinstance(value, types.ModuleType):
            values.append(dict(described(value), expression=name))
    is_items = not isinstance(loop, ast.While)
    return {
        "lines": {"path": path, "first": loop.lineno, "last": end_line(loop)},
        **({"condition": "; ".join(text_of(each, path) for each in conditions)} if conditions else {}),
        "ending": "endless" if is_items and not exits and is_endless(loop.iter, frame) else "counted" if is_items else "endless" if is_constant and not exits else "open",
        "awaits": any(isinstance(each, (ast.Await, ast.AsyncFor, ast.AsyncWith)) for each in inside(loop)),
        "tests": tests,
        "values": values,
    }


def call_at(frame):
    """The call that a frame is in."""
    path = frame.f_code.co_filename
    tree = tree_of(path)
    if tree is None:
        return None
    nodes = [each for each in around(tree, frame.f_lineno) if each.lineno <= frame.f_lineno]
    calls = [each for each in nodes if isinstance(each, ast.Call) and each.lineno == frame.f_lineno]
    if hasattr(frame.f_code, "co_positions") and frame.f_lasti >= 0:
        places = list(frame.f_code.co_positions())[frame.f_lasti // 2]
        exact = [each for each in ast.walk(tree) if isinstance(each, ast.Call)
                 and (each.lineno, each.end_lineno, each.col_offset, each.end_col_offset) == (places[0], places[1], places[2], places[3])]
        if exact:
            return exact[0]
        withs = [each for each in nodes if isinstance(each, (ast.With, ast.AsyncWith)) and each.lineno == frame.f_lineno]
        return withs[-1] if withs else None
    withs = [each for each in nodes if isinstance(each, ast.With) and each.lineno == frame.f_lineno]
    return calls[0] if calls else withs[-1] if withs else None


def call_text(node, path):
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return "with " + ", ".join(text_of(each.context_expr, path) for each in node.items)
    return text_of(node, path)


# Items without an end: nothing but an error ends a loop over them.

def is_endless(node, frame):
    """True if an expression gives items without end, whatever the program does."""
    import itertools

    if isinstance(node, ast.GeneratorExp):
        return any(is_endless(each.iter, frame) for each in node.generators[:1])
    if not isinstance(node, ast.Call) or any(isinstance(each, ast.Starred) for each in node.args):
        return False
    function = value_of(node.func, frame)
    if function is MISSING and isinstance(node.func, ast.Name):
        function = getattr(builtins, node.func.id, MISSING)
    if function in (itertools.count, itertools.cycle):
        # One that goes round nothing would have ended at once.
        return True
    if function is itertools.repeat:
        return len(node.args) == 1 and not node.keywords
    if function in (map, zip, filter, enumerate):
        given = node.args[1:] if function in (map, filter) else node.args[:1] if function is enumerate else node.args
        return bool(given) and all(is_endless(each, frame) for each in given)
    return False


CONSUMERS = (sum, list, tuple, set, frozenset, dict, max, min, sorted)


def endless_call(node, frame, path):
    """A call that goes through items without end, as a loop."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
        return []
    function = value_of(node.func, frame)
    function = getattr(builtins, node.func.id, MISSING) if function is MISSING else function
    if not any(function is each for each in CONSUMERS) or not is_endless(node.args[0], frame):
        return []
    lines = {"path": path, "first": node.lineno, "last": end_line(node)}
    return [{"lines": lines, "ending": "endless", "awaits": False, "tests": [], "values": []}]


def comprehension(frame, path):
    """A comprehension or generator expression that runs as a function of its own, as a loop over its items."""
    caller = frame.f_back
    call = None if caller is None or caller.f_code.co_filename != path else call_at(caller)
    endless = endless_call(call, caller, path)
    if endless:
        return endless
    items = frame.f_locals[".0"]
    line = frame.f_code.co_firstlineno
    nodes = [each for each in around(tree_of(path), line) if isinstance(each, COMPREHENSIONS)] if tree_of(path) else []
    values = [dict(described(value), expression=name) for name, value in list(frame.f_locals.items())[:MAX_NAMES] if name != ".0"]
    left = operator.length_hint(items) if type(items) in COUNTED else None
    tests = [] if left is None else [{"operator": "truth", "left": {"expression": "items left", "text": str(left), "number": left}}]
    return [{
        "lines": {"path": path, "first": line, "last": end_line(nodes[-1]) if nodes else line},
        "condition": "its items",
        "ending": "open",
        "awaits": False,
        "tests": tests,
        "values": values,
    }]


COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)
# Iterators that know how many items are left, without code of the program.
COUNTED = tuple(type(iter(each)) for each in (range(1), range(2 ** 65), [], (), "", b""))


# Calls whose first argument is the time that they take at most.
TIMED = ("sleep", "wait", "join", "result")


def time_limit(call, frame):
    """Seconds after which a call returns by itself, where it says so."""
    if not isinstance(call, ast.Call):
        return None
    name = getattr(call.func, "attr", None) or getattr(call.func, "id", None)
    given = [each.value for each in call.keywords if each.arg in ("timeout", "secs")] or (call.args[:1] if name in TIMED else [])
    seconds = value_of(given[0], frame) if given else None
    return seconds if type(seconds) in (int, float) and 0 <= seconds < 1e9 else None


def described_frame(frame, with_loops):
    path = frame.f_code.co_filename
    own = is_own(path)
    found = {
        "name": getattr(frame.f_code, "co_qualname", frame.f_code.co_name).replace("<module>", "(module)"),
        "location": {"path": path, "line": frame.f_lineno or frame.f_code.co_firstlineno, "column": 1},
        "presentation": "normal" if own else "internal",
        "functionId": "%s:%d" % (path, frame.f_code.co_firstlineno),
    }
    if with_loops:
        loops = loops_around(path, frame.f_lineno) if own else []
        call = call_at(frame) if own else None
        found["loops"] = endless_call(call, frame, path) + [sight_of(each, frame, path) for each in loops]
        if own and ".0" in frame.f_locals:
            found["loops"] = comprehension(frame, path)
        if call is not None:
            found["call"] = call_text(call, path)
            limit = time_limit(call, frame)
            if limit is not None:
                found["callLimitMs"] = int(limit * 1000)
    return found
