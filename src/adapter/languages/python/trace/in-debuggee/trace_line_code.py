"""Runs inside a traced process: what of a module can run, and where it is counted: statements by the line on which they begin, ways by the
first statement that they lead to.
"""

import opcode
import types

from .trace_functions import OPTIMIZED, line_starts
from .trace_python import identity
from .trace_source import FUNCTIONS, LOOPS, TRIES, children_of, definitions_in, first_line, header_of, kind_name, tree_of, written

MAX_WHAT = 60
# What has no instructions, or none that belong to it.
NOT_RUN = ("Global", "Nonlocal")
# Where a `with` is left by an error: its line is come by again.
LEAVING = tuple(opcode.opmap[name] for name in ("WITH_EXCEPT_START", "WITH_CLEANUP_START") if name in opcode.opmap)


class CountedCode:
    """The code of a function, of a class's body, or of the module itself."""

    __slots__ = ("code", "within", "counters", "begins", "raised", "lines", "counts", "chosen", "errors", "calls")

    def __init__(self, code, within):
        self.code, self.within = code, within
        # By the first line of a statement: its counter, and that of the errors that left it.
        self.counters, self.raised = {}, {}
        # By the same: the offsets at which a statement begins whose line is come by more than once in a pass.
        self.begins = {}
        # By any line of a statement: its first.
        self.lines = {}
        # How often each line ran, by its number: those that are simply counted, and those that take a look at where they begin.
        self.counts, self.chosen = {}, {}
        # By the same: errors that left the statement.
        self.errors = {}
        self.calls = 0

    def begin(self):
        """Nothing has run yet, also in the child of a fork."""
        self.counts.update((line, 0) for line in self.counters if line not in self.begins)
        self.chosen.update((line, 0) for line in self.begins)
        self.errors.clear()
        self.calls = 0


