"""Runs inside a traced process: what is known of a function whose calls are recorded before it runs."""

from .trace_failure import PROCESS
from .trace_functions import COROUTINE
from .trace_names import WATCH_CALLED
from .trace_python import IS_MONITORED
from .trace_source import assigned_names, node_of, tree_of
from .trace_statements import Choices, Statements
from .trace_values import KEEPS_TABLE, is_ours_alone, parameters


class Plan:
    """The facts about a function before it runs."""

    def __init__(self, function):
        code = function.code
        tree = tree_of(function.path)
        node = tree and node_of(tree[0], code)
        if node is None:
            PROCESS[0].records.note(
                "The source of %s could not be read as it runs (%s): its lines are shown, but no branches and loops."
                % (function.name, function.path)
            )
        self.statements = Statements(node, tree[1] if tree else [])
        # Whether what a frame keeps of its variables is cleared, see `let_go`.
        self.lets_go = KEEPS_TABLE and is_ours_alone(code)
        self.is_top_level = code.co_name == "<module>"
        assigned = assigned_names(node) if node is not None else set()
        free = tuple(name for name in code.co_freevars if name in assigned)
        # Functions within may give something else to these at any time.
        self.shared = tuple(code.co_cellvars) + free
        self.names = tuple(dict.fromkeys(code.co_varnames + self.shared))
        self.parameters = parameters(code)
        self.what_pauses = "await" if code.co_flags & COROUTINE else "yield"
        self.choices = Choices(code, self.statements.choices) if self.statements.choices and IS_MONITORED else None
        self.steps = {}
        self.begin = self.statements.begin

    def step_of(self, line):
        """The step of a line: that of the statement that the line is part of."""
        begin = self.begin.get(line, line)
        found = self.steps.get(begin)
        if found is None or found.line != begin:
            found = Step(self, begin)
        self.steps[line] = found
        return found

    def names_of(self, line):
        """The variables that the statement on a line can have changed."""
        stores = self.statements.stores.get(line)
        names = self.names if stores is None else sorted(stores | set(self.shared))
        return tuple(each for each in names if each[:1] not in "@." and each[:2] != "__")


class Step:
    """A statement as it is come by."""

    __slots__ = ("line", "names", "decision", "around", "loop", "endless", "is_with", "is_plain", "spread_calls")

    def __init__(self, plan, line):
        statements = plan.statements
        # None for one that is not shown.
        self.line = line
        self.names = plan.names_of(line)
        self.decision = statements.decisions.get(line)
        self.around = statements.loops_around.get(line, ())
        self.loop, self.endless = statements.loop_at.get(line), statements.first_of_endless.get(line)
        self.spread_calls = statements.spread_calls.get(line, ()) if WATCH_CALLED else ()
        self.is_with = line in statements.withs
        # It opens, turns and closes no loop if the one before it is in the same.
        self.is_plain = self.loop is None and self.endless is None
