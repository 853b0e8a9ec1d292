"""Runs inside a process below a program that is debugged, when something happens that few processes do: it starts others, begins threads, dies
of an exception, or is to be adopted.
"""

import os
import sys

from .follow_start import IMPORTING, THREAD_EVENT, WANTED_VARIABLE, Refused, append_report, imports_library, is_own, report_begun
from .own_files import as_json
from .pass_to_children import exec_with_all, note_isolated, pass_on_through_spawn, pass_on_through_subprocess


def report(following, kind, text):
    append_report(following, kind, as_json(text))


def adopt_after_import(following):
    """Has the process adopted when the outermost module of Python's own that is being imported is there."""
    if sys.getprofile() is not None:
        # The next module at which nothing of Python's is being imported will do.
        return

    def on_event(frame, event, arg):
        code = frame.f_code
        if event != "return" or code.co_name != "_find_and_load" or code.co_filename != IMPORTING or imports_library(None, frame):
            return
        sys.setprofile(None)
        if following.state == "watching":
            following.adopt(None, False)

    sys.setprofile(on_event)


def adopt_process(following, is_own_code=True):
    """Has debugpy connect, and the debugger set its breakpoints. Returns whether that was done. In code that is not the program's own, names of
    functions and files are often there by chance: a process that has no debugpy is asked again at its own code.
    """
    if is_debugged():
        following.state = "left"
        return False
    try:
        from .follow_adopt import connect_debugger

        is_connected = connect_debugger(following)
    except Exception as error:
        following.state = "left"
        report(following, "failed", "%s: %s" % (type(error).__name__, error))
        return False
    if is_connected or is_own_code:
        following.state = "adopted" if is_connected else "left"
    else:
        following.state = "watching"
    if following.state == "left":
        report(following, "missing", "%s|%d.%d" % (sys.executable, *sys.version_info[:2]))
    return is_connected


def is_debugged():
    """True if a debugger is in this process already: it is the program that was started, or a process that its debugger has found."""
    pydevd = sys.modules.get("pydevd")
    return pydevd is not None and pydevd.get_global_debugger() is not None


def on_rare_event(following, event, args):
    if event == "sys.excepthook":
        on_uncaught(following, args[2])
    elif event == THREAD_EVENT:
        on_uncaught(following, args[0])
    elif event == "subprocess.Popen":
        on_subprocess(following)
    elif event == "os.exec":
        on_exec_call(following, *args)
    elif event == "os.posix_spawn":
        on_spawn(following, *args)
    elif event in ("os.fork", "os.forkpty"):
        on_fork(following)
    else:
        on_thread(following, getattr(args[0], "__self__", None))


# Children.


def on_subprocess(following):
    frame = sys._getframe()
    while frame is not None and frame.f_code.co_name != "_execute_child":
        frame = frame.f_back
    if sys.version_info >= (3, 13) and frame is not None:
        values = frame.f_locals
        if values.get("env") is not None or getattr(sys.modules["subprocess"], "_USE_POSIX_SPAWN", False):
            pass_on_through_spawn(following, values)
        else:
            note_isolated(following, values.get("args"))
    else:
        pass_on_through_subprocess(following)


IS_EXECUTING = []


def on_exec_call(following, path, arguments, env):
    note_isolated(following, [*arguments])
    if env is None or IS_EXECUTING or has_variable(env):
        return
    IS_EXECUTING.append(True)
    try:
        exec_with_all(following, path, arguments, env)
    except OSError as error:
        raise Refused(error)
    finally:
        IS_EXECUTING.clear()


def on_spawn(following, path, arguments, env):
    """The system has read the environment by now."""
    note_isolated(following, [*arguments])
    if not has_variable(env) and "python" in os.path.basename(os.fsdecode(path)):
        following.note_isolated("os.posix_spawn")


def has_variable(env):
    return any(os.fsencode(key) == WANTED_VARIABLE.encode() for key in env)


FORKS = []


def on_fork(following):
    """Before the first copy that the process makes of itself: what runs in one has been loaded here."""
    if not FORKS:
        FORKS.append(True)
        os.register_at_fork(after_in_child=lambda: report_copy(following, sys._getframe(1)))


def report_copy(following, frame):
    try:
        if following.runs_own and following.state == "watching":
            report_begun(following, name_of_copy(frame))
    except Exception:
        pass


def name_of_copy(frame):
    """The name that `multiprocessing` is about to give the copy, as the frames say that make it."""
    for _ in range(4):
        if frame is None or "multiprocessing" not in frame.f_code.co_filename:
            return ""
        if frame.f_code.co_name == "_launch":
            name = vars(frame.f_locals.get("process_obj", os)).get("_name")
            return name if type(name) is str else ""
        frame = frame.f_back
    return ""


# Uncaught exceptions.


def on_uncaught(following, error):
    """The program is about to write it out, and to end."""
    if following.state == "watching":
        if is_debugged():
            return
        following.refresh()
        if following.exceptions == "none" or not concerns_program(error) or isinstance(error, KeyboardInterrupt):
            return
        following.state = "left"
        if not adopt_process(following):
            report_uncaught(following, error)
            return
    if following.state == "adopted":
        from .follow_adopt import stop_if_not_stopped

        stop_if_not_stopped(error)


def concerns_program(error):
    """True if an exception went through a file of the program's own."""
    trace = error.__traceback__
    while trace is not None:
        if is_own(trace.tb_frame.f_code.co_filename):
            return True
        trace = trace.tb_next
    return False


def report_uncaught(following, error):
    import traceback

    report(following, "uncaught", "".join(traceback.format_exception(type(error), error, error.__traceback__)))


def on_thread(following, thread):
    """Raises our own event for the uncaught exception of a thread, for which Python has none. From 3.12 on, Python has one for the thread's start."""
    invoke = getattr(thread, "_invoke_excepthook", None)
    if invoke is None or following.state != "watching":
        return

    def invoke_excepthook(thread):
        error = sys.exc_info()[1]
        # What is debugged sees those of its threads by itself.
        if following.state == "watching" and error is not None and not isinstance(error, SystemExit):
            # While a hook handles an event, nothing is traced, so that the debugger does not take us for the program.
            sys.audit(THREAD_EVENT, error)
        invoke(thread)

    thread._invoke_excepthook = invoke_excepthook


def on_shown(following, frame):
    """Before Python 3.12, the first that is an event is that Python opens the files of a traceback."""
    if following.state != "watching" or frame.f_code.co_name != "invoke_excepthook" or not frame.f_code.co_filename.endswith("threading.py"):
        return
    error = getattr(frame.f_locals.get("args"), "exc_value", None)
    if error is not None and sys.version_info < (3, 12):
        on_uncaught(following, error)
