"""Runs inside the debuggee: which files are loaded."""

import json
import os
import sys
import types

from .how_asked import is_printed
from .own_package import is_debugger_file
from .pass_reports import finish, look, report


class Loading:
    """Knows every module file that has begun to run, and reports those that are watched."""

    def __init__(self):
        self.seen = None
        self.watched = {}

    def watch(self, path, name):
        if self.seen is None:
            if not hasattr(sys, "addaudithook"):
                return True
            self.seen = set()
            sys.addaudithook(listener(self.begins))
            for module in list(sys.modules.values()):
                file = getattr(module, "__dict__", {}).get("__file__")
                if type(file) is str and not is_debugger_file(file):
                    self.seen.add(canonical(file))
        real = canonical(path)
        base = os.path.basename(real)
        self.watched.setdefault(base, {})[real] = name
        if real in self.seen:
            return True
        for each in [each for each in self.seen if os.path.basename(each) == base]:
            report_other(name, each)
        return False

    def begins(self, name):
        if name.startswith("<"):
            return
        try:
            real = canonical(name)
            if real in self.seen:
                return
            self.seen.add(real)
            named = self.watched.get(os.path.basename(real), {})
            if real in named:
                report_loaded(named[real])
            for path in [path for watched, path in list(named.items()) if watched not in self.seen]:
                report_other(path, real)
        except Exception:
            pass


def listener(begins):
    """A listener to audit events that hands on the files of modules that begin to run. Python tells it of each evaluation of a condition, too:
    a function with names of its own takes half the time of a method with global ones."""
    code_type = types.CodeType

    def listen(event, args):
        if event == "exec":
            code = args[0]
            if type(code) is code_type and code.co_name == "<module>":
                begins(code.co_filename)
        elif event == "os.exec":
            look()
            finish()

    return listen


LOADING = Loading()


def canonical(path):
    return os.path.normcase(os.path.realpath(path))


def report_loaded(path):
    report("\ue000loaded0\ue001" + path)


def report_other(path, loaded):
    """Reports the loading of a file with the name of one that is not loaded: it may be a copy."""
    if os.path.basename(path) == "__init__.py" and package_of(path) != package_of(loaded):
        return
    report("\ue000copy0\ue001" + json.dumps({"path": path, "loaded": loaded}))


def package_of(path):
    return os.path.basename(os.path.dirname(path))


def watch_file(path, name):
    """Returns whether a file is loaded; if not, its load will be reported under this name, also if this call gives no answer."""
    is_loaded = LOADING.watch(path, name)
    if not is_printed():
        return is_loaded
    if is_loaded:
        report_loaded(name)
    return None
