"""Writes down which lines of own functions run in each test, as records of a trace: MCP_DEBUGGER_TEST_LINES names the folder for them. From
Python 3.12 on that is cheap, as each line is seen once in a test; before, it is done only in a run that is for nothing else.

It runs inside programs that are not ours: whatever fails leaves them as they would be without it.
"""

import json
import os
import sys
import threading
import time

from . import mcp_debugger_failures as failures

#: Numbers of tools, of which one is free: debuggers, coverage and other hooks of ours have theirs.
_TOOLS = (5, 3, 4, 2)
#: What describes the variables of a failure.
_OURS = frozenset(os.environ.get("MCP_DEBUGGER_DESCRIBE", "").split(os.pathsep))
#: Set for code of functions, and not for that of modules and classes, which runs when they are loaded.
_IS_FUNCTION = 1
#: A line that so many passing tests ran is looked for no longer, and is no suspect: each test that looks for it costs time.
ENOUGH = 30
#: Of a test, for a program that makes code without end.
_MAX_CODES = 20_000


class Boundaries:
    """The functions that a runner's hook calls at the start and the end of a test."""

    def __init__(self, source, folder):
        self.source = source
        self.file = _RecordFile(folder)
        #: By the id of a code, itself, its number in the records, the counters of its lines, and how often each was counted.
        self.codes = {}
        #: By the id of a code, in how many tests that passed each line ran.
        self.passed = {}

    def begin(self, place):
        self.source.paused[0] = 0
        for code, _ in self.source.take():
            self.source.again(code)
        self._write([_boundary("begin", place)])

    def pause(self, change):
        """Pauses or resumes counting: while there are more pauses than ends of them, nothing is counted."""
        self.source.paused[0] += change

    def end(self, place, has_failed):
        records = []
        for code, lines in self.source.take():
            records.extend(self._counts(code, lines))
            if not self._is_known_well(code, lines, has_failed):
                self.source.again(code)
        self._write([*records, _boundary("end", place)])

    def _is_known_well(self, code, lines, has_failed):
        passed = self.passed.setdefault(id(code), {})
        if not has_failed:
            for line in lines:
                passed[line] = passed.get(line, 0) + 1
        return all(passed.get(line, 0) >= ENOUGH for line in lines)

    def _counts(self, code, lines):
        # Codes of the same text are equal, and are told apart.
        known = self.codes.get(id(code))
        records = []
        if known is None:
            known = self.codes[id(code)] = code, len(self.codes) + 1, _lines_of(code), {}
            records.append(_code_record(*known[:3]))
        _, text, numbers, counts = known
        values = []
        for line in sorted(lines):
            if line in numbers:
                counts[line] = counts.get(line, 0) + 1
                values += numbers[line], counts[line]
        return [*records, {"kind": "counts", "text": text, "values": values}] if values else records

    def _write(self, records):
        if self.file.is_new():
            # The codes that the parent of a fork has written down.
            known = [_code_record(*each[:3]) for each in self.codes.values()]
            records = [_process_record(), *known, *records]
        self.file.write(records)


class _Monitored:
    """The lines that run, from Python 3.12 on: each is reported once, until it is asked for again."""

    def __init__(self, monitoring, tool):
        self.tool = tool
        self.ran = ran = {}
        self.paused = paused = [0]
        self.monitoring = monitoring
        self.line_event = line_event = monitoring.events.LINE
        watch, disable, is_wanted = monitoring.set_local_events, monitoring.DISABLE, _is_wanted

        def on_start(code, offset):
            try:
                if is_wanted(code):
                    watch(tool, code, line_event)
            except Exception:
                pass
            return disable

        def on_line(code, line):
            if paused[0]:
                return None
            try:
                ran[id(code)][1].add(line)
            except KeyError:
                if len(ran) < _MAX_CODES:
                    ran[id(code)] = code, {line}
            return disable

        monitoring.use_tool_id(tool, "mcp-debugger-tests")
        monitoring.register_callback(tool, monitoring.events.PY_START, on_start)
        monitoring.register_callback(tool, line_event, on_line)
        monitoring.set_events(tool, monitoring.events.PY_START)

    def take(self):
        """The codes that have run since the last time, with their lines."""
        taken = list(self.ran.values())
        self.ran.clear()
        return taken

    def again(self, code):
        """Has the lines of a code reported that were: what was disabled is so no longer when it is asked for again."""
        self.monitoring.set_local_events(self.tool, code, 0)
        self.monitoring.set_local_events(self.tool, code, self.line_event)


