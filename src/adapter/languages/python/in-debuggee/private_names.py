"""Runs inside the debuggee: private names (`self.__total`) in an expression, which Python stores under the name of the class whose text
they stand in.
"""

import ast
import types

from .read_values import inherits


def is_private(name):
    return name.startswith("__") and not name.endswith("__")


def class_around(frame, variables=None):
    """The name of the innermost class in whose text the code of a frame stands; None where there is none, or it is not known.

    `variables`: those of the frame, where they were read.
    """
    code = frame.f_code
    path = getattr(code, "co_qualname", None)
    if path is not None:
        parts = path.split(".")[:-1]
        return next((each for each, after in zip(parts[::-1], [""] + parts[::-1]) if "<locals>" not in (each, after)), None)
    if not code.co_argcount:
        return None
    # Before 3.11, only methods know: by their first argument.
    first = (frame.f_locals if variables is None else variables).get(code.co_varnames[0])
    classes = type.__dict__["__mro__"].__get__(first if inherits(first, type) else type(first))
    return next((each.__name__ for each in classes if any(code is code_of(one) for one in type.__dict__["__dict__"].__get__(each).values())), None)


def code_of(member):
    """The code of a method as it stands in its class."""
    if type(member) is property:
        member = member.fget
    if type(member) in (staticmethod, classmethod):
        member = member.__func__
    return member.__code__ if type(member) is types.FunctionType else None


class Mangled(ast.NodeTransformer):
    def __init__(self, owner):
        self.prefix = "_" + owner.lstrip("_")

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if is_private(node.attr):
            node.attr = self.prefix + node.attr
        return node

    def visit_Name(self, node):
        if is_private(node.id):
            node.id = self.prefix + node.id
        return node


def as_written_in(frame, tree, variables=None):
    """The tree of an expression with its private names as the code of the frame has them."""
    owner = class_around(frame, variables)
    return tree if owner is None or not owner.strip("_") else Mangled(owner).visit(tree)