class LineCode:
    """The countable code of a module. Counters are numbered through; those of `missing` are the difference of others: (counter, of, less)."""

    def __init__(self, module, path, wanted):
        """`wanted`: the codes of the functions that are counted, with what is in them; None for all."""
        self.path, self.wanted = path, wanted
        self.functions, self.statements, self.branches, self.unfinished = [], [], [], []
        self.missing = []
        self.counters = 0
        self.codes = []
        self.calls = {}
        found = tree_of(path)
        self.lines = found[1] if found else []
        self.nodes = {}
        if found is not None:
            self.nodes = definitions_in(found[0])
            self.nodes["<module>", 0] = found[0]
        self.add_code(module, -1, "", wanted is None)

    def new_counter(self):
        self.counters += 1
        return self.counters - 1

    def add_code(self, code, within, prefix, is_wanted):
        is_wanted = is_wanted or any(each is code for each in self.wanted or ())
        is_module = code.co_name == "<module>"
        node = self.nodes.get(("<module>", 0) if is_module else (code.co_name, code.co_firstlineno))
        is_function = bool(code.co_flags & OPTIMIZED)
        name = prefix + code.co_name
        if node is not None and is_wanted:
            if is_function and kind_name(node) in FUNCTIONS:
                within = self.add_function(code, name, node)
            counted = CountedCode(code, within)
            self.codes.append(counted)
            self.add_statements(counted, node)
        for each in code.co_consts:
            if type(each) is types.CodeType:
                self.add_code(each, within, "" if is_module else name + (".<locals>." if is_function else "."), is_wanted)

    def add_function(self, code, name, node):
        counter = self.calls[identity(code)] = self.new_counter()
        line = max(code.co_firstlineno, 1)
        self.functions.append({"name": name, "line": line, "endLine": max(line, node.end_lineno), "counter": counter})
        return len(self.functions) - 1

    def add_statements(self, counted, node):
        code = counted.code
        starts = line_starts(code)
        present = {line for _, line in starts}
        if kind_name(node) == "Lambda":
            self.add(counted, node.body, node.body.lineno, node.body.end_lineno, starts, False)
            return
        self.visit_all(counted, node.body, starts, present)

    def add(self, counted, node, first, last, starts, is_special):
        if first in counted.counters:
            return
        counter = counted.counters[first] = self.new_counter()
        for line in range(first, last + 1):
            counted.lines.setdefault(line, first)
        self.statements.append([first, last, counter, counted.within])
        raised = counted.raised[first] = self.new_counter()
        self.unfinished.append([first, raised])
        if kind_name(node) == "While":
            # Its test is counted: a `continue` leads to where the loop begins.
            return
        if is_special or last > first or is_come_by_again(counted.code, starts, first) or holds_loop(node):
            # A loop, and what is done at the end of a `with`, come by the first line again.
            counted.begins[first] = begin_offsets(counted.code, starts, first, node.end_lineno if is_special else last)

    def visit_all(self, counted, body, starts, present):
        for each in body:
            self.visit(counted, each, starts, present)

    def visit(self, counted, node, starts, present):
        kind = kind_name(node)
        first = first_line(node)
        if kind in NOT_RUN:
            return
        if kind in TRIES:
            self.visit_try(counted, node, starts, present)
            return
        if first in present:
            self.add(counted, node, first, self.last_of(node, kind), starts, kind in LOOPS or kind in ("With", "AsyncWith"))
        if kind in ("FunctionDef", "AsyncFunctionDef", "ClassDef"):
            return
        for name in ("body", "orelse"):
            self.visit_all(counted, getattr(node, name, None) or [], starts, present)
        for case in getattr(node, "cases", None) or []:
            self.visit_all(counted, case.body, starts, present)
        self.add_ways(counted, node, kind)

    def last_of(self, node, kind):
        if kind in ("FunctionDef", "AsyncFunctionDef", "ClassDef"):
            return max(node.lineno, first_line(node.body[0]) - 1)
        if kind in ("If", "Match", "With", "AsyncWith") or kind in LOOPS:
            return max([node.lineno] + [each.end_lineno for each in header_of(node)])
        return node.end_lineno

    def visit_try(self, counted, node, starts, present):
        self.visit_all(counted, node.body, starts, present)
        for handler in node.handlers:
            self.visit_all(counted, handler.body, starts, present)
            counter = self.entry(counted, handler.body)
            if counter is not None and first_line(handler.body[0]) != handler.lineno:
                kinds = written(self.lines, handler.type) if handler.type is not None else None
                what = "except %s" % kinds if kinds else "except"
                self.add_branch(counted, handler.lineno, what, [("caught", counter)])
        self.visit_all(counted, node.orelse, starts, present)
        self.visit_all(counted, node.finalbody, starts, present)

    def entry(self, counted, body):
        """The counter of the first statement of a body: as often as it was entered. None where that one says something else."""
        node = body[0]
        while kind_name(node) in TRIES:
            node = node.body[0]
        if kind_name(node) == "While" or kind_name(node) in NOT_RUN:
            return None
        return counted.counters.get(first_line(node))

    def add_ways(self, counted, node, kind):
        if kind == "If" and first_line(node.body[0]) != node.lineno:
            self.add_if(counted, node)
        elif kind in LOOPS and first_line(node.body[0]) != node.lineno:
            counter = self.entry(counted, node.body)
            if counter is not None:
                self.add_branch(counted, node.lineno, self.head(node), [("passes", counter)])
        elif kind == "Match":
            ways = [("case %s" % (written(self.lines, each.pattern) or "…"), self.entry(counted, each.body)) for each in node.cases]
            if all(counter is not None for _, counter in ways):
                self.add_branch(counted, node.lineno, self.head(node), ways)

    def add_if(self, counted, node):
        own, yes = counted.counters.get(node.lineno), self.entry(counted, node.body)
        if own is None or yes is None:
            return
        no = self.entry(counted, node.orelse) if node.orelse else None
        if no is None:
            no = self.new_counter()
            self.missing.append((no, own, (yes, counted.raised[node.lineno])))
        word = "elif" if self.lines[node.lineno - 1][node.col_offset:].startswith(b"elif") else "if"
        test = written(self.lines, node.test) or "…"
        self.add_branch(counted, node.lineno, "%s %s" % (word, test), [("true", yes), ("false", no)])

    def head(self, node):
        line = self.lines[node.lineno - 1][node.col_offset:].decode("utf-8", "replace")
        return line.strip().rstrip(":")

    def add_branch(self, counted, line, what, ways):
        what = what if len(what) <= MAX_WHAT else what[: MAX_WHAT - 1] + "…"
        self.branches.append({
            "line": line, "what": what, "within": counted.within, "ways": [{"name": name, "counter": each} for name, each in ways],
        })

    def record(self, number):
        return {
            "kind": "code", "text": number, "path": self.path, "functions": self.functions, "statements": self.statements,
            "branches": self.branches, "unfinished": self.unfinished,
        }


def holds_loop(node):
    """True if a statement on one line goes round within it: a comprehension that is no function of its own."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if kind_name(each) in ("ListComp", "SetComp", "DictComp", "GeneratorExp"):
            return True
        if kind_name(each) not in FUNCTIONS:
            waiting.extend(children_of(each))
    return False


def parts_of(code, starts):
    """(offset, line, whether a `with` is left there) of each part of a code."""
    instructions = code.co_code
    ends = [offset for offset, _ in starts[1:]] + [len(instructions)]
    for (offset, line), end in zip(starts, ends):
        yield offset, line, any(each in LEAVING for each in instructions[offset:end:2])


def is_come_by_again(code, starts, line):
    """True if a line has several parts, or one in the midst of which a `with` is left."""
    found, before = 0, None
    for _, each, is_leaving in parts_of(code, starts):
        if each == line and (before != line or is_leaving):
            found += 1 + is_leaving
        before = each
    return found > 1


def begin_offsets(code, starts, first, last):
    """The start of the statement that is written on these lines: not where it goes on on its first one. Code that is run at the end whatever
    happens is there more than once.
    """
    found, before = [], None
    for offset, line, is_leaving in parts_of(code, starts):
        is_more = is_leaving or before is not None and first <= before <= last
        if line == first and not (found and is_more):
            found.append(offset)
        before = line
    return frozenset(found)
