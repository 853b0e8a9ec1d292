"""Runs inside the debuggee, and keeps pydevd's own remarks ("thread._ident is None …") out of what the program writes: pydevd
writes them to the program's stderr, where they do not belong. Members of pydevd that are not as expected stay as they are.
"""


def quiet_log():
    from _pydev_bundle import pydev_log

    if pydev_log.DebugInfoHolder.PYDEVD_DEBUG_FILE:
        return  # A user wants them, and not in stderr.
    own = pydev_log._LoggingGlobals
    own._debug_stream = pydev_log.NULL
    own._debug_stream_initialized = True
    # A forked process would choose stderr again.
    pydev_log.initialize_debug_stream = lambda reinitialize=False: None


try:
    quiet_log()
except Exception:
    pass
