"""Starts a program under debugpy, as `python -m debugpy` does, but without what only debugpy's own logs need: a list of all
installed packages, made twice, and a tenth of a second of sleep. What is not as it is expected to be stays as it is.

First argument: a folder to import debugpy from, or nothing. The others are those of `python -m debugpy`. The variable
MCP_DEBUGGER_TOKEN is what the program proves itself with to whoever started it; the program does not see it.
"""

import os
import sys


def hurry():
    try:
        from debugpy.common import log

        log.describe_environment = lambda header: None
    except Exception:
        pass
    try:
        import debugpy.server  # noqa: F401, it puts pydevd on the path
        import pydevd

        connect = pydevd.PyDB.initialize_network

        def initialize_network(self, *args, **kwargs):
            # It sleeps after it has started its two threads. What they do comes through queues, whenever they start.
            clock = pydevd.time
            pydevd.time = Awake(clock)
            try:
                return connect(self, *args, **kwargs)
            finally:
                pydevd.time = clock

        pydevd.PyDB.initialize_network = initialize_network
        leave_at_once()
        remember_stops()
        stop_in_threads()
    except Exception:
        pass


class Awake:
    def __init__(self, clock):
        self._clock = clock

    def __getattr__(self, name):
        return getattr(self._clock, name)

    def sleep(self, seconds):
        pass


def leave_at_once():
    """At the end of the program, the thread that reads waits for the one that ends it, which waits for the first, for half a
    second."""
    from _pydevd_bundle import pydevd_comm

    def finish(reader):
        if getattr(reader, "_ReaderThread__terminate_on_socket_close", True):
            reader.py_db.dispose_and_kill_all_pydevd_threads(wait=False)

    pydevd_comm.ReaderThread._terminate_on_socket_close = finish


# Recursions that were too deep, at which the program has stopped, by their identities.
STOPPED_AT = set()


def remember_stops():
    import pydevd

    stop = pydevd.PyDB.do_stop_on_unhandled_exception

    def do_stop_on_unhandled_exception(self, thread, frame, frames_byid, arg):
        if isinstance(arg[1], RecursionError):
            STOPPED_AT.add(id(arg[1]))
        return stop(self, thread, frame, frames_byid, arg)

    pydevd.PyDB.do_stop_on_unhandled_exception = do_stop_on_unhandled_exception


def stop_if_unseen(error):
    """Stops at an exception that nobody caught, where the debugger has not. In a recursion that is too deep, its own tracing fails
    like the program, and Python takes it out."""
    if id(error) in STOPPED_AT or not isinstance(error, RecursionError):
        return
    try:
        import threading
        from _pydevd_bundle.pydevd_breakpoints import stop_on_unhandled_exception
        from _pydevd_bundle.pydevd_constants import get_global_debugger

        debugger = get_global_debugger()
        thread = threading.current_thread()
        info = debugger.set_additional_thread_info(thread)
        info.is_tracing += 1
        try:
            stop_on_unhandled_exception(debugger, thread, info, (type(error), error, error.__traceback__))
        finally:
            info.is_tracing -= 1
    except Exception:
        pass


def stop_in_threads():
    """Before a thread reports what nobody caught in it."""
    import threading

    make = threading._make_invoke_excepthook

    def make_invoke_excepthook():
        invoke = make()

        def invoke_excepthook(thread):
            error = sys.exc_info()[1]
            if error is not None:
                clean(error)
                stop_if_unseen(error)
            invoke(thread)

        return invoke_excepthook

    threading._make_invoke_excepthook = make_invoke_excepthook


def clean(error):
    """Takes the debugger out of what will be written about an exception."""
    error.__traceback__ = without_debugger(error.__traceback__)
    context = error.__context__ if isinstance(error, RecursionError) else None
    while context is not None and context.__traceback__ is not None and is_of_debugger(context.__traceback__):
        context = error.__context__ = context.__context__


def is_of_debugger(traceback):
    while traceback is not None and is_debugger(traceback.tb_frame):
        traceback = traceback.tb_next
    return traceback is None


def is_debugger(frame):
    name = frame.f_code.co_filename
    return "debugpy" in name or "pydevd" in name or name in (__file__, "<stringsource>") or "runpy" in name


def without_debugger(traceback):
    """The part of a traceback that begins in the program, and ends there."""
    found = traceback
    while found is not None and is_debugger(found.tb_frame):
        found = found.tb_next
    last = found
    while last is not None and last.tb_next is not None:
        # The debugger's tracing fails like the program where a recursion is too deep.
        if is_debugger(last.tb_next.tb_frame):
            last.tb_next = None
        last = last.tb_next
    return found or traceback


def outermost(run):
    """Runs a function in a frame that pydevd takes for its own. It knows it by name, and reports what nobody catches there."""
    import pydevd

    code = compile("def _exec(run):\n    run()\n", pydevd.__file__, "exec")
    namespace = {}
    exec(code, namespace)
    namespace["_exec"](run)


def name_of_program(words):
    """The debugger reports the process under the name in sys.argv, before the program has one of its own there."""
    rest = words[words.index("--configure-subProcess") + 2 :] if "--configure-subProcess" in words else []
    return next((each for each in rest if each != "-m"), sys.argv[0])


def main():
    # The folder of this file is no place for the program to import from.
    del sys.path[0]
    copy = sys.argv.pop(1)
    token = os.environ.pop("MCP_DEBUGGER_TOKEN", "")
    if token:
        sys.argv[1:1] = ["--adapter-access-token", token]
    if copy:
        sys.path.insert(0, copy)
    sys.argv[0] = name_of_program(sys.argv[1:])
    from debugpy.server import cli

    if copy:
        sys.path.remove(copy)
    hurry()
    try:
        outermost(cli.main)
    except Exception as error:
        clean(error)
        stop_if_unseen(error)
        sys.excepthook(type(error), error, error.__traceback__)
        sys.exit(1)


main()
