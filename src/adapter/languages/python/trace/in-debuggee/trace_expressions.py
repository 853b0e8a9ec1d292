"""Runs inside a traced process: the code of expressions that are evaluated in frames of the program."""

from .unwarned import Unwarned


def code_of_text(text, name):
    """The code of an expression, and how it is made to see the stack from a frame; None if it does not look at it.

    SyntaxError, ValueError: it is no expression.
    """
    text = text.strip()
    with Unwarned():
        if "stack" not in text and "frame" not in text:
            return compile(text, name, "eval"), None
        # It needs modules that a program may have not loaded.
        from .seen_stack import ONLY_TREE, marked, seen_from

        return compile(marked(compile(text, name, "eval", ONLY_TREE)), name, "eval"), seen_from
