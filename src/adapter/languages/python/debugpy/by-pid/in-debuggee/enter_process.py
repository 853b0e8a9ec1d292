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


def attach(setup):
    import os
    import sys

    # It would say on the program's stderr that modules of Python are frozen.
    variable = "PYDEVD_DISABLE_FILE_VALIDATION"
    is_new = variable not in os.environ
    if is_new:
        os.environ[variable] = "1"
    sys.path.insert(0, setup["scripts"])
    try:
        import attach_pid_injected
    finally:
        sys.path.remove(setup["scripts"])
    try:
        attach_pid_injected.attach(setup["setup"])
    finally:
        if is_new:
            os.environ.pop(variable, None)


enter(__file__)
