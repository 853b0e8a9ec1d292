"""Runs inside a process that is not ours: what the names of files tell of code."""

import os

from .own_package import is_debugger_file

# They run a program, from below it.
RUNNERS = frozenset(("runpy.py", "<frozen runpy>"))


def is_of_program(name):
    """True for a name that a stack without a debugger has, too."""
    base = os.path.basename(name)
    return not (is_debugger_file(name) or base in RUNNERS or base == "start_debuggee.py")
