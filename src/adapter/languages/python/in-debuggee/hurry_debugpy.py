"""Runs inside a process that is debugged by debugpy: takes out what only debugpy's own logs need (a list of all installed packages, made
twice) and where it sleeps, and stops at what its tracing misses. What is not as it is expected to be stays as it is.
"""

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
        lend_patience()
        leave_at_once()
        remember_stops()
        stop_in_threads()
    except Exception:
        pass


def lend_patience():
    """Before any of pydevd's threads: the server's own module would do it, and comes later."""
    import os

    path = os.path.join(os.path.dirname(os.path.abspath(hurry.__code__.co_filename)), "patient_tracing.py")
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), {"__name__": __name__})


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


# Uncaught exceptions at which the program has stopped, by their identities. A look-up takes them out.
STOPPED_AT = set()


def remember_stops():
    import pydevd

    stop = pydevd.PyDB.do_stop_on_unhandled_exception

    def do_stop_on_unhandled_exception(self, thread, frame, frames_byid, arg):
        STOPPED_AT.add(id(arg[1]))
        return stop(self, thread, frame, frames_byid, arg)

    pydevd.PyDB.do_stop_on_unhandled_exception = do_stop_on_unhandled_exception


def stop_if_unseen(error):
    """Stops at an uncaught exception at which the debugger has not stopped. In a recursion that is too deep, its own tracing fails
    like the program, and Python takes it out."""
    if id(error) in STOPPED_AT:
        STOPPED_AT.discard(id(error))
    elif isinstance(error, RecursionError):
        stop_at_uncaught(error)


def stop_at_uncaught(error):
    """Stops as pydevd does, if it sees that an exception is uncaught."""
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
            STOPPED_AT.discard(id(error))
    except Exception:
        pass


def stop_in_threads():
    """Stops before a thread reports its uncaught exception."""
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
    begun = without_debugger(error.__traceback__)
    # A program that cannot be compiled does not begin.
    if begun is not None or issubclass(type(error), SyntaxError):
        error.__traceback__ = begun
    context = error.__context__ if isinstance(error, RecursionError) else None
    while context is not None and context.__traceback__ is not None and is_of_debugger(context.__traceback__):
        context = error.__context__ = context.__context__


def is_of_debugger(traceback):
    while traceback is not None and is_debugger(traceback.tb_frame):
        traceback = traceback.tb_next
    return traceback is None


def is_debugger(frame):
    name = frame.f_code.co_filename
    if "debugpy" in name or "pydevd" in name or "runpy" in name:
        return True
    # `__file__`: of what starts a program.
    return name in (globals().get("__file__"), hurry.__code__.co_filename, "<stringsource>")


def without_debugger(traceback):
    """The part of a traceback that begins in the program, and ends there; None if the program had not begun."""
    found = traceback
    while found is not None and is_debugger(found.tb_frame):
        found = found.tb_next
    last = found
    while last is not None and last.tb_next is not None:
        # The debugger's tracing fails like the program where a recursion is too deep.
        if is_debugger(last.tb_next.tb_frame):
            last.tb_next = None
        last = last.tb_next
    return found
