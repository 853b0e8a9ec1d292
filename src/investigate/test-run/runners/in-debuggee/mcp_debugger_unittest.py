"""Writes down the results of unittest, and of Django's test command, which is made of it, beside what they show. Every runner of unittest
reports to a TestResult, whose methods are wrapped.

It runs inside programs that are not ours: whatever fails leaves them as they would be without it.
"""

import functools
import inspect
import os
import sys

from . import mcp_debugger_doctests as doctests
from . import mcp_debugger_failures as failures
from . import mcp_debugger_selection as selection
from . import mcp_debugger_throws as throws

_ATTRIBUTE = "_mcp_debugger_failed"
#: The result that hears the present test: tests of test tools run others inside of them.
_hearing = None
#: Events of Django's worker processes are repeated in the first one; the workers have written them down.
_repeating = False
_begun_in = None
#: What kept files from being imported, by the names of their modules.
_unloaded_by = {}


def hook_loader(loader):
    """Hooks the loader, which has the error that keeps a file from being imported only while it makes a failing test of it."""
    original = loader._make_failed_import_test

    @functools.wraps(original)
    def make(name, *args, **options):
        _unloaded_by[name] = sys.exc_info()[1]
        return original(name, *args, **options)

    loader._make_failed_import_test = make
    _hook_uncaught()


def _hook_uncaught():
    """A module that is named on the command line, and cannot be imported, ends the run before it has begun."""
    original = sys.excepthook

    def excepthook(kind, value, traceback):
        try:
            if _begun_in is None and "unittest" in sys.argv[0]:
                failures.record(_runner(), kind="runner", cwd=os.getcwd())
                failures.record(_runner(), kind="uncaught", file=sys.argv[0], errors=[failures.error(value, traceback)])
        except Exception:
            pass
        original(kind, value, traceback)

    sys.excepthook = excepthook


def hook_suite(module):
    """Takes the tests that are not wanted out of each suite as soon as it is looked through, before a class or a module prepares itself."""
    if not selection.is_given:
        return
    suite = module.TestSuite
    original = suite.__iter__

    @functools.wraps(original)
    def iterate(self):
        # Tests of test tools run others inside of them.
        if _hearing is None:
            _select(self)
        return original(self)

    suite.__iter__ = iterate


def _select(suite):
    others = [test for test in suite._tests if not (test is None or hasattr(test, "__iter__") or _is_wanted(test))]
    if not others:
        return
    suite._tests = [test for test in suite._tests if test not in others]
    for test in others:
        failures.record(_runner(), kind="unselected", **_place_unselected(test))


def _place_unselected(test):
    return {"file": _path_of(test._testMethodName)} if _is_unloaded(test) else _place(test)


def _is_unloaded(test):
    """unittest makes a test that fails of a file that cannot be imported."""
    return type(test).__name__ == "_FailedTest"


def _is_wanted(test):
    if _is_unloaded(test):
        return selection.includes_file(_path_of(test._testMethodName))
    place = _place(test)
    return selection.may_hold(place.get("file"), place["name"])


def hook_result(module):
    result = module.TestResult
    _wrap(result, "startTestRun", _begin)
    _wrap(result, "startTest", _start)
    _wrap(result, "stopTest", _stop)
    _wrap(result, "addSuccess", lambda test: None if getattr(test, _ATTRIBUTE, False) else _test(test, "passed"))
    _wrap(result, "addFailure", lambda test, err: _failed(test, err))
    _wrap(result, "addError", lambda test, err: _failed(test, err, "error"))
    _wrap(result, "addSkip", lambda test, reason: _test(test, "skipped"))
    _wrap(result, "addExpectedFailure", lambda test, err: _test(test, "skipped", called="expected failure"))
    _wrap(result, "addUnexpectedSuccess", lambda test: _test(test, "failed", [{"message": "Expected to fail, but passed."}], "unexpected success"))
    if hasattr(result, "addSubTest"):
        _wrap(result, "addSubTest", _sub_test)


def _wrap(owner, name, hear):
    original = getattr(owner, name)

    @functools.wraps(original)
    def method(self, *args, **options):
        try:
            if _is_heard(self, name):
                hear(*args, **options)
        except Exception:
            # The shape of an event that is not known.
            pass
        return original(self, *args, **options)

    setattr(owner, name, method)


def _is_heard(result, name):
    global _hearing
    if _repeating:
        return False
    if _hearing is None and name == "startTest":
        _hearing = result
    # Errors of classes and modules come between two tests.
    return _hearing is None or _hearing is result


