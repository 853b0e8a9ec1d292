"""Runs inside a process that is about to run code with breakpoints: has debugpy connect to the debugger, which sets its breakpoints
before the process goes on.
"""

import os
import sys
import time

from .hurry_debugpy import STOPPED_AT, hurry, stop_at_uncaught
from .own_files import read_request

# The debugger answers at once. A debugger that does not is gone, and the process must not wait for it.
CONFIGURED_S = 20
# Before it, a debuggee that connects by itself does not say what a session needs.
FIRST_DIRECT_VERSION = (1, 7)


def connect_debugger(following):
    """Returns False if there is no debugpy for this interpreter."""
    request = read_request(os.path.join(os.path.dirname(following.wanted_file), "debugger.json"))
    if not import_debugger(request["copies"].get(tag_of_interpreter())):
        return False
    hurry()
    import debugpy
    import pydevd

    pydevd.PyDB.wait_for_ready_to_run = wait_for_ready_to_run
    leave_commands_alone()
    debugpy.connect((request["host"], request["port"]), access_token=request["token"])
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=adopt_copy)
    show_output_in_time()
    return True


def tag_of_interpreter():
    """The kind of compiled modules that fit, as the debugger calls it."""
    name = sys.implementation.name
    free = "t" if "t" in getattr(sys, "abiflags", "") else ""
    return ("python" if name == "cpython" else name) + "%d.%d" % sys.version_info[:2] + free


def import_debugger(copy):
    """The interpreter's own debugpy, or else the private copy, of which the program sees no path. Returns False if there is neither."""
    data = os.environ._data
    # Its advice about its own settings would be among what the program writes.
    wanted = {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    if getattr(sys.modules.get("gevent.monkey"), "saved", None):
        # It takes modules of its own then, which are not patched. Before, keep_apart.py sees to that.
        wanted["GEVENT_SUPPORT"] = "True"
    settings = {os.environ.encodekey(key): os.environ.encodevalue(value) for key, value in wanted.items()}
    before = {key: data.get(key) for key in settings}
    data.update(settings)
    try:
        if not import_new_enough():
            if copy is None:
                return False
            sys.path.insert(0, copy)
            try:
                import debugpy.server.api
            finally:
                sys.path.remove(copy)
    finally:
        for key, value in before.items():
            if value is None:
                del data[key]
            else:
                data[key] = value
    return True


def import_new_enough():
    try:
        import debugpy
    except ModuleNotFoundError as error:
        if error.name != "debugpy":
            raise
        return False
    version = tuple(int(each) if each.isdigit() else 0 for each in debugpy.__version__.split(".")[:2])
    # One whose version cannot be read is more likely to be new than old.
    if (0, 0) < version < FIRST_DIRECT_VERSION:
        for name in [each for each in sys.modules if each.split(".")[0] == "debugpy"]:
            del sys.modules[name]
        return False
    import debugpy.server.api

    return True


def wait_for_ready_to_run(debugger):
    """As pydevd's own, which waits for ever, and looks ten times a second."""
    until = time.monotonic() + CONFIGURED_S
    while not debugger.ready_to_run and not debugger.pydb_disposed and time.monotonic() < until:
        debugger.process_internal_commands()
        debugger._py_db_command_thread_event.clear()
        debugger._py_db_command_thread_event.wait(0.005)


def leave_commands_alone():
    """Processes that this one starts are followed as all others are, and adopted only where they matter."""
    from _pydev_bundle import pydev_monkey

    pydev_monkey.patch_args = lambda args, is_exec=False: args


def adopt_copy():
    """In a copy of the process that pydevd has not made: it only knows forks by the name that they had when it came, and a copy without
    the threads of the debugger would wait for ever where it stops.
    """
    frame = sys._getframe()
    while frame is not None:
        name, path = frame.f_code.co_name, frame.f_code.co_filename
        # Of a command that is started, the copy lasts for a moment.
        if (name == "new_fork" and path.endswith("pydev_monkey.py")) or (name == "_execute_child" and path.endswith("subprocess.py")):
            return
        frame = frame.f_back
    try:
        from _pydev_bundle import pydev_monkey

        pydev_monkey._on_forked_process()
    except Exception:
        pass


def stop_if_not_stopped(error):
    """Stops at an uncaught exception that the debugger has not seen by itself."""
    if id(error) in STOPPED_AT:
        STOPPED_AT.discard(id(error))
    else:
        stop_at_uncaught(error)


def show_output_in_time():
    """Makes text that was printed before a stop visible at the stop."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.reconfigure(line_buffering=True)
        except Exception:
            # A stream of the program's own.
            pass