class _Traced:
    """The lines that run, before Python 3.12."""

    def __init__(self):
        self.ran = ran = {}
        self.paused = paused = [0]
        watching = {}
        keeping_stores = failures.describing().keeping_stores

        def watch(code):
            def on_line(frame, event, argument):
                if event == "line" and not paused[0]:
                    try:
                        ran[id(code)][1].add(frame.f_lineno)
                    except KeyError:
                        ran[id(code)] = code, {frame.f_lineno}
                return whole

            whole = keeping_stores(on_line, reads=False, code=code)
            return whole

        def on_call(frame, event, argument):
            code = frame.f_code
            try:
                return watching[id(code)][1]
            except KeyError:
                found = watch(code) if _is_wanted(code) else None
                watching[id(code)] = code, found
                return found

        calls_seen = keeping_stores(on_call, reads=False)
        threading.settrace(calls_seen)
        sys.settrace(calls_seen)

    def take(self):
        taken = list(self.ran.values())
        self.ran.clear()
        return taken

    def again(self, code):
        """All lines are always reported."""


class _RecordFile:
    def __init__(self, folder):
        self.folder = folder
        self.pid = None

    def is_new(self):
        return self.pid != os.getpid()

    def write(self, records):
        self.pid = os.getpid()
        path = os.path.join(self.folder, "%d-tests.jsonl" % self.pid)
        with open(path, "a", encoding="utf-8") as file:
            file.write("".join(json.dumps(each) + "\n" for each in records))


def _is_wanted(code):
    name = code.co_filename
    return bool(code.co_flags & _IS_FUNCTION) and name not in _OURS and failures.is_own_file(name)


def _lines_of(code):
    """The counter of each line; 0 is that of the function."""
    if hasattr(code, "co_lines"):
        lines = {line for _, _, line in code.co_lines() if line}
    else:
        import dis

        lines = {line for _, line in dis.findlinestarts(code) if line}
    return {line: index for index, line in enumerate(sorted(lines), 1)}


def _code_record(code, text, numbers):
    last = max(numbers, default=code.co_firstlineno)
    name = getattr(code, "co_qualname", code.co_name)
    function = {"name": name, "line": code.co_firstlineno, "endLine": max(last, code.co_firstlineno), "counter": 0}
    statements = [[line, line, counter, 0] for line, counter in numbers.items()]
    path = os.path.abspath(code.co_filename)
    return {"kind": "code", "text": text, "path": path, "functions": [function], "statements": statements, "branches": [], "unfinished": []}


def _process_record():
    argv = list(getattr(sys, "argv", []))
    return {"kind": "process", "pid": os.getpid(), "thread": 0, "argv": argv, "startedAtMs": time.time() * 1000}


def _boundary(phase, place):
    file = place.get("file")
    return {"kind": "test", "phase": phase, "name": list(place["name"]), **({} if file is None else {"file": file})}


def _source(may_trace):
    """None where it would take too long, or disturb what watches the program by itself."""
    monitoring = getattr(sys, "monitoring", None)
    if monitoring is None:
        return _Traced() if may_trace and sys.gettrace() is None else None
    free = [tool for tool in _TOOLS if monitoring.get_tool(tool) is None]
    if not free or monitoring.get_tool(monitoring.DEBUGGER_ID) is not None:
        return None
    return _Monitored(monitoring, free[0])


def boundaries(settings):
    """The boundaries for a runner's hook, which calls them at each test; None if nothing is written down."""
    source = _source(settings["mayTrace"])
    return None if source is None else Boundaries(source, settings["directory"])
