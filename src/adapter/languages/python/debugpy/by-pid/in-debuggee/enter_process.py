"""Runs inside a process that did not expect it, in a namespace of its own, and puts debugpy there, which connects. It may be asked for
twice, or be given up before it runs: who takes its file away first is who runs it.
"""


def enter(path):
    import json
    import os

    try:
        os.rename(path, path + ".taken")
        with open(os.path.join(os.path.dirname(path), "setup.json"), encoding="utf-8") as file:
            setup = json.load(file)
    except (OSError, ValueError):
        return
    try:
        attach(setup)
    except KeyboardInterrupt:
        # The program's, which handles it as soon as it runs again.
        import _thread

        _thread.interrupt_main()
    except Exception as error:
        with open(path + ".failed", "w", encoding="utf-8") as file:
            file.write("%s: %s" % (type(error).__name__, error))


def attach(setup):
    import os
    import sys

    # It would say on the program's stderr that modules of Python are frozen.
    wanted = {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    if getattr(sys.modules.get("gevent.monkey"), "saved", None):
        # It takes modules of its own then, which are not patched.
        wanted["GEVENT_SUPPORT"] = "True"
    added = {key: value for key, value in wanted.items() if key not in os.environ}
    os.environ.update(added)
    try:
        prepare_threading(setup["packages"])
        connect(setup)
    finally:
        for key in added:
            os.environ.pop(key, None)


def connect(setup):
    import sys
    import warnings

    # debugpy sets filters of warnings while it is imported, and what was shown once would be shown again.
    names = "_filters_mutated", "_filters_mutated_lock_held"
    mutated = {each: getattr(warnings, each) for each in names if hasattr(warnings, each)}
    vars(warnings).update(dict.fromkeys(mutated, lambda: None))
    sys.path.insert(0, setup["packages"])
    try:
        import debugpy.server.api
        import pydevd
    finally:
        sys.path.remove(setup["packages"])
        vars(warnings).update(mutated)
    dismiss_earlier(pydevd)
    for text in setup["first"]:
        exec(text, {})
    debugpy.server.api.connect(tuple(setup["address"]), access_token=setup["token"])


def prepare_threading(packages):
    """Imports `threading` if no code of the program has: debugpy would do that, and say so on the program's stderr."""
    import os
    import sys

    if "threading" in sys.modules:
        return
    folder = os.path.join(packages, "debugpy", "_vendored", "pydevd", "pydevd_attach_to_process")
    sys.path.insert(0, folder)
    try:
        import attach_script
    except ImportError:
        # Another version's may be elsewhere: then debugpy does it, and says so.
        return
    finally:
        sys.path.remove(folder)
    attach_script.fix_main_thread_id()


def dismiss_earlier(pydevd):
    """Ends the session that the process may still be in. When its client has left, its threads take a moment to end, and until then debugpy would
    take it for one that is connected, and not connect.
    """
    earlier = pydevd.get_global_debugger()
    if earlier is not None:
        earlier.dispose_and_kill_all_pydevd_threads(wait=False)
        # It leaves that to a thread that is at it already, which does so last.
        pydevd.set_global_debugger(None)
    # Or else children would look for the port of the one before.
    pydevd.SetupHolder.setup = None


enter(__file__)
