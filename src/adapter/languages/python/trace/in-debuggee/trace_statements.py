"""Runs inside a traced process: the statements of one function, as the recording of its calls needs them."""

from .read_values import MISSING
from .trace_source import LOOPS, TRIES, children_of, first_line, header_of, is_always_true, kind_name, stored_names, written


class Loop:
    __slots__ = ("line", "kind", "body", "first")

    def __init__(self, node, kind):
        self.line, self.kind = node.lineno, kind
        self.body = (first_line(node.body[0]), node.body[-1].end_lineno)
        self.first = first_statement(node.body)


class Decision:
    """The result of an `if`, `while` or `match`, seen by the statement that runs next: (what, from line, to line) of its ways."""

    __slots__ = ("line", "ways", "is_match")

    def __init__(self, line, ways, is_match=False):
        self.line, self.ways, self.is_match = line, ways, is_match

    def outcome(self, next_line):
        """The events that say it. Of a `match`, only the case that was chosen is said."""
        for what, first, last in self.ways:
            is_taken = first <= next_line <= last
            if is_taken or not self.is_match:
                return {"kind": "branch", "line": self.line, "what": what, "taken": is_taken}
        return None


def first_statement(body):
    """The line of the first statement that is shown of a body."""
    node = body[0]
    while kind_name(node) in TRIES or kind_name(node) == "While" and is_always_true(node.test):
        node = node.body[0]
    return first_line(node)


