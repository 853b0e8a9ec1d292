"""Writes down the results of pytest beside what it shows: a plugin that PYTEST_ADDOPTS names.

It runs inside programs that are not ours: whatever fails leaves them as they would be without it.
"""

import json
import os

import pytest

_RESULTS = os.environ.get("MCP_DEBUGGER_TEST_RESULTS")
_ATTRIBUTE = "mcp_debugger_error"
_config = None


def _record(**fact):
    # A worker of pytest-xdist reports to the process that started it, which writes it down.
    if _RESULTS is None or hasattr(_config, "workerinput"):
        return
    try:
        with open(_RESULTS, "a", encoding="utf-8") as results:
            results.write(json.dumps({"runner": "pytest", **fact}) + "\n")
    except Exception:
        pass


def pytest_configure(config):
    global _config
    _config = config
    _record(kind="runner", cwd=os.getcwd())


def _place(nodeid, location):
    file, *names = nodeid.split("::")
    line = location[1]
    return {
        "file": os.path.join(str(_config.rootpath), file),
        "name": names or [file],
        **({} if line is None else {"line": line + 1}),
    }


def pytest_runtest_logstart(nodeid, location):
    _record(kind="begin", **_place(nodeid, location))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(call):
    outcome = yield
    try:
        report = outcome.get_result()
        if call.excinfo is not None and report.failed:
            setattr(report, _ATTRIBUTE, _error(call.excinfo))
    except Exception:
        pass


def _error(excinfo):
    frames = [
        "    at %s (%s:%d:1)" % (entry.name, entry.path, entry.lineno + 1)
        for entry in reversed(list(excinfo.traceback))
    ]
    name = excinfo.typename
    message = str(excinfo.value)
    return {"name": name, "message": message, "stack": "\n".join(["%s: %s" % (name, message), *frames])}


def pytest_runtest_logreport(report):
    if report.when != "call" and report.passed:
        return
    status = report.outcome
    error = getattr(report, _ATTRIBUTE, None) or {"message": str(report.longrepr)}
    _record(
        kind="test",
        status=status,
        errors=[error] if status == "failed" else [],
        **_place(report.nodeid, report.location),
    )


def pytest_collectreport(report):
    if report.failed:
        file = os.path.join(str(_config.rootpath), report.nodeid.split("::")[0])
        _record(kind="file", file=file, errors=[{"message": str(report.longrepr)}])
