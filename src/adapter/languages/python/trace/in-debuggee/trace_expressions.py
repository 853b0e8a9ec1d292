"""Runs inside a traced process: the code of expressions that are evaluated in frames of the program."""

from .trace_python import identity
from .unwarned import Unwarned


class CodeOfText:
    """The code of an expression: what it is in a frame depends on the class around that, and on the stack, where it asks for these.

    SyntaxError, ValueError: it is no expression.
    """

    __slots__ = ("text", "name", "code", "looks_at_stack", "known")

    def __init__(self, text, name):
        self.text, self.name = text.strip(), name
        self.looks_at_stack = "stack" in text or "frame" in text
        # By the id of the code of a frame, which is kept with it: its own, where there are private names in the expression.
        self.known = {} if "__" in text else None
        with Unwarned():
            self.code = compile(self.tree() if self.looks_at_stack else self.text, name, "eval")

    def tree(self):
        # It needs modules that a program may have not loaded.
        from .seen_stack import ONLY_TREE, marked

        tree = compile(self.text, self.name, "eval", ONLY_TREE)
        return marked(tree) if self.looks_at_stack else tree

    def in_frame(self, frame, values):
        """The code that is to be evaluated in a frame. `values`: its variables, as they were read."""
        code = self.code if self.known is None else self.in_class(frame, values)
        if self.looks_at_stack:
            from .seen_stack import seen_from

            code = seen_from(frame, code)
        return code

    def in_class(self, frame, values):
        found = self.known.get(identity(frame.f_code))
        if found is None:
            from .private_names import as_written_in

            with Unwarned():
                code = compile(as_written_in(frame, self.tree(), values or {}), self.name, "eval")
            found = self.known[identity(frame.f_code)] = code, frame.f_code
        return found[0]
