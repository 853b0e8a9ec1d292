"""A plain interpreter's account of the first call of `target` in a program: the lines of a trace function of its own, and the
conditions of a copy of the program that was instrumented in its tree. Nothing here is the tracer's.

Usage: oracle.py <program>. Prints JSON.
"""

import ast
import contextlib
import dis
import io
import json
import sys

PLAIN = (int, float, str, bool, type(None))
LOOPS = (ast.For, ast.AsyncFor, ast.While)
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def is_true(test):
    return isinstance(test, ast.Constant) and bool(test.value)


class Statements(ast.NodeVisitor):
    """Lines to the statements that they are of. `owners`: the statements around each."""

    def __init__(self):
        self.spans = []

    def generic_visit(self, node):
        if isinstance(node, ast.stmt) and not isinstance(node, ast.Try) and type(node).__name__ != "TryStar":
            if not (isinstance(node, ast.While) and is_true(node.test)):
                first = min([node.lineno] + [each.lineno for each in getattr(node, "decorator_list", [])])
                body = getattr(node, "body", None) or getattr(node, "cases", None)
                if isinstance(body, list) and body:
                    start = body[0].pattern if type(body[0]).__name__ == "match_case" else body[0]
                    begin = min([start.lineno] + [each.lineno for each in getattr(start, "decorator_list", [])])
                    last = max(node.lineno, begin - 1)
                else:
                    last = node.end_lineno
                self.spans.append((first, last, node))
        super().generic_visit(node)

    def at(self, line):
        found = [each for each in self.spans if each[0] <= line <= each[1]]
        return min(found, key=lambda each: each[1] - each[0]) if found else None


def shown(value, level=0):
    if isinstance(value, PLAIN):
        return repr(value)
    if level == 0 and type(value) in (list, tuple):
        return [shown(each, 1) for each in value]
    if level == 0 and type(value) is dict:
        return {repr(key): shown(item, 1) for key, item in value.items()}
    return type(value).__name__


def find_target(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == "target":
            return node


class Watching:
    def __init__(self, path, tree):
        self.path = path
        node = find_target(tree)
        self.statements = Statements()
        for each in node.body:
            self.statements.visit(each)
        self.lines, self.calls, self.end = [], [], None
        self.frame = None
        self.current, self.offset = None, -1
        self.error = None
        self.is_over = False
        self.inner = {}

    def trace(self, frame, event, argument):
        # Methods of data classes are made of a text.
        if frame.f_code.co_filename not in (self.path, "<string>"):
            return None
        if frame.f_code.co_name == "target" and (self.frame is None or frame is self.frame):
            self.frame = frame
            return self.local
        back = frame.f_back
        while back is not None and back.f_code.co_name in COMPREHENSIONS:
            back = back.f_back
        if back is not None and back is self.frame and frame.f_code.co_name not in COMPREHENSIONS and frame not in self.inner:
            entry = [frame.f_code.co_name, None]
            self.inner[frame] = entry
            self.calls.append(entry)
            error = []

            def inner(frame, event, argument):
                if event == "exception":
                    error[:] = [argument[0].__name__]
                elif event == "line":
                    error[:] = []
                elif event == "return":
                    entry[1] = error[0] if error and argument is None else shown(argument)
                return inner

            return inner
        return None

    def snapshot(self, frame):
        return {
            name: [id(value), shown(value)] for name, value in frame.f_locals.items() if name[:1] not in ".@"
        }

    def local(self, frame, event, argument):
        if event == "exception" and argument[0] is StopAsyncIteration:
            # Python 3.9 says then that the last line of the loop runs, which it does not.
            self.is_over = sys.version_info[:2] == (3, 9)
        elif event == "exception" and argument[0] not in (StopIteration, StopAsyncIteration):
            self.error = argument[0].__name__
        elif event == "return":
            self.after(frame)
            way = dis.opname[frame.f_code.co_code[frame.f_lasti]]
            is_over = argument is not None or way.startswith("RETURN")
            self.end = ["returned", shown(argument)] if is_over or self.error is None else ["threw", self.error]
        elif event == "line":
            if not self.is_over:
                self.on_line(frame)
            self.is_over = False
        return self.local

    def after(self, frame):
        # Again at the next event: a statement that waited in between goes on.
        if self.lines:
            self.lines[-1]["after"] = self.snapshot(frame)

    def on_line(self, frame):
        found = self.statements.at(frame.f_lineno)
        if found is None:
            return
        first, last, node = found
        if node is self.current and frame.f_lasti > self.offset:
            return
        if isinstance(node, (ast.With, ast.AsyncWith)) and self.current is not None:
            if node.body[0].lineno <= self.current.lineno <= node.body[-1].end_lineno and frame.f_lasti > self.begun.get(first, -1):
                return
        self.after(frame)
        self.begun = dict(getattr(self, "begun", {}), **{})
        self.begun[first] = frame.f_lasti
        self.current, self.offset = node, frame.f_lasti
        self.lines.append({"line": first, "before": self.snapshot(frame), "after": None})


class Conditions(ast.NodeTransformer):
    """Wraps each condition: `if c:` becomes `if seen__(line, c):`."""

    def wrap(self, node):
        self.generic_visit(node)
        if not is_true(node.test) and node.body[0].lineno != node.lineno:
            call = ast.Call(ast.Name("seen__", ast.Load()), [ast.Constant(node.lineno), node.test], [])
            node.test = ast.copy_location(call, node.test)
        return node

    visit_If = visit_While = wrap


def run(code, path, names):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            exec(code, dict({"__name__": "__main__", "__file__": path}, **names))
        except BaseException:
            pass


def main(path):
    with open(path) as file:
        text = file.read()
    watching = Watching(path, ast.parse(text))
    sys.settrace(watching.trace)
    run(compile(text, path, "exec"), path, {})
    sys.settrace(None)
    branches = []
    first = []

    def seen(line, outcome):
        frame = sys._getframe(1)
        if frame.f_code.co_name == "target":
            first.append(frame)
            if frame is first[0]:
                branches.append([line, bool(outcome)])
        return outcome

    tree = Conditions().visit(ast.parse(text))
    node = find_target(tree)
    run(compile(ast.fix_missing_locations(tree), path, "exec"), path, {"seen__": seen})
    within = [each for each in branches if node.lineno <= each[0] <= node.end_lineno]
    loops = [
        [each.lineno, each.body[0].lineno if isinstance(each, ast.While) and is_true(each.test) else each.lineno]
        for each in ast.walk(find_target(ast.parse(text))) if isinstance(each, LOOPS)
    ]
    nodes = list(ast.walk(ast.parse(text)))
    print(json.dumps({
        "lines": watching.lines, "calls": watching.calls, "end": watching.end, "branches": within, "loops": loops,
        "caught": [each.name for each in nodes if isinstance(each, ast.ExceptHandler) and each.name],
        "defined": [each.name for each in nodes if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))],
    }))


main(sys.argv[1])
