"""Runs inside the debuggee: answers the debugger's questions about frames and expressions. They come in as JSON and go out as JSON."""

import ast
import dis
import inspect
import json
import sys
import threading
import time

from .describe_values import children, inside, node
from .exception_causes import thrown_in
from .exception_handlers import SUSPENDABLE
from .exception_texts import TimeIsUp, end_in_thread, exception_message
from .followed_calls import number_of
from .frame_variables import shown_variables
from .own_package import FILES
from .own_threads import in_new_thread
from .private_names import as_written_in
from .read_values import HELD, Work, class_name, clip
from .seen_stack import looks_at_stack, marked, seen_from
from .thrown_locals import RECORDER
from .thrown_steps import RETURNED, THROWN, is_called

# The type of what an asynchronous generator yields, to Python itself. The debugger takes that for a return before Python 3.12.
YIELDED = "async_generator_wrapped_value"

# Looking into frames.

def asking_frame():
    """The frame in which the debugger evaluates; its own frames between it and this one are passed over."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_name == "evaluate_expression":
            return frame.f_locals["frame"]
        frame = frame.f_back
    raise LookupError("no frame is being asked")




def may_begin(frame):
    """True if the call of a frame may begin in its line, or go on there after it has waited, so that it is another than the last."""
    code = frame.f_code
    first = next((line for _, line in dis.findlinestarts(code) if line is not None and line > code.co_firstlineno), None)
    return bool(code.co_flags & SUSPENDABLE) or first is None or frame.f_lineno <= first


def scope_variables(scope):
    frame = asking_frame()
    found = frame.f_globals if scope == "global" else frame.f_locals
    returned = dict.items(found.get(RETURNED, {}))
    results = [("(return) " + each, result) for each, result in list(returned) if is_called(each) and class_name(type(result)) != YIELDED]
    if scope != "global" and id(frame) in THROWN:
        name, error = THROWN[id(frame)]
        results.append(("(threw) " + name, error))
    ordinary = {name: item for name, item in list(found.items()) if name != RETURNED}
    return results + shown_variables(ordinary, scope == "global" or frame.f_locals is frame.f_globals)


# Evaluating, with a limit of time.

# The deadlines of what is being evaluated.
UNDER_WAY = []

MAX_THROWS = 20
MAX_TRACED_CALLS = 50
MAX_SECONDS_TO_CANCEL = 1


def end_evaluations():
    """Has what is being evaluated end now, as its deadline would end it."""
    for deadline in list(UNDER_WAY):
        in_new_thread(deadline.fire)


class Deadline:
    """Ends the evaluation in this thread after some time, or earlier when it is asked to, as far as Python lets it be ended."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.thread = threading.get_ident()
        self.done = threading.Event()
        self.fired = False
        # What ends it where it waits for another thread.
        self.wake = None

    def start(self):
        if self.seconds is not None:
            in_new_thread(self.watch)

    def watch(self):
        if not self.done.wait(self.seconds):
            self.fire()

    def fire(self):
        if self.fired or self.done.is_set():
            return
        self.fired = True
        if self.wake is not None:
            self.wake()
            return
        if end_in_thread(self.thread, self.done):
            return
        from .held_signals import interrupt

        # A signal ends calls into C that wait.
        if self.thread == threading.main_thread().ident:
            interrupt(self.thread, self.done)
        # Where the debugger's tracing is written in Python, it may have been raised there, and been caught.
        for _ in range(MAX_THROWS):
            if self.done.wait(0.2) or end_in_thread(self.thread, self.done):
                return

    def end(self):
        self.done.set()


def evaluated(text, namespace, deadline):
    try:
        tree = tree_of(text, "eval")
        code = compile(tree, FILE_NAME, "eval", ALLOW_AWAIT)
    except SyntaxError:
        tree = tree_of(text, "exec")
        code = compile(tree, FILE_NAME, "exec", ALLOW_AWAIT)
    if looks_at_stack(text):
        code = seen_from(asking_frame(), code)
    if code.co_flags & inspect.CO_COROUTINE:
        return awaited(code, namespace, deadline)
    if any(isinstance(each, MAY_TAKE_LONG) for each in ast.walk(tree)):
        deadline.start()
    try:
        return eval(code, namespace)
    finally:
        deadline.end()


