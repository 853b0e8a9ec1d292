"""Runs inside the debuggee: what a process is called that `multiprocessing` has started. It runs a text (`python -c`)."""

import sys

STARTED_BY = ("resource_tracker", "forkserver", "spawn")


def process_name():
    """The program's own name for it, once that has come through a pipe; until then, and for helpers, what the text is that it runs."""
    current = getattr(sys.modules.get("multiprocessing.process"), "_current_process", None)
    name = None if current is None else vars(current).get("_name")
    if type(name) is str and name != "MainProcess":
        return name
    text = " ".join(getattr(sys, "orig_argv", ()))
    return next((each for each in STARTED_BY if "from multiprocessing.%s import" % each in text), "")
