"""Runs inside the debuggee: no handler of a signal is called in the debugger's code. Python calls it in whatever the main thread runs, which is
pydevd's at a stop, and often between them: what it throws is lost there, or ends the trace function, and what it calls is not seen. So another
object stands in the place of each handler, and is sent the signal again until it comes to the program's own code; of a stop, when that has ended.

The program is given its own handlers where it asks for them. What the system was told stays: whether a call that is interrupted begins again, and
a handler in C that came before Python's.
"""

import _signal
import os
import signal
import sys
from ctypes import PyDLL, c_int, c_void_p, create_string_buffer, py_object

from .frame_ends import ops
from .keep_sight import unseen
from .own_package import FILES, of_program
from .pass_reports import report

MARK = "\ue000note0\ue001"
SIGNALS, NAMES = sorted(_signal.valid_signals()), {each.value: each.name for each in signal.Signals}
# The size of a `struct sigaction`, at most.
ACTION_BYTES = 512
# Where our files are, and Python's; a file of pydevd's whose code is below the program's.
OWN_FOLDER, OF_PYTHON, BEGINS_PROGRAM = os.sep + "in-debuggee" + os.sep, ("<", os.path.dirname(os.__file__)), "pydevd_runpy.py"
CALL_NOTHING = ops(
    "LOAD_COMMON_CONSTANT", "LOAD_CONST", "LOAD_DEREF", "LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_BORROW_LOAD_FAST_BORROW", "LOAD_GLOBAL",
    "LOAD_NAME", "LOAD_SMALL_INT", "NOP", "PUSH_NULL", "RESUME", "RETURN_CONST", "RETURN_VALUE",
)
# So often at most a signal is sent again before its handler is called all the same.
MOST_TRIES = 20_000
# The stops in which the main thread stands; what came since the first of them; the file descriptor by which the program wants to be told of signals.
STOPS, CAME, TOLD_BY = [], [], []
# The ends of evaluations that are to be interrupted.
INTERRUPTED = []

set_in_python, handler_in_python = _signal.signal, _signal.getsignal


class HeldHandler:
    """In the place of a handler. Python asks for what is to be called at each call, and calls that itself: no frame of ours is in between."""

    __slots__ = ("number", "handler", "times", "tries", "is_told")

    @unseen
    def __init__(self, number, handler):
        self.number, self.handler = number, handler
        # How often the signal came in these stops, and has been sent again; true if the client was told, and the handler not called yet.
        self.times, self.tries, self.is_told = 0, 0, False

    @property
    @unseen
    def __call__(self):
        return called_by(self, sys._getframe(1))


@unseen
def called_by(held, frame):
    if INTERRUPTED and held.number == signal.SIGINT:
        return nothing if INTERRUPTED.pop().is_set() else signal.default_int_handler
    if STOPS:
        held.times += 1
        if held.times == 1:
            CAME.append(held)
        return nothing
    if held.tries < MOST_TRIES and is_in_debugger(frame):
        held.tries += 1
        tell_no_more()
        return send
    held.tries, held.is_told = 0, False
    while TOLD_BY:
        tell_again(TOLD_BY.pop())
    return held.handler


@unseen
def nothing(number, frame):
    """Called for a signal that is sent again when the stop has ended."""


@unseen
def is_in_debugger(frame):
    """True for a frame of the debugger's code, or of code of Python's or of no file that this has called; by C, which has no frames, where what has
    called it can call nothing.
    """
    is_called = False
    while frame is not None:
        name = frame.f_code.co_filename
        if "pydevd" in name or OWN_FOLDER in name or name in FILES:
            return not name.endswith(BEGINS_PROGRAM)
        if not name.startswith(OF_PYTHON) or "site-packages" in name:
            return is_called and (frame.f_lasti < 0 or frame.f_code.co_code[frame.f_lasti] in CALL_NOTHING)
        is_called, frame = True, frame.f_back
    return False


