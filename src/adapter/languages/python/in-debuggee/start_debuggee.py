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


def without_debugger(traceback):
    """The part of a traceback that begins in the program."""
    found = traceback
    while found is not None:
        name = found.tb_frame.f_code.co_filename
        own = "debugpy" in name or "pydevd" in name or name == __file__ or "runpy" in name
        if not own:
            return found
        found = found.tb_next
    return traceback


def outermost(run):
    """Runs a function in a frame that pydevd takes for its own. It knows it by name, and reports what nobody catches there."""
    import pydevd

    code = compile("def _exec(run):\n    run()\n", pydevd.__file__, "exec")
    namespace = {}
    exec(code, namespace)
    namespace["_exec"](run)


def main():
    # The folder of this file is no place for the program to import from.
    del sys.path[0]
    copy = sys.argv.pop(1)
    token = os.environ.pop("MCP_DEBUGGER_TOKEN", "")
    if token:
        sys.argv[1:1] = ["--adapter-access-token", token]
    if copy:
        sys.path.insert(0, copy)
    from debugpy.server import cli

    if copy:
        sys.path.remove(copy)
    hurry()
    try:
        outermost(cli.main)
    except Exception as error:
        error.__traceback__ = without_debugger(error.__traceback__)
        sys.excepthook(type(error), error, error.__traceback__)
        sys.exit(1)


main()
