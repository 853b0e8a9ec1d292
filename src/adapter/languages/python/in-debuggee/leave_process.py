"""Runs inside the debuggee: gives a process back that goes on without its debugger, which has left or is gone. Nothing in it is traced any
more, what it starts is its own, and another debugger can come. It stands alone: code that enters a process runs it before debugpy connects.
"""

# Redirections of output.
KEPT = []


def give_back_when_left():
    """To be called when pydevd is loaded; a process is prepared once."""
    import sys

    import pydevd
    import pydevd_tracing
    from _pydev_bundle import _pydev_saved_modules, pydev_monkey
    from _pydevd_bundle.pydevd_constants import ForkSafeLock, get_global_debugger

    dispose = pydevd.PyDB.dispose_and_kill_all_pydevd_threads
    if dispose.__name__ == "dispose_and_give_back":
        return
    follows, reapply = pydev_monkey._get_apply_arg_patching, pydevd_tracing.reapply_settrace
    # An attach that follows disposes of what it finds, and waits here.
    giving_back = ForkSafeLock()

    def dispose_and_give_back(debugger, *args, **kwargs):
        with giving_back:
            # Looked up now: it may find stand-ins since.
            is_gone = _pydev_saved_modules.threading.current_thread() in (debugger.reader, debugger.writer)
            is_left = is_gone and not debugger.pydb_disposed and not sys.is_finalizing()
            if is_left:
                give_back(debugger)
        dispose(debugger, *args, **kwargs)
        if is_left:
            debugger.pydb_disposed = Disposed()

    def follows_children():
        debugger = get_global_debugger()
        if debugger is None or not follows():
            return False
        # An adapter that debugpy has started stays there without a client, and takes them.
        return debugger.is_attached() or debugger.authentication.access_token is not None

    def reapply_settrace():
        debugger = get_global_debugger()
        if debugger is not None and not getattr(debugger, "is_left", False):
            reapply()

    pydevd.PyDB.dispose_and_kill_all_pydevd_threads = dispose_and_give_back
    pydev_monkey._get_apply_arg_patching = follows_children
    pydevd_tracing.reapply_settrace = reapply_settrace


def give_back(debugger):
    for step in (disconnect, trace_no_more, let_begin, end_trace, end_tracing, end_redirection, forget):
        try:
            step(debugger)
        except Exception:
            pass


def disconnect(debugger):
    """First of all, as children that are started from now on would look for a debugger that is gone, and fail. It ends the watches, too."""
    debugger.on_disconnect()


def trace_no_more(debugger):
    """Threads that wait in it do what comes next there when they go on."""
    debugger.is_left = True
    begin = "start_auxiliary_daemon_threads", "init_gui_support", "patch_threads", "enable_tracing"
    for name in (*begin, "set_tracing_for_untraced_contexts", "set_trace_for_frame_and_parents"):
        setattr(debugger, name, lambda *args, **kwargs: None)


def let_begin(debugger):
    """A program that was attached to waits where debugpy was put in, until its breakpoints are set: for ever, now. One that was started under
    debugpy has not begun, and is not to.
    """
    import sys

    if "debugpy.server.cli" not in sys.modules:
        debugger.ready_to_run = True


def end_trace(debugger):
    """A trace of ours that is under way."""
    from _pydevd_bundle import pydevd_constants

    trace = getattr(pydevd_constants, "mcp_debugger_trace", None)
    if trace is not None:
        trace.end_now()


def end_tracing(debugger):
    """Before Python 3.12, threads that are traced end that themselves: see Disposed."""
    import pydevd_tracing
    from _pydev_bundle._pydev_saved_modules import threading
    from _pydevd_bundle import pydevd_constants as constants

    if getattr(constants, "PYDEVD_USE_SYS_MONITORING", False):
        from _pydevd_sys_monitoring import pydevd_sys_monitoring

        pydevd_sys_monitoring.stop_monitoring(all_threads=True)
        return
    threading.settrace(None)
    pydevd_tracing.restore_sys_set_trace_func()


class Disposed:
    """Stands for True where each trace function of a debugger looks first of all. It would be called for ever, and do nothing; only the thread in
    which it is called can end that.
    """

    def __init__(self):
        import sys

        from _pydevd_bundle.pydevd_constants import get_global_debugger

        self.sys, self.debugger = sys, get_global_debugger
        self.greenlets = sys.modules.get("_pydevd_bundle.pydevd_gevent_integration")

    def __bool__(self):
        function = self.sys.gettrace()
        function = getattr(function, "func", function)
        modules = str(getattr(function, "__module__", "")), type(function).__module__
        # Meanwhile another debugger may have come, or the program may trace itself.
        if self.debugger() is None and any(each.startswith(("_pydevd", "pydevd")) for each in modules):
            self.sys.settrace(None)
            greenlet = getattr(self.greenlets, "greenlet", None)
            if greenlet is not None and greenlet.gettrace() is self.greenlets.greenlet_events:
                greenlet.settrace(None)
        return True


def end_redirection(debugger):
    from _pydevd_bundle import pydevd_io

    debugger.enable_output_redirection(False, False)
    for name in ("stdout", "stderr"):
        # A `print` that is under way has no reference of its own to where it prints, in any version: that would be freed.
        KEPT.append(getattr(pydevd_io._RedirectionsHolder, "_pydevd_%s_redirect_" % name))
        pydevd_io.stop_redirect_stream_to_pydb_io_messages(name)


def forget(debugger):
    """pydevd forgets a session when its threads have ended; asked to attach before that, it takes itself for connected, and does not connect."""
    import pydevd
    from _pydevd_bundle.pydevd_constants import get_global_debugger, set_global_debugger

    if get_global_debugger() is debugger:
        # What the next session does not replace.
        pydevd.SetupHolder.setup = None
        set_global_debugger(None)


try:
    give_back_when_left()
except Exception:
    pass
