"""Runs inside the debuggee: what becomes of an exception in each call that it comes to, by the syntax around the line that runs there. No code of
the program is run to find out.
"""

import ast
import builtins
import inspect
import os
import sys
import types

from .code_files import RUNNERS
from .frame_ends import instructions, ops
from .own_package import is_debugger_file
from .read_values import class_name, inherits, is_special, module_name
from .still_values import MISSING, class_attribute, value_of
from .syntax_trees import FUNCTIONS, around, end_line, inside, tree_for

TRIES = (ast.Try, getattr(ast, "TryStar", ast.Try))
WITHS = (ast.With, ast.AsyncWith)
LEAVING = (ast.Return, ast.Break, ast.Continue)
SUSPENDABLE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR | inspect.CO_ITERABLE_COROUTINE
# Before Python 3.11, what guards code is written in it.
GUARDS = ops("SETUP_FINALLY", "SETUP_WITH", "SETUP_ASYNC_WITH")


class Clause:
    """A handler, cleanup or context manager that an exception comes to: `ends` is True where it goes no further, None where that is not known.
    `first` to `last` are its lines. `is_for_all` is True of an `except` that names no kind of exception, or all that programs have.
    """

    __slots__ = ("ends", "first", "last", "is_for_all")

    def __init__(self, ends, first, last, is_for_all=False):
        self.ends, self.first, self.last, self.is_for_all = ends, first, last, is_for_all


def clauses(frame, error, line=None):
    """The clauses that an exception comes to in a call whose line threw, or called a function that threw; the innermost first. None if the
    text of the code is not known.
    """
    code, line = frame.f_code, line or frame.f_lineno
    if not is_guarded(code) or throws_on(code):
        return []
    tree = tree_for(code)
    if tree is None:
        return None
    found = []
    for node in reversed(of_code(around(tree, line), code)):
        if isinstance(node, TRIES):
            found += clauses_of_try(node, line, error, frame)
        elif isinstance(node, WITHS) and first_line(node.body) <= line:
            for each in reversed([item.context_expr for item in node.items]):
                ends = passing(each, frame, error)
                found.append(Clause(ends, node.lineno, node.lineno, ends and suppresses_all(each)))
    return found


def is_in_loop(frame):
    """True in a loop over items: the generator that gives them, if one does, is closed when an exception leaves."""
    tree = tree_for(frame.f_code)
    nodes = [] if tree is None else of_code(around(tree, frame.f_lineno), frame.f_code)
    return any(isinstance(each, (ast.For, ast.AsyncFor)) and is_within(frame.f_lineno, each.body) for each in nodes)


def is_guarded(code):
    """False if no code of a function runs when something in it throws."""
    table = getattr(code, "co_exceptiontable", None)
    return not GUARDS.isdisjoint(instructions(code)[::2]) if table is None else bool(table)


def throws_on(code):
    """True for Python's own code that catches nothing for good: what runs a file or a module, and what gives the generator of a context manager
    an exception.
    """
    name = os.path.basename(code.co_filename)
    return name in RUNNERS or name == "contextlib.py" and code.co_name in ("__exit__", "__aexit__") and "gen" in code.co_names


def of_code(nodes, code):
    """The nodes around a line that are of a function's own, of all of its file's."""
    name = code.co_name
    for at in range(len(nodes) - 1, -1, -1):
        node = nodes[at]
        own = "<lambda>" if isinstance(node, ast.Lambda) else getattr(node, "name", None)
        if isinstance(node, FUNCTIONS + (ast.ClassDef,)) and own == name:
            return nodes[at + 1 :]
    return nodes if name == "<module>" else []


def first_line(body):
    return min([body[0].lineno] + [each.lineno for each in getattr(body[0], "decorator_list", ())])


def is_within(line, body):
    return bool(body) and first_line(body) <= line <= end_line(body[-1])


