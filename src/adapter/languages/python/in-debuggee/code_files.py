"""Runs inside a process that is not ours: what the names of files tell of code. Some of it has none, as `exec`, attrs, dataclasses and templates
make it.
"""

import os
import re
import sys
import types

from .own_package import is_debugger_file
from .read_values import inherits, instance_dict

# They run a program, from below it.
RUNNERS = frozenset(("runpy.py", "<frozen runpy>"))
# Parts of Python's, and of what is written in C.
FOREIGN = ("<frozen ", "<builtin", "<__array_function__", "<stringsource>")
MODULE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")


def is_of_program(name):
    """True for a name that a stack without a debugger has, too."""
    base = os.path.basename(name)
    return not (is_debugger_file(name) or base in RUNNERS or base == "start_debuggee.py")


def is_made_up(name):
    """True for a name that code has in place of a file's, as `<string>`."""
    return name[:1] == "<" and not name.startswith(FOREIGN) and not is_debugger_file(name)


def shown_path(name):
    return name if name[:1] == "<" else os.path.abspath(name)


def file_of_maker(frame):
    """The file of the module that code without a file was made for: the one whose names it sees, or that its own name tells of, as attrs does it.
    None where that is not known.
    """
    name = dict.get(frame.f_globals, "__name__")
    for each in (name, *MODULE.findall(frame.f_code.co_filename)):
        found = module_file(each) if type(each) is str else None
        if found is not None:
            return found
    return None


def module_file(name):
    """The file of a loaded module, or of that in which something of this name is; None without one."""
    while name:
        module = dict.get(sys.modules, name)
        if inherits(module, types.ModuleType):
            file = dict.get(instance_dict(module), "__file__")
            return os.path.abspath(file) if type(file) is str else None
        name = name.rpartition(".")[0]
    return None
