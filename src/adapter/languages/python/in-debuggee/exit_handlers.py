"""Runs inside the debuggee: keeps the debugger there while handlers of `atexit` run. Python counts the main thread as ended before it calls
them, in that thread, and pydevd leaves when the program has no thread left that has not. So that thread is alive for pydevd until its own
handler takes it out of the program, which was registered before the program began and is called last.
"""

import sys
import threading
import types

from .own_package import of_program
from .pass_reports import look, own_debugger

# What says of a thread that it has ended, in one version of Python or another.
ENDED = ("_is_stopped", "_os_thread_handle")


def outlive(thread):
    """To be called in a thread, which is alive for pydevd from now on."""
    from _pydev_bundle import pydev_is_thread_alive

    known, met = pydev_is_thread_alive.is_thread_alive, [thread]
    if hasattr(type(thread), "stays"):
        thread.stays = True
        # A debugger that was there before the stand-in has met the thread itself.
        met.append(thread.thread())

    def is_thread_alive(asked):
        return any(asked is each for each in met) or known(asked)

    for module in list(sys.modules.values()):
        names = vars(module) if type(module) is types.ModuleType else {}
        for name in ("is_thread_alive", "pydevd_is_thread_alive"):
            if names.get(name) is known:
                names[name] = is_thread_alive
    outlive_monitoring(thread, is_thread_alive)


def outlive_monitoring(thread, is_thread_alive):
    """From Python 3.12 on, pydevd looks at the thread itself."""
    monitoring = sys.modules.get("_pydevd_sys_monitoring._pydevd_sys_monitoring_cython") or sys.modules.get(
        "_pydevd_sys_monitoring._pydevd_sys_monitoring"
    )
    if monitoring is None or not hasattr(monitoring._thread_local_info, "thread_info"):
        return
    if "is_thread_alive" in vars(monitoring.ThreadInfo):
        monitoring.ThreadInfo.is_thread_alive = lambda info: is_thread_alive(info.thread)
        return
    # Compiled, it asks the function if the thread has none of these when it first meets the thread. So its entry of the thread is made again.
    own = vars(thread)
    kept = {name: own.pop(name) for name in ENDED if name in own}
    try:
        info = monitoring.ThreadInfo(thread, thread.ident, True, thread.additional_info)
    finally:
        own.update(kept)
    monitoring._thread_local_info.thread_info = info


def stay():
    """To be called in the main thread when it has come to its end."""
    try:
        debugger = own_debugger()
        if debugger is not None and not debugger.pydb_disposed:
            # It waits for the end of the program's threads to leave, and now the main thread has none.
            debugger.check_alive_thread.do_kill_pydev_thread()
            outlive(threading.main_thread())
            look()
    except Exception:
        pass


def stay_for_handlers():
    register = getattr(threading, "_register_atexit", None)
    if register is not None:
        register(stay)
        return
    # Before Python 3.9.
    program = of_program("threading")
    shut_down = program._shutdown

    def _shutdown():
        stay()
        shut_down()

    program._shutdown = _shutdown


try:
    stay_for_handlers()
except Exception:
    pass
