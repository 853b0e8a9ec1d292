"""Counts the starts of each statement of a program in a plain interpreter: it runs a copy of the program whose tree has a counting statement
before each of its own. Nothing here is the tracer's.

Usage: lines-oracle.py <program>. Prints JSON: how often by line, and the calls of each function by its line.
"""

import ast
import contextlib
import io
import json
import sys

COUNTS, CALLS = {}, {}
LAMBDAS = []


def count(line):
    COUNTS[line] = COUNTS.get(line, 0) + 1


def called(line):
    CALLS[line] = CALLS.get(line, 0) + 1


def first_line(node):
    return min([node.lineno] + [each.lineno for each in getattr(node, "decorator_list", [])])


def is_counted(node):
    if isinstance(node, (ast.Global, ast.Nonlocal, ast.Try)) or type(node).__name__ == "TryStar":
        return False
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return False
    if sys.version_info >= (3, 14) and isinstance(node, ast.AnnAssign) and node.value is None:
        # Annotations have code of their own, which is called when they are asked for.
        return False
    if isinstance(node, ast.While):
        # Its test is counted.
        return False
    return not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def call_of(name, line):
    node = ast.parse("%s(%d)" % (name, line)).body[0]
    return node


def with_counts(body, start=()):
    found = list(start)
    is_head = True
    for node in body:
        is_head = is_head and not is_counted(node)
        if is_counted(node):
            COUNTS.setdefault(first_line(node), 0)
            found.append(call_of("__count__", first_line(node)))
        found.append(node)
    return found


class Counting(ast.NodeTransformer):
    def generic_visit(self, node):
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body and not isinstance(node, ast.Module):
                is_function = name == "body" and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
                start = [call_of("__called__", first_line(node))] if is_function else []
                setattr(node, name, with_counts(body, start))
        return node

    def visit_While(self, node):
        self.generic_visit(node)
        if not isinstance(node.test, ast.Constant):
            COUNTS.setdefault(node.lineno, 0)
            node.test = ast.BoolOp(ast.Or(), [call_of("__count__", node.lineno).value, node.test])
        return node

    def visit_Lambda(self, node):
        """Counts the body of a lambda, unless it is never called: of several statements on a line, the one that ran most counts."""
        LAMBDAS.append(node.lineno)
        return node

    def visit_Module(self, node):
        super().generic_visit(node)
        node.body = with_counts(node.body)
        return node


def main():
    path = sys.argv[1]
    with open(path) as file:
        tree = ast.parse(file.read())
    tree = ast.fix_missing_locations(Counting().visit(tree))
    sys.argv = [path]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            exec(compile(tree, path, "exec"), {"__name__": "__main__", "__count__": count, "__called__": called})
        except BaseException:
            pass
    for line in LAMBDAS:
        COUNTS.pop(line, None)
    print(json.dumps({"lines": COUNTS, "calls": CALLS}))


main()
