"""Code that the hooks of Python's test runners share: the file of results, and the place of a failure with the variables there. A traceback
keeps its frames, so no debugger needs to be there.

It runs inside programs that are not ours: whatever fails leaves them as they would be without it.
"""

import functools
import json
import linecache
import os
import sys
import sysconfig
import threading
import types

from . import mcp_debugger_compared as compared
from .own_package import sources

RESULTS = os.environ.get("MCP_DEBUGGER_TEST_RESULTS")
_LIMITS = json.loads(os.environ.get("MCP_DEBUGGER_TEST_LIMITS", "null"))
_LINES_AROUND = 3
#: Modules of pytest, and of the plugin that had it before.
_OF_PARTS = ("_pytest.subtests", "pytest_subtests.plugin")
_LIBRARIES = tuple(
    os.path.normcase(os.path.realpath(path)) + os.sep
    for path in {sysconfig.get_paths().get(key) for key in ("stdlib", "platstdlib", "purelib", "platlib")}
    if path
)
_HERE = os.path.realpath(sources.folder)
_throws = _relations = None


def mark_children():
    """Tells the processes that this one starts that a runner is above them."""
    os.environ["MCP_DEBUGGER_TEST_BELOW"] = "1"


def record(runner, **fact):
    if RESULTS is None:
        return
    try:
        with open(RESULTS, "a", encoding="utf-8") as results:
            results.write(json.dumps({"runner": runner, "pid": os.getpid(), **fact}) + "\n")
    except Exception:
        pass


def listen():
    """On a signal, writes down where the threads are: asked for when the run takes too long."""
    number, _, path = os.environ.get("MCP_DEBUGGER_STACKS", "").partition(" ")
    if path:
        import faulthandler

        # Python warns of a file that is not closed.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        faulthandler.register(int(number), file=descriptor, all_threads=True, chain=False)


def site(error, traceback):
    """The innermost call of the program's or the tests' own code, and its variables; nothing where there is none."""
    try:
        return {"site": site_of(own_calls(traceback), error)}
    except Exception:
        return {}


_own_files = {}


def is_own_file(name):
    """True if a file of code belongs to the program or its tests. A name is looked up once."""
    found = _own_files.get(name)
    if found is None:
        found = _own_files[name] = is_own(name)
    return found


class Boundaries:
    """Reports which test begins and ends to what counts lines, where lines are counted."""

    def __init__(self):
        self._counting = None
        self._is_known = False
        self._has_failed = False

    def begin(self, place):
        self._has_failed = False
        self._report(lambda counting: counting.begin(place))

    def failed(self):
        """Stops counting: from here on, only the text of the failure is made, and fixtures are cleaned up."""
        self._has_failed = True
        self._report(lambda counting: counting.pause(1))

    def end(self, place):
        self._report(lambda counting: counting.end(place, self._has_failed))

    def uncounted(self, function):
        """A function that makes texts of values: what it calls belongs to no test."""

        @functools.wraps(function)
        def uncounted(*args, **options):
            self._report(lambda counting: counting.pause(1))
            try:
                return function(*args, **options)
            finally:
                self._report(lambda counting: counting.pause(-1))

        return uncounted

    def _report(self, report):
        try:
            if not self._is_known:
                self._is_known = True
                self._counting = _counting()
            if self._counting is not None:
                report(self._counting)
        except Exception:
            # What ran in the test is not known then.
            self._counting = None


#: What makes the text of a failed assertion, before it fails.
_TEXTS = {
    "_pytest.assertion.rewrite": ("_saferepr", "_call_reprcompare", "_format_assertmsg"),
    "unittest.util": ("safe_repr",),
    "unittest.case": ("safe_repr",),
}


def _counting():
    """None where nothing counts lines."""
    settings = json.loads(os.environ.get("MCP_DEBUGGER_TEST_LINES", "null"))
    if settings is None:
        return None
    sources.paths["mcp_debugger_lines"] = settings["module"]
    from . import mcp_debugger_lines as counting

    found = counting.boundaries(settings)
    if found is None:
        return None
    for module, names in _TEXTS.items():
        for name in names:
            function = getattr(sys.modules.get(module), name, None)
            if function is not None:
                setattr(sys.modules[module], name, boundaries.uncounted(function))
    return found


