"""Runs inside the debuggee: what an expression sees of the stack: the frame that it is evaluated in and the calls that led there, as if it stood in
the text of the program. What evaluates it stands between them.
"""

import ast
import inspect
import sys
import traceback
import types

from .code_files import is_of_program

ONLY_TREE = ast.PyCF_ONLY_AST
MARK = "\ue000stack"


class Stack:
    """The stack from a frame on. `of` gives for a function of Python's that looks at its caller another one that looks there."""

    def __init__(self, frame):
        self.frame = frame

    def of(self, function):
        code = getattr(function, "__code__", None) if type(function) is types.FunctionType else function
        for known, substitute in LOOKS.values():
            if code is known:
                return lambda *args, **named: substitute(self, function, *args, **named)
        return function

    def frame_at(self, function, depth=0):
        frame = self.frame
        for _ in range(depth):
            frame = frame and frame.f_back
        if frame is None or not is_of_program(frame.f_code.co_filename):
            raise ValueError("call stack is not deep enough")
        return frame

    def current(self, function):
        return self.frame

    def infos(self, function, context=1):
        return [each for each in inspect.getouterframes(self.frame, context) if is_of_program(each.frame.f_code.co_filename)]

    def summary(self, function, f=None, limit=None):
        # As the program has it: what it gives is of a class of its module.
        found = function.__globals__["extract_stack"](f or self.frame)
        shown = [each for each in found if is_of_program(each.filename)]
        found[:] = shown if limit is None else shown[-limit:] if limit > 0 else shown[:-limit]
        return found

    def texts(self, function, f=None, limit=None):
        return self.summary(function, f, limit).format()

    def print(self, function, f=None, limit=None, file=None):
        print("".join(self.texts(function, f, limit)), end="", file=sys.stderr if file is None else file)


# By name: the code that is looked for, or the function where that is written in C.
LOOKS = {
    "_getframe": (sys._getframe, Stack.frame_at),
    "currentframe": (inspect.currentframe.__code__, Stack.current),
    "stack": (inspect.stack.__code__, Stack.infos),
    "extract_stack": (traceback.extract_stack.__code__, Stack.summary),
    "format_stack": (traceback.format_stack.__code__, Stack.texts),
    "print_stack": (traceback.print_stack.__code__, Stack.print),
}


class Marking(ast.NodeTransformer):
    """Has each function that is called given by a method of a mark. In the code, an object gets the place of that. Functions that an expression
    makes stay as they are: the program may keep them.
    """

    def visit_Call(self, node):
        self.generic_visit(node)
        mark = ast.Attribute(ast.Constant(MARK, kind=None), "of", ast.Load())
        node.func = ast.Call(mark, [node.func], [])
        return node

    def as_it_is(self, node):
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = as_it_is


def looks_at_stack(text):
    return any(name in text for name in LOOKS)


def marked(tree):
    return ast.fix_missing_locations(Marking().visit(tree))


def seen_from(frame, code):
    """The code of a marked tree, as it is evaluated in a frame."""
    stack = Stack(frame)

    def put_in(code):
        return code.replace(co_consts=tuple([put(each) for each in code.co_consts]))

    def put(value):
        if type(value) is types.CodeType:
            return put_in(value)
        return stack if type(value) is str and value == MARK else value

    return put_in(code)
