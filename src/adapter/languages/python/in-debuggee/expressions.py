"""Runs inside the debuggee: expressions of breakpoints, evaluated at each pass. pydevd compiles their text at each pass; here it is
compiled once.
"""

import types

from .exception_texts import exception_message
from .private_names import as_written_in
from .read_values import class_name
from .seen_stack import ONLY_TREE, looks_at_stack, marked, seen_from
from .unwarned import Unwarned


class Expression:
    """An expression of a breakpoint, compiled once; for each function where it has names that mean another thing in each class."""

    def __init__(self, text, formatted=None):
        """`formatted`: another form of the expression, for a text that does not parse by itself."""
        if formatted is not None and not is_expression(text):
            text = formatted
        self.text = text
        self.codes = {} if "__" in text else None
        self.code = None
        # The same, where it can be evaluated in any frame as it is.
        self.simple_code = None
        self.has_functions = False
        self.looks_at_stack = looks_at_stack(text)

    def value(self, frame):
        code = self.code or self.compiled(frame)
        if self.looks_at_stack:
            code = seen_from(frame, code)
        if self.has_functions:
            # They see globals only.
            namespace = dict(frame.f_globals)
            namespace.update(frame.f_locals)
            return eval(code, namespace)
        return eval(code, frame.f_globals, frame.f_locals)

    def compiled(self, frame):
        known = None if self.codes is None else self.codes.get(frame.f_code)
        if known is not None:
            return known
        tree = self.text
        with Unwarned():
            if self.codes is not None or self.looks_at_stack:
                tree = compile(self.text, "<expression>", "eval", ONLY_TREE)
            if self.looks_at_stack:
                tree = marked(tree)
            if self.codes is not None:
                tree = as_written_in(frame, tree)
            # By this name, code that watches for modules sees at once that it is not a module.
            code = compile(tree, "<expression>", "eval").replace(co_name="<expression>")
        # First, as another thread may find the code from then on.
        self.has_functions = any(type(each) is types.CodeType for each in code.co_consts)
        if self.codes is None:
            self.code = code
            self.simple_code = None if self.has_functions or self.looks_at_stack else code
        else:
            self.codes[frame.f_code] = code
        return code


def is_expression(text):
    try:
        with Unwarned():
            compile(text, "<expression>", "eval", ONLY_TREE)
    except Exception:
        return False
    return True


def expression_or_none(text):
    return None if text is None else Expression(text)


def error_text(error):
    return "%s: %s" % (class_name(type(error)), exception_message(error))
