"""Writes down the results of pytest beside what it shows: a plugin that PYTEST_ADDOPTS names. Of a failure it writes down where it
happened and what the variables were: a traceback keeps its frames, so no debugger needs to be there.

It runs inside programs that are not ours: whatever fails leaves them as they would be without it.
"""

import importlib.util
import json
import linecache
import os
import sysconfig
import threading
import types

import pytest

_RESULTS = os.environ.get("MCP_DEBUGGER_TEST_RESULTS")
_ATTRIBUTE = "mcp_debugger_error"
_LINES_AROUND = 3
_LIBRARIES = tuple(
    os.path.normcase(os.path.realpath(path)) + os.sep
    for path in {sysconfig.get_paths().get(key) for key in ("stdlib", "platstdlib", "purelib", "platlib")}
    if path
)
_config = None
_described = None


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
    try:
        _listen()
    except Exception:
        pass


def _listen():
    """On a signal, writes down where the threads are: asked for when the run takes too long."""
    number, _, path = os.environ.get("MCP_DEBUGGER_STACKS", "").partition(" ")
    if path and not hasattr(_config, "workerinput"):
        import faulthandler

        faulthandler.register(int(number), file=open(path, "w"), all_threads=True, chain=False)


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


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report():
    outcome = yield
    try:
        report = outcome.get_result()
        if report.failed:
            error = report.call.excinfo.value
            # pytest's own says only that the file cannot be imported.
            cause = error if error.__cause__ is None else error.__cause__
            setattr(report, _ATTRIBUTE, {"message": str(report.longrepr), **_site(cause.__traceback__)})
    except Exception:
        pass


def _error(excinfo):
    frames = [
        "    at %s (%s:%d:1)" % (entry.name, entry.path, entry.lineno + 1)
        for entry in reversed(list(excinfo.traceback))
    ]
    name = excinfo.typename
    message = str(excinfo.value)
    stack = "\n".join(["%s: %s" % (name, message), *frames])
    return {"name": name, "message": message, "stack": stack, **_site(excinfo.value.__traceback__)}


def _site(traceback):
    """The innermost call of the program's or the tests' own code, and its variables; nothing where there is none."""
    try:
        return {"site": _described_site(traceback)}
    except Exception:
        return {}


def _described_site(traceback):
    calls = []
    while traceback is not None:
        calls.append((traceback.tb_frame, traceback.tb_lineno))
        traceback = traceback.tb_next
    own = [(frame, line) for frame, line in reversed(calls) if _is_own(frame.f_code.co_filename)]
    frame, line = own[0]
    limits = json.loads(os.environ["MCP_DEBUGGER_TEST_LIMITS"])
    path = _path(frame)
    first = max(1, line - _LINES_AROUND)
    lines = linecache.getlines(path, frame.f_globals)[first - 1 : line + _LINES_AROUND]
    return {
        "frames": [{"name": each.f_code.co_name, "path": _path(each), "line": at} for each, at in own],
        "locals": _describing().described_variables(frame, limits),
        "pid": os.getpid(),
        "thread": threading.current_thread().name,
        **({"source": {"startLine": first, "lines": [each.rstrip("\r\n") for each in lines]}} if lines else {}),
    }


def _path(frame):
    return os.path.abspath(frame.f_code.co_filename)


def _is_own(name):
    path = os.path.realpath(name)
    if name.startswith("<") or path == os.path.realpath(__file__) or {"site-packages", "dist-packages"} & set(path.split(os.sep)):
        return False
    return not os.path.normcase(path).startswith(_LIBRARIES)


def _describing():
    """What describes values, in a module that the program does not see."""
    global _described
    if _described is None:
        module = types.ModuleType("mcp_debugger")
        for path in os.environ["MCP_DEBUGGER_DESCRIBE"].split(os.pathsep):
            importlib.util.spec_from_file_location("mcp_debugger", path).loader.exec_module(module)
        _described = module
    return _described


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
        _record(kind="file", file=file, errors=[getattr(report, _ATTRIBUTE, None) or {"message": str(report.longrepr)}])