def clauses_of_try(node, line, error, frame):
    found = []
    if is_within(line, node.body):
        for each in node.handlers:
            fits = True if each.type is None else is_caught_by(each.type, frame, error)
            if fits is False:
                continue
            ends = fate_in(each.body, each.name) if fits and type(node) is ast.Try else None
            found.append(Clause(ends, each.lineno, end_line(each.body[-1]), is_for_all(each.type)))
            if fits:
                break
    if node.finalbody and not is_within(line, node.finalbody):
        ends = None if leaves_in(node.finalbody) else False
        found.append(Clause(ends, first_line(node.finalbody), end_line(node.finalbody[-1])))
    return found


def is_for_all(node):
    if isinstance(node, ast.Tuple):
        return any(is_for_all(each) for each in node.elts)
    return node is None or isinstance(node, ast.Name) and node.id in ("Exception", "BaseException")


def suppresses_all(node):
    """True of `contextlib.suppress(Exception)`, where it is known that an exception ends in it."""
    return isinstance(node, ast.Call) and any(is_for_all(each) for each in node.args)


def taken_by_all(frame, error, line):
    """The clause in which a call ends an exception, if that takes whatever comes; None for any other, and where it goes on for certain."""
    for each in clauses(frame, error, line) or ():
        if each.ends is not False:
            return each if each.is_for_all else None
    return None


def nodes_of(body):
    for each in body:
        if not isinstance(each, FUNCTIONS + (ast.ClassDef,)):
            yield each
            yield from inside(each)


def leaves_in(body):
    return any(isinstance(each, LEAVING) for each in nodes_of(body))


def fate_in(body, name):
    """As Clause.ends, of a handler that an exception comes to: it may throw it on."""
    on = [each for each in nodes_of(body) if isinstance(each, ast.Raise) and is_on(each.exc, name)]
    if not on:
        return True
    # On each way.
    return False if on[-1] is body[-1] and not leaves_in(body) else None


def is_on(thrown, name):
    return thrown is None or name is not None and isinstance(thrown, ast.Name) and thrown.id == name


def is_caught_by(node, frame, error):
    """True if an exception is of a type, or of one of several; None where that is not known."""
    return one_of([is_caught_by(each, frame, error) for each in node.elts]) if isinstance(node, ast.Tuple) else is_of(named(node, frame), error)


def is_of(found, error):
    if type(found) is tuple:
        return one_of([is_of(each, error) for each in found])
    return inherits(error, found) if inherits(found, type) else None


def one_of(found):
    return True if True in found else None if None in found else False


def named(node, frame):
    """The value of an expression, as value_of gives it; also of a built-in name, and of a method."""
    found = value_of(node, frame)
    if found is not MISSING:
        return found
    if isinstance(node, ast.Name):
        return vars(builtins).get(node.id, MISSING)
    owner = named(node.value, frame) if isinstance(node, ast.Attribute) else MISSING
    return MISSING if owner is MISSING else class_attribute(type(owner), node.attr)


# What `with` is given.

def passing(node, frame, error):
    """As Clause.ends, of what a `with` is given."""
    if not isinstance(node, ast.Call):
        found = named(node, frame)
        return None if found is MISSING else ended_by(type(found))
    made = named(node.func, frame)
    if inherits(made, type):
        is_suppress = class_name(made) == "suppress" and module_name(made) == "contextlib"
        return is_caught_by(ast.Tuple(elts=node.args), frame, error) if is_suppress else ended_by(made)
    if type(made) is types.BuiltinFunctionType:
        # What is made in C, like a file, ends no exception.
        return False
    wrapped = vars(made).get("__wrapped__") if type(made) is types.FunctionType else None
    return ended_by_generator(wrapped.__code__) if type(wrapped) is types.FunctionType else None


def ended_by(kind):
    """As Clause.ends, of the objects of a class."""
    for name in ("__exit__", "__aexit__"):
        found = class_attribute(kind, name)
        if type(found) is types.FunctionType:
            return ended_by_function(found.__code__)
        if found is not MISSING:
            return False if type(found) in (types.MethodDescriptorType, types.WrapperDescriptorType) else None
    return None


