"""Finds the owner of a call's code, and the text of an exception, without running any code of the program."""

import linecache
import os

from . import mcp_debugger_failures as failures

#: Plumbing between two calls: who is behind it counts.
_PLUMBING = {"contextlib.py", "functools.py", "dataclasses.py"}
_TEST_TOOLS = {"_pytest", "unittest", "pluggy"}
_INSTALLED = {"site-packages", "dist-packages"}
_MAX_CHARS = 1000
#: A recursion leaves as many.
_MAX_CALLS = 2000

traceback_of = BaseException.__dict__["__traceback__"].__get__
_args_of = BaseException.__dict__["args"].__get__
_entries_of = type.__dict__["__dict__"].__get__
_own_names = {}


def is_own(code):
    name = code.co_filename
    found = _own_names.get(name)
    if found is None:
        found = _own_names[name] = failures.is_own(name)
    return found


def is_test_tool(code):
    """True if a code is a test tool's: exceptions that a test or its runner catches are expected, or have failed the test."""
    folders = _parts(code)
    return not _TEST_TOOLS.isdisjoint(folders) and folders[-1] != "mock.py" and not is_own(code)


def is_installed(code):
    return not _INSTALLED.isdisjoint(_parts(code))


def path_of(code):
    return os.path.abspath(code.co_filename)


def caller(frame):
    """The next call outwards that is no plumbing; None where there is no further one on this stack."""
    back = frame.f_back
    while back is not None and _is_plumbing(back.f_code):
        back = back.f_back
    return back


def calls(traceback):
    """The calls that an exception has left or is in, outermost first, with their lines."""
    found = []
    while traceback is not None and len(found) < _MAX_CALLS:
        found.append((traceback.tb_frame, traceback.tb_lineno))
        traceback = traceback.tb_next
    return found


def asks_for_attribute(frame):
    """True if the line of a call may drop an AttributeError without a word."""
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno, frame.f_globals)
    return "hasattr(" in line or "getattr(" in line


def line_at(code, offset):
    """The line of what catches at an offset: what comes first there has none."""
    lines = [line for _, end, line in code.co_lines() if end > offset and line is not None]
    return lines[0] if lines else code.co_firstlineno


def text_of(error):
    """The text that `str` gives, if that runs no code of the program; otherwise the arguments that the exception was made of."""
    try:
        return _text_of(error)[:_MAX_CHARS]
    except Exception:
        return ""


def _text_of(error):
    describing = failures.describing()
    given = [each for each in _args_of(error) if each is not error]
    held = [*given, *dict.values(describing.instance_dict(error) or {})]
    if all(id(type(each)) in describing.SIMPLE for each in held) and not _is_own_text(type(error), describing):
        return str(error)
    if len(given) == 1:
        return describing.text_of(describing.Work(), given[0], _MAX_CHARS, 0)[0]
    work = describing.Work()
    return ", ".join(describing.text_of(work, each, _MAX_CHARS, 0)[0] for each in given)


def _is_own_text(kind, describing):
    for base in describing.mro(kind):
        found = _entries_of(base).get("__str__")
        if found is not None:
            code = getattr(found, "__code__", None)
            return code is not None and is_own(code)
    return True


def _parts(code):
    return code.co_filename.replace("\\", "/").split("/")


def _is_plumbing(code):
    name = code.co_filename
    return name[:1] == "<" or (os.path.basename(name) in _PLUMBING and not is_own(code))