boundaries = Boundaries()


def error(value, traceback=None, place=None):
    """An exception as the results have it. @param place What it compared, where that is known: compared.of_operator"""
    traceback = value.__traceback__ if traceback is None else traceback
    name = type(value).__name__
    # It needs this module.
    from . import mcp_debugger_doctests as doctests

    of_doctest = doctests.of_doctest(value)
    if of_doctest is not None:
        return of_doctest
    try:
        message = str(value)
    except Exception:
        message = "<its text could not be made>"
    unreadable = _unreadable(value)
    if unreadable is not None:
        return {"name": name, "message": value.msg, "stack": unreadable}
    frames = calls(traceback)
    stack = stack_text(name, message, frames)
    compared = _compared(place, frames, isinstance(value, AssertionError))
    return {"name": name, "message": message, "stack": stack, **site(value, traceback), **related(value, frames), **compared}


def _compared(place, frames, is_assertion):
    try:
        place = compared.of_frames(frames) if place is None else place
        frame, line = [each for each in frames if is_own_call(each[0])][-1]
        text = "".join(_lines(frame)[line - 1 : line])
        # Python warns of what a line says when it is read: that has happened before.
        with describing().Unwarned():
            if place is None and is_assertion and frame is frames[-1][0]:
                place = compared.of_assert(frame, text)
            if place is not None and compared.is_turned(text):
                place = compared.turned(place)
        if place is None:
            return {}
        return {"compared": compared.described(place, _described_values)}
    except Exception:
        return {}


def _described_values(values):
    return describing().described_variables(types.SimpleNamespace(f_locals=values, f_globals={}), _LIMITS)


def _unreadable(value):
    """The place of an error in syntax, as the text of one in JavaScript begins with it."""
    if not isinstance(value, SyntaxError) or not value.filename or value.filename.startswith("<") or value.lineno is None:
        return None
    path = os.path.abspath(value.filename)
    return "%s:%d\n%s\n\n%s: %s" % (path, value.lineno, (value.text or "").rstrip(), type(value).__name__, value.msg)


def stack_text(name, message, frames):
    lines = [
        "    at %s (%s:%d:1)" % (frame.f_code.co_name, _path(frame), line)
        for frame, line in reversed(frames)
        if is_own_call(frame)
    ]
    return "\n".join(["%s: %s" % (name, message), *lines])


def calls(traceback):
    found = []
    while traceback is not None:
        found.append((traceback.tb_frame, traceback.tb_lineno))
        traceback = traceback.tb_next
    return found


def relations():
    global _relations
    if _relations is None:
        _relations = describing().Relations(is_own_call, lambda name: False, describing().shown_path)
    return _relations


def related_to(error):
    """The exceptions that one came from, and that a group contains."""
    try:
        return [each for _, each in relations().of(error)]
    except Exception:
        return []


def related(error, frames):
    """The same, as the results have them. Of the innermost one of own code, which comes first, the variables are told, too, where it was thrown in
    another call than those of `frames`.
    """
    try:
        found = relations().of(error)
        inner = _innermost(found)
        told = [each for each, _ in found]
        if inner is not None:
            told.insert(0, told.pop(inner))
            own = own_calls(describing().traceback_of(found[inner][1]))
            if own[0][0] not in [frame for frame, _ in frames]:
                told[0] = {**told[0], "site": site_of(own, found[inner][1])}
        return {"related": told} if told else {}
    except Exception:
        return {}


def _innermost(found):
    """The place in a list of related exceptions of the last one of own code on the way from each to the first that it has; None without one."""
    inner, depths = None, set()
    for at, (described, each) in enumerate(found):
        if described["relation"] == "member":
            if described["depth"] in depths:
                break
            depths.add(described["depth"])
        if own_calls(describing().traceback_of(each)):
            inner = at
    return inner


