"""The values that a failed assertion compared: the first place in which they differ, and their parts there. Nothing here runs code of the
program: only the insides of built-in collections and the attributes of plain objects are read.
"""

import ast
import math
import re
import types

_MAX_VALUES = 5000
_MAX_DEPTH = 12
_PLAIN = (int, float, str, bytes, bool, complex, type(None))
#: Their comparison is Python's own code.
_COMPARABLE = {"datetime", "decimal", "_decimal", "_pydecimal", "fractions", "uuid", "pathlib", "_datetime"}
_MISSING = object()
#: Names that assertions of unittest, numpy and pandas give to what they compare, the actual one first.
_PAIRS = (("first", "second"), ("actual", "desired"), ("expr1", "expr2"), ("d1", "d2"), ("list1", "list2"), ("seq1", "seq2"),
          ("set1", "set2"), ("tuple1", "tuple2"), ("container", "member"), ("left", "right"), ("a", "b"))
_ALONE = ("expr", "obj")
#: How tests call what they expect.
_EXPECTED = re.compile(r"(?:.*_)?(?:expected|expect|wanted|want|desired|correct)(?:_.*)?|exp", re.IGNORECASE)


def of_operator(operator, left, right):
    """The sides of `left == right` and its like, and the place at which they differ."""
    if operator in ("in", "not in"):
        return "", right, left, right, left
    if operator != "==":
        return "", left, right, left, right
    return difference(left, right)


def of_frames(frames):
    """The arguments of the outermost call of an assertion; None if there is none. @param frames (frame, line), outermost first"""
    for frame, _ in frames:
        if not frame.f_code.co_name.startswith("assert"):
            continue
        found = frame.f_locals
        for actual, expected in _PAIRS:
            if actual in found and expected in found:
                is_equality = "Equal" in frame.f_code.co_name or "equal" in frame.f_code.co_name
                sides = found[actual], found[expected]
                return difference(*sides) if is_equality else ("", *sides, *sides)
        for name in _ALONE:
            if name in found:
                return "", found[name], _MISSING, found[name], _MISSING
    return None


def of_assert(frame, line):
    """The values of a plain `assert left == right` in a file that pytest has not rewritten: variables and their parts, nothing is called. None where
    that does not say what was compared.
    """
    try:
        test = ast.parse(line.strip()).body[0].test
        if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
            return None
        return difference(_value(test.left, frame), _value(test.comparators[0], frame))
    except Exception:
        return None


def _value(node, frame):
    if isinstance(node, ast.Name):
        found = frame.f_locals
        return found[node.id] if node.id in found else frame.f_globals[node.id]
    if isinstance(node, ast.Attribute):
        return _attributes(_value(node.value, frame))[node.attr]
    if isinstance(node, ast.Subscript):
        owner = _value(node.value, frame)
        if type(owner) not in (dict, list, tuple):
            raise LookupError
        return owner[ast.literal_eval(node.slice)]
    return ast.literal_eval(node)


def described(place, describe):
    """A place and its two sides in the words of the records. @param describe From a table of values to a list of variables"""
    path, actual, expected, within, _ = place
    sides = {"actual": actual, "expected": expected}
    shown = describe({name: value for name, value in sides.items() if value is not _MISSING})
    found = {"path": path, **{each["name"]: {"text": each["value"], "type": each["type"]} for each in shown}}
    if within is not _MISSING and type(within) not in _PLAIN:
        found["within"] = describe({"within": within})[0]["value"]
    return found


def is_turned(line):
    """True if an assertion has the expected value on the left: `assert 40 == price()`."""
    try:
        statement = ast.parse(line.strip()).body[0]
        sides = None
        if isinstance(statement, ast.Assert) and isinstance(statement.test.ops[0], ast.Eq):
            sides = statement.test.left, statement.test.comparators[0]
        elif isinstance(statement, ast.Expr) and "Equal" in statement.value.func.attr:
            sides = statement.value.args[:2]
        if sides is None or len(sides) != 2 or _is_literal(sides[1]):
            return False
        return _is_literal(sides[0]) or _is_expected(sides[0]) and not _is_expected(sides[1])
    except Exception:
        return False


def turned(place):
    path, actual, expected, within, other = place
    return path, expected, actual, other, within


def _is_expected(node):
    name = getattr(node, "id", getattr(node, "attr", None))
    return name is not None and _EXPECTED.fullmatch(name) is not None


def _is_literal(node):
    try:
        ast.literal_eval(node)
        return True
    except ValueError:
        return False


def difference(actual, expected):
    """(path, actual, expected) of the first difference, or of the whole where none is found, and what is around it on both sides, or it itself
    where it is there.
    """
    approx = type(expected).__module__.startswith("_pytest")
    wanted = expected.__dict__.get("expected", expected) if approx else expected
    found = _difference(actual, wanted, "", 0, [_MAX_VALUES], approx)
    return ("", actual, wanted, actual, wanted) if found is None else found


def _difference(actual, expected, path, depth, left, approx):
    left[0] -= 1
    if left[0] <= 0 or actual is expected:
        return None
    kinds = type(actual), type(expected)
    if kinds[0] in _PLAIN and kinds[1] in _PLAIN:
        return None if _is_equal(actual, expected, approx) else (path, actual, expected, actual, expected)
    if kinds[0] is not kinds[1] or depth >= _MAX_DEPTH:
        return path, actual, expected, actual, expected
    if kinds[0].__module__ in _COMPARABLE:
        return None if actual == expected else (path, actual, expected, actual, expected)
    mine, wanted = _entries(actual, path), _entries(expected, path)
    if mine is None or wanted is None:
        return path, actual, expected, actual, expected
    for place, value in wanted.items():
        if place not in mine:
            return place, _MISSING, value, actual, expected
        found = _difference(mine[place], value, place, depth + 1, left, approx)
        if found is not None:
            return found
    for place, value in mine.items():
        if place not in wanted:
            return place, value, _MISSING, actual, expected
    return None


def _is_equal(actual, expected, approx):
    if approx and type(actual) in (int, float) and type(expected) in (int, float):
        return math.isclose(actual, expected, rel_tol=1e-6, abs_tol=1e-12)
    return actual == expected


def _entries(value, path):
    """The members of an object, by their paths; None for an object that does not tell its members."""
    kind = type(value)
    if issubclass(kind, dict):
        pairs = list(dict.items(value))[:_MAX_VALUES]
        if not all(type(key) in _PLAIN for key, _ in pairs):
            return None
        return {"%s[%r]" % (path, key): item for key, item in pairs}
    if issubclass(kind, (list, tuple)):
        items = (list if issubclass(kind, list) else tuple).__iter__(value)
        return {"%s[%d]" % (path, at): item for at, item in enumerate(items)}
    attributes = _attributes(value)
    return None if attributes is None else {"%s.%s" % (path, name): item for name, item in attributes.items() if type(name) is str}


def _attributes(value):
    for kind in type.__getattribute__(type(value), "__mro__"):
        own = type.__getattribute__(kind, "__dict__").get("__dict__")
        if own is not None:
            return own.__get__(value) if type(own) is types.GetSetDescriptorType else None
    return None
