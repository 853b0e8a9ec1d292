"""Runs inside a traced process: finds the code objects that places of the request stand for, in the code of a module."""

import os
import types

from .trace_source import definitions_in, tree_of

# Flags of code objects.
OPTIMIZED = 0x1
VARARGS, VARKEYWORDS = 0x4, 0x8
GENERATOR, COROUTINE, ASYNC_GENERATOR = 0x20, 0x80, 0x200
PAUSING = GENERATOR | COROUTINE | ASYNC_GENERATOR
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
# What Python 3.14 makes of the annotations in a class or module.
ANNOTATIONS = "__annotate__"
TOP_LEVEL = "(top level)"


class Function:
    """A code object under the name by which it is known: `outer.<locals>.inner`, `Cart.total`, `(top level)`."""

    __slots__ = ("code", "name", "path", "line", "end_line", "id")

    def __init__(self, code, name, path, id):
        self.code, self.name, self.path, self.id = code, name, path, id
        self.line, self.end_line = max(code.co_firstlineno, 1), last_line(code)

    def record(self):
        return {
            "kind": "function", "id": self.id, "name": self.name, "path": self.path, "line": self.line, "endLine": self.end_line,
        }


def last_line(code):
    lines = [line for _, line in line_starts(code)]
    inner = [last_line(each) for each in code.co_consts if type(each) is types.CodeType]
    return max(lines + inner + [code.co_firstlineno, 1])


def line_starts(code):
    """Offset and line of each run of instructions that are of one line."""
    if hasattr(code, "co_lines"):
        return [(start, line) for start, _, line in code.co_lines() if line]
    found = []
    offset, line = 0, code.co_firstlineno
    for step, change in zip(code.co_lnotab[0::2], code.co_lnotab[1::2]):
        if step:
            found.append((offset, line))
            offset += step
        line += change - 256 if change >= 128 else change
    found.append((offset, line))
    return found


def codes_in(module):
    """The code of a module and all in it, each with its qualified name and whether it is a function."""
    found = [(module, TOP_LEVEL, True)]

    def look(code, prefix):
        for each in code.co_consts:
            if type(each) is types.CodeType:
                name = prefix + each.co_name
                is_function = bool(each.co_flags & OPTIMIZED)
                if each.co_name == "<lambda>" or each.co_name[:1] != "<" and each.co_name != ANNOTATIONS:
                    found.append((each, name, is_function))
                look(each, name + (".<locals>." if is_function else "."))

    look(module, "")
    return found


def comprehensions_in(code):
    return [each for each in code.co_consts if type(each) is types.CodeType and each.co_name in COMPREHENSIONS]


# What stands for all functions of own code.
EVERY_FUNCTION = "*"


def matches(name, wanted):
    """`outer.<locals>.inner` is meant by itself, by `outer.inner` and by `inner`."""
    if wanted == "<module>":
        wanted = TOP_LEVEL
    plain = name.replace(".<locals>.", ".")
    return wanted == EVERY_FUNCTION or wanted in (name, plain) or plain.endswith("." + wanted)


class Places:
    """The places that are wanted, and what they stand for in each module."""

    def __init__(self, own, sees_classes):
        self.own = own
        # Whether a line between the functions of a class stands for the class, and not for what is around it.
        self.sees_classes = sees_classes

    def is_file(self, place, path):
        wanted = place.get("path")
        return wanted is None or os.path.normcase(os.path.realpath(wanted)) == os.path.normcase(path)

    def find(self, place, module, path):
        """(code, name) of each function that a place stands for in a module."""
        if not self.is_file(place, path) or (place.get("path") is None and not self.own.is_own(module.co_filename)):
            return []
        found = codes_in(module)
        if place["kind"] == "function":
            return [(code, name) for code, name, is_function in found if is_function and matches(name, place["name"])]
        return [self.around(found, place["line"], path)]

    def around(self, found, line, path):
        """The innermost function: the one that begins last of those that the line is in. A lambda within a line is none."""
        best = found[0][:2]
        tree = tree_of(path)
        # Python leaves out the code of lines behind a return.
        nodes = definitions_in(tree[0]) if tree else {}
        for code, name, is_function in found[1:]:
            first = code.co_firstlineno
            # Of lambdas, several may begin on a line.
            node = nodes.get((code.co_name, first)) if code.co_name != "<lambda>" else None
            last = max(last_line(code), node.end_lineno if node else 0)
            if not first <= line <= last or code.co_name == "<lambda>" and first == line:
                continue
            if not is_function and (not self.sees_classes or first == line):
                continue
            if best[1] == TOP_LEVEL or first >= best[0].co_firstlineno:
                best = (code, name)
        return best