def own_calls(traceback):
    """The calls of own code that an exception was in, with their lines, innermost first."""
    return [(frame, line) for frame, line in reversed(calls(traceback)) if is_own_call(frame)]


def throws():
    """The records of exceptions of own code, which are written as they are thrown."""
    global _throws
    if _throws is None:
        # Only the variables of the call that threw are shown.
        _throws = describing().ThrowRecords(is_own_call, 1, _shown, is_for_all=True)
    return _throws


def site_of(own, error=None, still=None):
    """Calls of own code with their lines, innermost first, and the variables of the first of them, also as they were when an exception was thrown.
    It has left those calls, but for one that it may still be in.
    """
    frame, line = own[0]
    return {
        "frames": frames_of(own),
        "locals": describing().described_variables(_shown(frame), _LIMITS, lambda found: throws().add_changes(found, error, frame)),
        **_cleanup(error, [each for each in own if each[0] is not still]),
        "pid": os.getpid(),
        "thread": _thread_name(),
        **_source(own),
    }


def _thread_name():
    """Without a call of the thread's own class."""
    name = dict.get(describing().instance_dict(threading.current_thread()) or {}, "_name")
    return name if type(name) is str else ""


def _source(own):
    """The lines around the first of some calls, or else around the next one whose text is known."""
    for frame, line in own:
        first = max(1, line - _LINES_AROUND)
        lines = _lines(frame)[first - 1 : line + _LINES_AROUND]
        if lines:
            source = {"startLine": first, "lines": [each.rstrip("\r\n") for each in lines]}
            return {"source": source if frame is own[0][0] else {**source, "caller": frames_of([(frame, line)])[0]}}
    return {}


def _cleanup(error, left):
    ran = [] if error is None else throws().cleanup_since(error, left)
    places = [{"path": describing().shown_path(path), "first": first, "last": last} for path, first, last in ran]
    return {"cleanup": {"ran": places, "isRecorded": throws().is_recorded(error, left)}} if places else {}


def frames_of(calls):
    return [{"name": frame.f_code.co_name, "path": _path(frame), "line": line} for frame, line in calls]


def _shown(frame):
    """The frame, where a case of unittest is what its tests have put into it: the rest of it is unittest's own. What begins parts of a
    test holds all of pytest, and nothing of the test.
    """
    if frame.f_locals is frame.f_globals:
        return frame
    reads = describing()
    variables = {name: value for name, value in frame.f_locals.items() if reads.module_name(type(value)) not in _OF_PARTS}
    case = variables.get("self")
    unittest = sys.modules.get("unittest.case")
    if unittest is None or not reads.inherits(case, unittest.TestCase):
        return types.SimpleNamespace(f_locals=variables, f_globals=frame.f_globals, f_code=frame.f_code)
    own = {name: value for name, value in dict.items(reads.instance_dict(case) or {}) if not name.startswith("_")}
    if own:
        variables["self"] = type(type(case).__name__, (), {})()
        vars(variables["self"]).update(own)
    else:
        del variables["self"]
    return types.SimpleNamespace(f_locals=variables, f_globals=frame.f_globals, f_code=frame.f_code)


def _lines(frame):
    # What made the code may have left its text there, under the name that it gave it.
    return linecache.getlines(_path(frame), frame.f_globals) or linecache.getlines(frame.f_code.co_filename, frame.f_globals)


def _path(frame):
    return describing().shown_path(frame.f_code.co_filename)


def is_own_call(frame):
    name = frame.f_code.co_filename
    if not name.startswith("<"):
        return is_own(name)
    if not describing().is_made_up(name):
        return False
    file = describing().file_of_maker(frame)
    return file is None or is_own(file)


def is_own(name):
    path = os.path.realpath(name)
    if name.startswith("<") or path.startswith(_HERE + os.sep) or {"site-packages", "dist-packages"} & set(path.split(os.sep)):
        return False
    return not os.path.normcase(path).startswith(_LIBRARIES)


def describing():
    """The functions that describe values."""
    from . import describing

    return describing
