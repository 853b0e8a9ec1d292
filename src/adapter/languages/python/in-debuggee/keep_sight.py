"""Runs inside the debuggee: says that the debugger sees no more of what a thread calls, as its trace function is gone. The program may set one of its
own before Python 3.12, or something native may, or a full stack ends it; the tools of sys.monitoring can be taken away. One that the program has
not set is not its to end: without a debugger, `sys.settrace(None)` would change nothing.
"""

import functools
import sys
import threading
import types

import pydevd
import pydevd_tracing

from .how_asked import thread_name
from .pass_reports import AT_END, own_debugger, report

LOCAL = threading.local()
MARK = "\ue000unseen0\ue001"
OWN = "set a trace function of its own in %s, and what is called there from then on is not seen"
WAS_OWN = "had a trace function of its own in %s for a while, and what was called there meanwhile is not seen"
GONE = "lost the debugger's trace function in %s, as by {}, and what was called there after that is not seen"
COVERAGE, FULL = "coverage (a way round is pytest --no-cov, or Python 3.12)", "a full stack"
NO_TOOL = "took away the debugger's tool of sys.monitoring, and what was called after that is not seen"
DEBUGGERS = ("pydevd", "_pydev", "mcp_debugger.")

gettrace, end_trace = sys.gettrace, pydevd_tracing._original_settrace
# Its function sets the trace function of the debugger; there is none where the debugger has left.
TRACING = pydevd_tracing.TracingFunctionHolder
# By thread: the trace function that the debugger has set. Old versions do not keep it.
SET_BY_DEBUGGER = getattr(pydevd_tracing, "_last_tracing_func_thread_local", LOCAL)


def unseen(function):
    """A function that the debugger takes for one of its own where it is called in a traced thread: steps do not enter it."""
    return types.FunctionType(function.__code__.replace(co_filename=pydevd_tracing.__file__), function.__globals__, function.__name__)


@unseen
def is_debuggers(function):
    while type(function) is functools.partial:
        function = function.func
    if type(function) is types.MethodType:
        function = function.__func__
    try:
        module = object.__getattribute__(function, "__module__")
    except AttributeError:
        module = type.__getattribute__(type(function), "__module__")
    return type(module) is str and module.startswith(DEBUGGERS)


@unseen
def settrace(function):
    """Stands in `sys` for the program. A trace function of its own meets this, and nothing that is called here."""
    before = gettrace()
    if function is None and (before is None or "is_lost" not in LOCAL.__dict__ and is_debuggers(before)):
        return
    try:
        end_trace(None)
    except RuntimeError:
        TRACING._original_tracing(None)
    set_for_program(function, before)


def set_for_program(function, before):
    if function is not None and not is_debuggers(function):
        if is_debuggers(before):
            LOCAL.is_lost = True
            say(OWN)
        TRACING._original_tracing(function)
    elif "is_lost" in LOCAL.__dict__:
        del LOCAL.is_lost
        trace_again()
        say(WAS_OWN)
    elif function is not None:
        TRACING._original_tracing(function)


def trace_again():
    """The debugger's tracing, also in the calls that are under way, where the program's function would go on to be called."""
    frame, program = sys._getframe(2), sys._getframe(3)
    while frame is not None:
        if frame.f_trace is not None and not is_debuggers(frame.f_trace):
            frame.f_trace = None
        frame = frame.f_back
    debugger = own_debugger()
    debugger.enable_tracing()
    try:
        debugger.set_trace_for_frame_and_parents(threading.get_ident(), program)
    except TypeError:
        # Old versions do it in another way.
        pass


def say(text):
    report(MARK + text % thread_name(threading.get_ident()))


def look():
    """To be called in a thread that has come to its end."""
    own = LOCAL.__dict__
    if "is_looked_at" in own or TRACING._original_tracing is None:
        return
    LOCAL.is_looked_at = True
    if SET_BY_DEBUGGER.__dict__.get("tracing_func") is not None and "is_lost" not in own and not is_debuggers(gettrace()):
        say(GONE.format("%s or %s" % (COVERAGE, FULL) if "coverage" in sys.modules else FULL))


def look_at_tool():
    if threading.current_thread() is not threading.main_thread():
        return
    AT_END.remove(look_at_tool)
    tools = sys.monitoring
    name = tools.get_tool(tools.DEBUGGER_ID)
    # Until Python 3.13, the callbacks of a tool stay that is freed.
    is_on = is_called(tools) if name == "pydevd" else name is None and sys.version_info < (3, 14)
    if not is_on and has_to_see(own_debugger()):
        report(MARK + NO_TOOL)


def is_called(tools):
    """False if no event calls the debugger, or one does not that has to. What an event calls is told by what takes its place."""
    events, kinds = tools.get_events(tools.DEBUGGER_ID), tools.events
    # Lines are asked for code by code.
    for event, asked in ((kinds.PY_START, kinds.PY_START), (kinds.LINE, kinds.PY_START), (kinds.RAISE, kinds.RAISE)):
        if events & asked:
            function = tools.register_callback(tools.DEBUGGER_ID, event, None)
            tools.register_callback(tools.DEBUGGER_ID, event, function)
            if function is None:
                return False
    return events != 0


def has_to_see(debugger):
    """True if the debugger has asked for events. Without breakpoints it does not."""
    exceptions = debugger.break_on_caught_exceptions, debugger.break_on_user_uncaught_exceptions, debugger.break_on_uncaught_exceptions
    return any((*exceptions, debugger.function_breakpoint_name_to_breakpoint, *debugger.breakpoints.values()))


def look_at_ends():
    debugger = own_debugger()
    disable = debugger.disable_tracing

    def disable_tracing():
        look()
        disable()

    debugger.disable_tracing = disable_tracing
    AT_END.append(look)


def see_in_forks():
    """A forked process has the tool, for which its debugger then does not ask for events."""
    begin, tools = pydevd.settrace_forked, sys.monitoring
    if begin.__name__ == "begin_with_own_tool":
        return

    def begin_with_own_tool(*args, **kwargs):
        if tools.get_tool(tools.DEBUGGER_ID) == "pydevd":
            tools.free_tool_id(tools.DEBUGGER_ID)
        return begin(*args, **kwargs)

    pydevd.settrace_forked = begin_with_own_tool


try:
    if hasattr(sys, "monitoring"):
        AT_END.append(look_at_tool)
        see_in_forks()
    else:
        if TRACING._original_tracing is not None:
            sys.settrace = settrace
        look_at_ends()
except Exception:
    pass