def _runner():
    return "django" if "django.test.runner" in sys.modules else "unittest"


def _begin():
    """Once in each process: a worker of Django's is a copy of the first one."""
    global _begun_in
    if _begun_in == os.getpid():
        return
    is_first = _begun_in is None
    _begun_in = os.getpid()
    if not is_first:
        return
    failures.mark_children()
    failures.record(_runner(), kind="runner", cwd=os.getcwd())
    try:
        failures.listen()
    except Exception:
        pass
    _skip_repeated_events()


def _skip_repeated_events():
    runner = sys.modules.get("django.test.runner")
    suite = getattr(runner, "ParallelTestSuite", None)
    original = getattr(suite, "handle_event", None)
    if original is None:
        return

    @functools.wraps(original)
    def handle_event(*args, **options):
        global _repeating
        _repeating = True
        try:
            return original(*args, **options)
        finally:
            _repeating = False

    suite.handle_event = handle_event


def _start(test):
    _begin()
    place = _place(test)
    failures.record(_runner(), kind="begin", **place)
    # Before the others trace: only one can.
    failures.boundaries.begin(place)
    throws.begin(place.get("file"))
    throws.watch()


def _stop(test):
    global _hearing
    _hearing = None
    throws.rest()
    failures.boundaries.end(_place(test))
    if getattr(test, _ATTRIBUTE, False):
        # Only parts of it failed, and are written down.
        failures.record(_runner(), kind="done", **_place(test))


def _test(test, status, errors=(), called=None):
    _begin()
    place = _place(test)
    if status == "passed" and not selection.includes(place.get("file"), place["name"]):
        return
    failures.record(_runner(), kind="test", status=status, called=called, errors=list(errors), **throws.taken(status), **place)


def _failed(test, err, called=None):
    _begin()
    if _is_unloaded(test):
        _not_loaded(test._testMethodName, err)
    else:
        swallowed = throws.taken("failed", err[1])
        failures.record(_runner(), kind="test", status="failed", called=called, errors=[_of_doctest(test, err) or _error(err)], **swallowed, **_place(test))


def _not_loaded(name, err):
    cause = _unloaded_by.get(name)
    path = _path_of(name)
    error = _error(err) if cause is None else failures.error(cause)
    failures.record(_runner(), kind="file", file=path if os.path.exists(path) else name, errors=[error])


def _path_of(name):
    return os.path.join(os.getcwd(), *name.split(".")) + ".py"


def _sub_test(test, sub_test, err):
    if err is None and not selection.is_for_parts:
        return
    place = _place(test)
    # unittest has no other way to what it calls the part.
    place["name"] = [*place["name"], sub_test._subDescription()]
    is_wanted = selection.includes(place.get("file"), place["name"])
    if err is None:
        if is_wanted:
            failures.record(_runner(), kind="test", status="passed", errors=[], **place)
        return
    setattr(test, _ATTRIBUTE, True)
    swallowed = throws.taken("failed", err[1])
    if not is_wanted:
        return
    called = None if issubclass(err[0], test.failureException) else "error"
    failures.record(_runner(), kind="test", status="failed", called=called, errors=[_error(err)], **swallowed, **place)


def _error(err):
    failures.boundaries.failed()
    kind, value, traceback = err
    if isinstance(value, BaseException):
        return failures.error(value, traceback)
    return {"name": getattr(kind, "__name__", ""), "message": str(value)}


def _of_doctest(test, err):
    example = getattr(test, "_dt_test", None)
    return None if example is None else doctests.of_doctest_case(example, str(err[1]))


def _place(test):
    case = getattr(test, "test_case", test)
    method = getattr(case, "_testMethodName", None)
    if method is None:
        # setUpClass (module.Class), or a module's.
        return {"name": [str(test)]}
    if type(case).__name__ == "FunctionTestCase":
        return {"name": [str(case)]}
    if hasattr(case, "_dt_test"):
        example = case._dt_test
        line = example.lineno
        return {"name": [example.name], **({"file": example.filename} if example.filename else {}), **({} if line is None else {"line": line + 1})}
    return {"name": [type(case).__qualname__, method], **_code_place(case, method)}


def _code_place(case, method):
    try:
        code = inspect.unwrap(getattr(type(case), method)).__code__
        return {"file": os.path.abspath(code.co_filename), "line": code.co_firstlineno}
    except Exception:
        return {}
