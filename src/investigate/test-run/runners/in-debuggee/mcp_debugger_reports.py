"""Writes down the results of pytest beside what it shows: the hooks of a plugin. Of a failure it writes down where it
happened and what the variables were: a traceback keeps its frames, so no debugger needs to be there.

It runs inside programs that are not ours: whatever fails leaves them as they would be without it.
"""

import os

from . import mcp_debugger_compared as compared
from . import mcp_debugger_failures as failures
from . import mcp_debugger_selection as selection
from . import mcp_debugger_throws as throws
import pytest

_ATTRIBUTE = "mcp_debugger_error"
_MAX_COUNTS = 20
_SWALLOWED = "mcp_debugger_swallowed"
_config = None
#: What the last assertion that failed has compared.
_compared = None
_has_ignored = False
#: Tests of which parts failed, by their ids.
_failed_in_parts = set()


def _record(**fact):
    # A worker of pytest-xdist reports to the process that started it, which writes it down.
    if not hasattr(_config, "workerinput"):
        failures.record("pytest", **fact)


def pytest_configure(config):
    global _config
    _config = config
    failures.mark_children()
    _record(kind="runner", cwd=os.getcwd())
    if selection.is_given:
        # A file that cannot be loaded would keep the tests that are wanted from being run.
        config.option.continue_on_collection_errors = True
    try:
        if not hasattr(config, "workerinput"):
            failures.listen()
    except Exception:
        pass


def _place(nodeid, location):
    file, *names = nodeid.split("::")
    line = location[1]
    return {
        "file": os.path.join(str(_config.rootpath), file),
        "name": names or [file],
        **({} if line is None else {"line": line + 1}),
    }


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if not selection.is_given:
        return
    chosen, others = [], []
    for item in items:
        place = _place(item.nodeid, item.location)
        (chosen if selection.may_hold(place["file"], place["name"]) else others).append(item)
    items[:] = chosen
    if others:
        config.hook.pytest_deselected(items=others)
    # Each worker of pytest-xdist collects all tests.
    if _is_first_worker():
        for item in others:
            failures.record("pytest", kind="unselected", **_place(item.nodeid, item.location))


def _is_first_worker():
    return getattr(_config, "workerinput", {}).get("workerid", "gw0") == "gw0"


def _ignores(path):
    if selection.includes_file(str(path)) or os.path.isdir(str(path)):
        return None
    global _has_ignored
    if not _has_ignored and _is_first_worker():
        failures.record("pytest", kind="unselected")
    _has_ignored = True
    return True


if selection.chooses_files:
    # Files that the command names are collected all the same.
    if hasattr(pytest, "version_tuple") and pytest.version_tuple >= (7, 0):

        def pytest_ignore_collect(collection_path):
            return _ignores(collection_path)

    else:

        def pytest_ignore_collect(path):
            return _ignores(path)


def pytest_runtest_logstart(nodeid, location):
    _record(kind="begin", **_place(nodeid, location))


def pytest_assertrepr_compare(op, left, right):
    global _compared
    try:
        _compared = compared.of_operator(op, left, right)
    except Exception:
        pass


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    place = _place(item.nodeid, item.location)
    failures.boundaries.begin(place)
    throws.begin(str(item.fspath))
    yield
    failures.boundaries.end(place)


@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_runtest_setup():
    throws.watch()
    yield
    throws.rest()


@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_runtest_call():
    throws.watch()
    yield
    throws.rest()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(call):
    global _compared
    place, _compared = _compared, None
    if call.excinfo is not None:
        failures.boundaries.failed()
    outcome = yield
    try:
        report = outcome.get_result()
        if call.when == "call" or report.failed:
            found = throws.taken(report.outcome, None if call.excinfo is None else call.excinfo.value)
            setattr(report, _SWALLOWED, found)
        if call.excinfo is not None and report.failed:
            setattr(report, _ATTRIBUTE, _error(call.excinfo.value, place))
    except Exception:
        pass


def _error(value, place):
    return failures.error(value, place=place if isinstance(value, AssertionError) else None)


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report():
    outcome = yield
    try:
        report = outcome.get_result()
        if report.failed:
            error = report.call.excinfo.value
            # pytest's own says only that the file cannot be imported.
            cause = error if error.__cause__ is None else error.__cause__
            setattr(report, _ATTRIBUTE, failures.error(cause))
    except Exception:
        pass


def pytest_runtest_logreport(report):
    part = _part_of(report)
    if report.passed and (report.when != "call" or part is not None and not selection.is_for_parts):
        return
    place = _place(report.nodeid, report.location)
    if part is not None:
        # A part that is skipped leaves its test to say what became of it.
        if report.skipped:
            return
        if report.failed:
            _failed_in_parts.add(report.nodeid)
        place["name"] = [*place["name"], part]
    # A test that ran because of its parts says something by its own failure only.
    if (report.passed or part is not None) and not selection.includes(place["file"], place["name"]):
        return
    status = report.outcome
    error = getattr(report, _ATTRIBUTE, None) or {"message": str(report.longrepr)}
    if status == "failed" and part is None and report.nodeid in _failed_in_parts and error["message"].startswith("contains "):
        # That they failed is all that there is to say of the whole.
        _record(kind="done", **place)
        return
    _record(
        kind="test",
        status=status,
        errors=[error] if status == "failed" else [],
        **_called(report),
        **getattr(report, _SWALLOWED, {}),
        **place,
    )


def _part_of(report):
    """The name of a part of a test, as unittest writes it; None for a whole one. Each part has a report of its own."""
    context = getattr(report, "context", None)
    given = getattr(context, "kwargs", None)
    if given is None or not hasattr(context, "msg"):
        return None
    # There is no other way to what pytest, and the plugin that had it before, call it.
    name = getattr(report, "_sub_test_description", None) or getattr(report, "sub_test_description", None)
    return str(context.msg or dict(given)) if name is None else name()


def _called(report):
    if report.failed and report.when != "call":
        return {"called": "error"}
    return {"called": "xfailed" if report.skipped else "xpassed"} if hasattr(report, "wasxfail") else {}


def pytest_unconfigure(config):
    """Whatever plugins have changed about outcomes is in what pytest itself has counted."""
    if selection.is_for_parts:
        return
    try:
        parts, _ = config.pluginmanager.get_plugin("terminalreporter").build_summary_stats_line()
        texts = [text for text, _ in parts if text[:1].isdigit() and not (selection.is_given and text.endswith(" deselected"))]
        if texts:
            _record(kind="counts", texts=texts[:_MAX_COUNTS])
    except Exception:
        # Nothing is printed, or it is another pytest than those that are known.
        pass


def pytest_collectreport(report):
    if report.failed:
        file = os.path.join(str(_config.rootpath), report.nodeid.split("::")[0])
        _record(kind="file", file=file, errors=[getattr(report, _ATTRIBUTE, None) or {"message": str(report.longrepr)}])