@unseen
def tell_no_more():
    """The program was told of a signal when it came, and is not to be each time that it is sent again."""
    found = _signal.set_wakeup_fd(-1)
    if found != -1:
        TOLD_BY.append(found)


@unseen
def tell_again(descriptor):
    try:
        _signal.set_wakeup_fd(descriptor, warn_on_full_buffer=False)
    except (OSError, ValueError):
        # It is closed.
        pass


def stand():
    """The thread begins to stand. True if handlers are called in it, and :func:`go_on` is to be called when it goes on."""
    if not IS_HELD or not is_main():
        return False
    hold_all()
    STOPS.append(True)
    return True


def go_on():
    STOPS.pop()
    if STOPS or not CAME:
        return
    for each in CAME:
        if not each.is_told:
            each.is_told = True
            tell(each)
    tell_no_more()
    while CAME:
        each = CAME.pop()
        each.times = 0
        if handler_in_python(each.number) is each:
            send(each.number, None)


def interrupt(ident, done):
    """Ends an evaluation in the main thread by KeyboardInterrupt, unless its end is set by then."""
    handler = handler_in_python(signal.SIGINT)
    if type(handler) is HeldHandler:
        INTERRUPTED.append(done)
    if type(handler) is HeldHandler or handler is signal.default_int_handler:
        _signal.pthread_kill(ident, signal.SIGINT)


def tell(held):
    name = NAMES.get(held.number, "signal %d" % held.number)
    times = "" if held.times == 1 else " %d times" % held.times
    report("%s%s came%s while the program was stopped, and is handled as it goes on." % (MARK, name, times))


@unseen
def is_main():
    """True in the thread in which Python calls handlers. It refuses to set one in any other, before it looks at the signal."""
    try:
        set_in_python(signal.SIGKILL, _signal.SIG_DFL)
    except ValueError:
        return False
    except OSError:
        pass
    return True


def hold_all():
    for number in SIGNALS:
        handler = handler_in_python(number)
        if callable(handler) and type(handler) is not HeldHandler:
            action = create_string_buffer(ACTION_BYTES)
            system_action(number, None, action)
            set_in_python(number, HeldHandler(number, own_handler(handler)))
            system_action(number, action, None)


@unseen
def own_handler(found):
    """The program's handler, also where it is held by a debugger that has left."""
    kind = type(found)
    is_held = type(kind) is type and kind.__name__ == HeldHandler.__name__ and kind.__module__ == HeldHandler.__module__
    return found.handler if is_held else found


@unseen
def set_handler(signalnum, handler, /):
    return own_handler(set_in_python(signalnum, HeldHandler(signalnum, handler) if callable(handler) else handler))


@unseen
def get_handler(signalnum, /):
    return own_handler(handler_in_python(signalnum))


class InPython:
    """In the place of a function of the module `_signal`. It is another one in the main thread than elsewhere, where Python refuses to set handlers."""

    def __init__(self, original, in_main, elsewhere):
        self.in_main, self.elsewhere = in_main, elsewhere
        for each in ("__doc__", "__module__", "__name__", "__qualname__", "__text_signature__"):
            setattr(self, each, getattr(original, each))

    @property
    @unseen
    def __call__(self):
        return self.in_main if is_main() else self.elsewhere


def of_system(name, *kinds):
    """A function of C's. It is called as a handler is, with the number of a signal first."""
    found = PyDLL(None)[name]
    found.argtypes = kinds
    return found


try:
    send, system_action = of_system("raise", c_int, py_object), of_system("sigaction", c_int, c_void_p, c_void_p)
    IS_HELD = True
except Exception:
    # Windows has no such actions.
    IS_HELD = False
try:
    if IS_HELD:
        of_program("_signal").signal = InPython(set_in_python, set_handler, set_in_python)
        of_program("_signal").getsignal = InPython(handler_in_python, get_handler, get_handler)
        if is_main():
            hold_all()
except Exception:
    pass