def ended_by_function(code):
    """As Clause.ends, of a function that says whether it does."""
    node = node_of(code)
    given = [] if node is None else [each.value for each in nodes_of(node.body) if isinstance(each, ast.Return)]
    return False if node is not None and all(is_nothing(each) for each in given) else None


def is_nothing(node):
    return node is None or isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def ended_by_generator(code):
    """As Clause.ends, of a generator that `contextlib.contextmanager` was given: the exception is thrown where it waits."""
    node = node_of(code)
    if node is None or not code.co_flags & (inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR):
        return None
    for each in nodes_of(node.body):
        if isinstance(each, TRIES + WITHS) and waits_in(each.body) and not goes_on_from(each):
            return None
    return False


def waits_in(body):
    return any(isinstance(each, ast.Yield) for each in nodes_of(body))


def goes_on_from(node):
    """True if each exception leaves a statement that comes up in it."""
    if isinstance(node, WITHS):
        return False
    return not leaves_in(node.finalbody) and all(fate_in(each.body, each.name) is False for each in node.handlers)


def node_of(code):
    """The function of a code, as it is written; None where that is not known."""
    tree = tree_for(code)
    found = [] if tree is None else [each for each in ast.walk(tree) if isinstance(each, FUNCTIONS[:2]) and each.name == code.co_name]
    return next((each for each in found if first_line([each]) == code.co_firstlineno), None)


# All calls that it comes to.

# Where Python itself ends threads and processes that an exception leaves.
LAST = {"_bootstrap_inner": "threading.py", "_bootstrap": "process.py"}
# Exceptions that C takes for an answer, where it calls a function of a special name; those that are called like others.
ANSWERS = AttributeError, IndexError, TypeError
CALLED_PLAINLY = frozenset(("__init__", "__new__", "__call__", "__enter__", "__exit__", "__aenter__", "__aexit__"))
ASKING = {"hasattr", "getattr"}


def comes_to(error, frame, clauses=clauses):
    """The calls that an exception comes to, each with its clauses there, up to the program's last."""
    while frame is not None and not is_debugger_file(frame.f_code.co_filename) and not is_last(frame.f_code):
        yield frame, clauses(frame, error)
        if is_of_task(frame):
            return
        frame = frame.f_back


def fate(error, frame):
    """The fate of an exception that was thrown in a frame, or has come to it: ["caught", path, line], or without a place where only that much
    is known; ["uncaught"]; or ["undecided"].
    """
    is_doubtful = False
    for call, found in comes_to(error, frame):
        for each in found or ():
            if each.ends:
                return ["caught"] if is_doubtful else ["caught", call.f_code.co_filename, each.first]
            is_doubtful = is_doubtful or each.ends is None
        # The outermost of a greenlet is not told apart from that of a thread without one.
        is_kept = is_of_task(call) or call.f_back is None and "greenlet" in sys.modules
        is_doubtful = is_doubtful or found is None or is_kept or may_be_answer(call, error)
    return ["undecided" if is_doubtful else "uncaught"]


def is_last(code):
    return code.co_name in LAST and LAST[code.co_name] == os.path.basename(code.co_filename)


def is_of_task(frame):
    """True for the outermost coroutine of a task, whose exception is kept for who awaits it."""
    code, back = frame.f_code, frame.f_back
    if not code.co_flags & inspect.CO_COROUTINE or back is None or back.f_code.co_flags & SUSPENDABLE:
        return False
    # Others than a scheduler send to it under that name.
    return "send" not in back.f_code.co_names or os.path.dirname(back.f_code.co_filename).endswith("asyncio")


def may_be_answer(frame, error):
    """True if C may have called a function, and takes the exception for its answer."""
    name = frame.f_code.co_name
    if name == "__del__" or is_special(name) and name not in CALLED_PLAINLY and inherits(error, *ANSWERS):
        return True
    back = frame.f_back
    return inherits(error, AttributeError) and back is not None and not ASKING.isdisjoint(back.f_code.co_names)