class Statements:
    """By lines: `begin` gives the first line of the statement that a line is of, or None for one that is not shown."""

    def __init__(self, node, lines):
        self.lines = lines
        self.begin = {}
        # By the first line of statements.
        self.stores, self.loops_around, self.loop_at, self.decisions, self.withs = {}, {}, {}, {}, {}
        self.first_of_endless = {}
        # (from line, to line, line of the handler), and the same of what is run at the end whatever happens.
        self.handlers, self.finals = [], []
        self.calls = {}
        # What is decided within a line, see `Choices`.
        self.choices = []
        # By the first line of statements: what they call with `*` or `**`.
        self.spread_calls = {}
        self.has_node = node is not None
        if node is None:
            return
        body = node.body if isinstance(node.body, list) else []
        if kind_name(node) == "Lambda":
            self.add(node.body, node.body.lineno, node.body.end_lineno, ())
        for each in body:
            self.visit(each, ())

    def add(self, node, first, last, loops, parts=None):
        for line in range(first, last + 1):
            if self.begin.get(line) is None:
                self.begin[line] = first
        self.stores.setdefault(first, set()).update(*map(stored_names, [node] if parts is None else parts))
        self.loops_around[first] = loops
        for part in [node] if parts is None else parts:
            self.look_inside(part, first)

    def visit_all(self, body, loops):
        for each in body:
            self.visit(each, loops)

    def visit(self, node, loops):
        kind = kind_name(node)
        if kind in TRIES:
            self.visit_try(node, loops)
        elif kind in LOOPS:
            self.visit_loop(node, loops)
        elif kind == "If":
            self.header(node, loops)
            # Written `elif`, it is the only statement of an `else`, and begins there.
            self.decide(node, "elif" if self.starts_with(node, b"elif") else "if")
            self.visit_all(node.body, loops)
            self.visit_all(node.orelse, loops)
        elif kind in ("With", "AsyncWith"):
            self.header(node, loops)
            self.withs[node.lineno] = node.lineno
            self.visit_all(node.body, loops)
        elif kind == "Match":
            self.visit_match(node, loops)
        elif kind in ("FunctionDef", "AsyncFunctionDef", "ClassDef"):
            first = first_line(node)
            last = max(node.lineno, first_line(node.body[0]) - 1)
            self.add(node, first, last, loops, [])
            self.stores[first].add(node.name)
            for each in node.decorator_list:
                self.look_inside(each, first)
        else:
            self.add(node, node.lineno, node.end_lineno, loops)

    def starts_with(self, node, word):
        line = self.lines[node.lineno - 1]
        return line[node.col_offset:].startswith(word)

    def header(self, node, loops):
        parts = header_of(node)
        last = max([node.lineno] + [each.end_lineno for each in parts])
        self.add(node, node.lineno, last, loops, parts)

    def decide(self, node, what):
        first = first_line(node.body[0])
        if first == node.lineno:
            if what != "while":
                self.choices.append((what, node.test, node.body[-1], None))
        else:
            self.decisions[node.lineno] = Decision(node.lineno, [(what, first, node.body[-1].end_lineno)])

    def visit_loop(self, node, loops):
        is_endless = kind_name(node) == "While" and is_always_true(node.test)
        loop = Loop(node, "endless" if is_endless else kind_name(node))
        inner = loops + (loop,)
        if first_line(node.body[0]) == node.lineno:
            # A loop in one line is one statement.
            self.add(node, node.lineno, node.body[-1].end_lineno, loops, [*header_of(node), *node.body])
        elif is_endless:
            self.begin[node.lineno] = None
            self.first_of_endless.setdefault(loop.first, loop)
            self.visit_all(node.body, inner)
        else:
            self.header(node, loops)
            self.loop_at[node.lineno] = loop
            if loop.kind == "While":
                self.decide(node, "while")
            self.visit_all(node.body, inner)
        self.visit_all(node.orelse, loops)

    def visit_match(self, node, loops):
        self.header(node, loops)
        ways = []
        for case in node.cases:
            what = written(self.lines, case.pattern) or "…"
            guard = "" if case.guard is None else " if " + (written(self.lines, case.guard) or "…")
            ways.append(("case %s%s" % (what, guard), first_line(case.body[0]), case.body[-1].end_lineno))
            for line in range(case.pattern.lineno, max(case.pattern.lineno + 1, first_line(case.body[0]))):
                self.begin.setdefault(line, None)
            # What a pattern captures is known when the case runs.
            self.stores[node.lineno] |= stored_names(case.pattern)
            self.visit_all(case.body, loops)
        self.decisions[node.lineno] = Decision(node.lineno, ways, True)

    def visit_try(self, node, loops):
        self.begin.setdefault(node.lineno, None)
        self.visit_all(node.body, loops)
        for handler in node.handlers:
            self.handlers.append((first_line(handler.body[0]), handler.body[-1].end_lineno, handler.lineno, handler.name))
            for line in range(handler.lineno, max(handler.lineno + 1, first_line(handler.body[0]))):
                self.begin.setdefault(line, None)
            self.visit_all(handler.body, loops)
        self.visit_all(node.orelse, loops)
        if node.finalbody:
            self.finals.append((first_line(node.finalbody[0]), node.finalbody[-1].end_lineno))
            self.visit_all(node.finalbody, loops)

    def look_inside(self, node, first):
        """Notes how calls are written."""
        waiting = [node]
        while waiting:
            each = waiting.pop()
            kind = kind_name(each)
            if kind == "Call":
                if any(kind_name(part) == "Starred" for part in each.args) or any(part.arg is None for part in each.keywords):
                    self.spread_calls.setdefault(first, []).append(each.func)
                text = written(self.lines, each.func)
                if text and len(text) <= 80:
                    place = (each.lineno, each.end_lineno, each.col_offset, each.end_col_offset)
                    self.calls[place] = text
            elif kind == "IfExp":
                self.choices.append(("… if … else …", each.test, each.body, each.orelse))
            elif kind in ("Await", "YieldFrom") and kind_name(each.value) == "Call":
                # What is waited for begins to run there.
                text = written(self.lines, each.value.func)
                if text and len(text) <= 80:
                    self.calls[each.lineno, each.end_lineno, each.col_offset, each.end_col_offset] = text
            if kind != "Lambda":
                waiting.extend(children_of(each))

    def handler_at(self, line):
        """The innermost handler whose body a line is in."""
        found = None
        for each in self.handlers:
            if each[0] <= line <= each[1] and (found is None or each[0] >= found[0]):
                found = each
        return found

    def is_final(self, line):
        return any(first <= line <= last for first, last in self.finals)


class Choices:
    """Conditions whose ways stand on their own line, told by the positions of instructions: an expression `a if c else b`, an `if` with its
    statement behind it.
    """

    def __init__(self, code, choices):
        self.positions = list(code.co_positions())
        self.choices = choices
        self.known = {}

    def outcome(self, offset, destination):
        """(what, is it taken) of a jump; None for one that decides none of them."""
        key = offset, destination
        found = self.known.get(key, MISSING)
        if found is MISSING:
            found = self.known[key] = self.find(self.positions[offset // 2], self.positions[destination // 2])
        return found

    def find(self, source, target):
        for what, test, body, other in self.choices:
            if is_within(source, test):
                if is_within(target, body):
                    return what, True
                # Of several conditions, the first may only lead to the next.
                if other is None and not is_within(target, test) or other is not None and is_within(target, other):
                    return what, False
        return None


def is_within(position, node):
    first, last, begin, end = position
    if None in position:
        return False
    return (node.lineno, node.col_offset) <= (first, begin) and (last, end) <= (node.end_lineno, node.end_col_offset)