def awaited(code, namespace, deadline):
    """The result of awaiting, in an event loop of its own: that of the program stands still. Its thread is one of the debugger's, where
    nothing stops.
    """
    import asyncio
    from _pydevd_bundle.pydevd_constants import get_global_debugger
    from _pydevd_bundle.pydevd_daemon_thread import PyDBDaemonThread

    found = {}
    done = threading.Event()

    async def run():
        found["cancel"] = asyncio.get_running_loop().call_soon_threadsafe, asyncio.current_task().cancel
        return await eval(code, namespace)

    def run_and_keep():
        try:
            found["value"] = asyncio.run(run())
        except BaseException as error:
            found["error"] = error
        done.set()

    PyDBDaemonThread(get_global_debugger(), (run_and_keep, (), {})).start()
    deadline.wake = done.set
    if not done.wait(deadline.seconds) or deadline.fired:
        deadline.fired = True
        done.clear()
        if "cancel" in found:
            call, cancel = found["cancel"]
            call(cancel)
            done.wait(MAX_SECONDS_TO_CANCEL)
        raise TimeIsUp
    if "error" in found:
        raise found["error"]
    return found["value"]


def tree_of(text, mode):
    tree = compile(text, FILE_NAME, mode, ALLOW_AWAIT | ast.PyCF_ONLY_AST)
    if looks_at_stack(text):
        tree = marked(tree)
    return as_written_in(asking_frame(), tree) if "__" in text else tree


DIGITS_ASKED = 5000
# As Python itself calls what is evaluated, in tracebacks.
FILE_NAME = "<string>"
# A deadline is a thread, which costs more than most evaluations do.
MAY_TAKE_LONG = (ast.Call, ast.comprehension, ast.While, ast.For, ast.With, ast.Import, ast.ImportFrom)
ALLOW_AWAIT = getattr(ast, "PyCF_ALLOW_TOP_LEVEL_AWAIT", 0)


def held_node(value, limits, depth):
    """A value that nothing else may hold: it is kept for the present stop if there is something inside."""
    described = node(Work(), value, limits, depth)
    if "n" in described:
        described["h"] = HELD.add(value)
    return described


def thrown(error, limits):
    described = held_node(error, limits, 0)
    message = clip(exception_message(error), 2000)[0]
    answer = {"a": "thrown", "name": class_name(type(error)), "message": message, "node": described}
    try:
        answer["trace"] = trace_text(error, message)
    except BaseException:
        # Its class may be written so that it cannot be asked.
        pass
    return answer


def trace_text(error, message):
    """Python's traceback of an exception, without the calls of ours that led to the expression; None if there are no others."""
    import traceback

    at = BaseException.__traceback__.__get__(error)
    while at is not None and at.tb_frame.f_code.co_filename in FILES:
        at = at.tb_next
    if at is None:
        return None
    module = type(error).__module__
    name = class_name(type(error)) if module in ("builtins", "__main__") else module + "." + type(error).__qualname__
    calls = "".join(traceback.format_tb(at, -MAX_TRACED_CALLS))
    return "Traceback (most recent call last):\n" + calls + name + (": " + message if message else "") + "\n"


def evaluate(question, limits, namespace):
    seconds = question.get("seconds")
    deadline = Deadline(seconds)
    UNDER_WAY.append(deadline)
    try:
        value = evaluated(question["text"], namespace, deadline)
        if deadline.fired:
            time.sleep(0)
    except (TimeIsUp, KeyboardInterrupt) as error:
        if deadline.fired:
            return {"a": "timeout"}
        return thrown(error, limits)
    except BaseException as error:
        return thrown(error, limits)
    finally:
        UNDER_WAY.remove(deadline)
    if type(value) is int:
        # A number that is cut is another one.
        limits = dict(limits, text=max(limits["text"], DIGITS_ASKED))
    return {"a": "value", "node": held_node(value, limits, limits["depth"])}


def value_at(root, path):
    """The value at the end of a path of positions, from a variable of a scope or from a value that was evaluated. LookupError: there is none."""
    if "held" in root:
        value = HELD.values[root["held"]]
    else:
        value = dict(scope_variables(root["scope"]))[root["name"]]
    for at in path:
        content = inside(value)
        value = list(content[1](at, at + 1))[0][1] if content else [][at]
    return value


def ask(text):
    """Answers a question; called by the expressions that the debugger evaluates."""
    question = json.loads(text)
    HELD.at(question["stop"])
    limits = question["limits"]
    kind = question["kind"]
    if kind == "evaluate":
        return json.dumps(evaluate(question, limits, sys._getframe(1).f_globals))
    start = question["start"]
    if kind == "scope":
        found = scope_variables(question["scope"])
        listed = lambda first, last: found[first:last]
    else:
        try:
            content = inside(value_at(question["root"], question["path"]))
        except LookupError:
            return json.dumps({"a": "stale"})
        listed = content[1] if content else lambda first, last: []
    answer = {"a": "variables", "c": list(children(Work(), listed, start, limits, limits["depth"]))}
    if kind == "scope":
        frame = asking_frame()
        answer["b"], answer["f"] = may_begin(frame), number_of(frame)
        if question["scope"] == "local" or frame.f_locals is frame.f_globals:
            error = thrown_in(threading.current_thread())
            if error is not None:
                RECORDER.add_changes(answer["c"], error, frame)
    return json.dumps(answer)
