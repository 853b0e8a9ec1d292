"""Runs inside the debuggee: the syntax of the program's files, and what stands around a line. Works on Python 3.6 and later."""

import ast
import inspect
import linecache
import tokenize

from .unwarned import Unwarned

MAX_TEXT = 100
TREES = {}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def lines_of(path):
    """The lines of a file as Python finds them, or of its text in UTF-8, where the program has changed what Python decodes files by."""
    try:
        return linecache.getlines(path)
    except Exception:
        return lines_in_utf_8(path)


def lines_in_utf_8(path):
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8", "replace").splitlines(True)
    except OSError:
        return []


def tree_of(path):
    if path not in TREES:
        try:
            with Unwarned():
                TREES[path] = ast.parse("".join(lines_of(path)))
        except (SyntaxError, ValueError):
            TREES[path] = None
    return TREES[path]


def tree_for(code):
    """The syntax of a function alone, with the lines of its file, of which it is a small part to parse; that of the file where it has no name."""
    key = code.co_filename, code.co_firstlineno
    if key not in TREES:
        TREES[key] = None if code.co_name.startswith("<") else tree_of_block(*key)
    return TREES[key] or tree_of(code.co_filename)


def tree_of_block(path, first):
    try:
        lines = inspect.getblock(lines_of(path)[first - 1 :])
        # What is indented stands in something. Without that indentation, its texts of several lines would be others.
        is_inside = lines[0][:1].isspace()
        with Unwarned():
            tree = ast.parse("".join(["if True:\n"] * is_inside + lines))
    except (SyntaxError, ValueError, IndexError, tokenize.TokenError):
        return None
    return ast.increment_lineno(tree, first - 1 - is_inside)


def end_line(node):
    return getattr(node, "end_lineno", None) or max(getattr(each, "lineno", 0) for each in ast.walk(node))


def around(tree, line):
    """The nodes around a line, outermost first."""
    found = []

    def enter(node):
        for child in ast.iter_child_nodes(node):
            first = getattr(child, "lineno", None)
            if first is None:
                enter(child)
            elif first <= line <= end_line(child):
                found.append(child)
                enter(child)

    enter(tree)
    return found


def inside(node):
    """The nodes below one that run with it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, FUNCTIONS + (ast.ClassDef,)):
            yield child
            yield from inside(child)


def text_of(node, path):
    lines = lines_of(path)
    if not getattr(node, "end_lineno", None):
        return lines[node.lineno - 1].strip() if node.lineno <= len(lines) else ""
    part = lines[node.lineno - 1 : node.end_lineno]
    if not part:
        return ""
    encoded = [each.encode("utf-8") for each in part]
    encoded[-1] = encoded[-1][: node.end_col_offset]
    encoded[0] = encoded[0][node.col_offset :]
    text = " ".join(b"".join(encoded).decode("utf-8", "replace").split())
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"
