"""Runs inside a debuggee whose trace begins while it runs: watches what is loaded, and ends without a trace. The program's children, its
environment and its ways to end are left as they are.
"""

import atexit
import sys

from .own_package import module as load_module
from .trace_failure import PROCESS
from .trace_functions import comprehensions_in
from .trace_loaded import loaded_modules
from .trace_process import Process, discover_by_monitoring
from .trace_python import IS_MONITORED


class RunningProcess(Process):
    """A process that a debugger is in."""

    def load(self, *names):
        # The debugger has loaded what these modules import, and other threads may import now.
        for each in names:
            load_module(each)

    def new_source(self):
        if IS_MONITORED:
            return super().new_source()
        from .trace_beside import CallsBeside

        return CallsBeside(self.mode, self.records)

    def new_lines_source(self):
        if IS_MONITORED:
            return super().new_lines_source()
        from .trace_beside import LinesBeside

        return LinesBeside(self.mode, self.records)

    def pass_on_through_subprocess(self):
        pass

    def pass_on_through_spawn(self, frame):
        pass


def begin_live(request):
    """Begins to record. Returns the reason why nothing can be recorded, or None."""
    process = RunningProcess(request, {})
    PROCESS.append(process)
    atexit.register(process.at_exit)
    if not IS_MONITORED:
        from .trace_profile import Profile

        PROFILE.append(Profile(process))
    process.records.flush()
    loaded = loaded_modules(lambda each: is_wanted_file(process, each))
    if IS_MONITORED:
        # What an earlier trace turned off, place by place.
        sys.monitoring.restart_events()
        discover_by_monitoring(process)
        if process.tools.discovering is None:
            return "the tools of sys.monitoring are taken by others"
    for code, filename in loaded:
        process.on_module(code)
    for each in PROFILE:
        each.begin()
    return None


PROFILE = []


def is_wanted_file(process, filename):
    path = process.own.path_of(filename)
    if path is None:
        return False
    return process.own.is_own(filename) or any("path" in each and process.places.is_file(each, path) for each in process.wanted_places)


def begin_in_thread():
    for each in PROFILE:
        each.begin_in_thread()


def end_live(is_written):
    for process in PROCESS:
        atexit.unregister(process.at_exit)
        if is_written:
            process.at_exit()
    for each in PROFILE:
        each.end()
    for process in PROCESS:
        if process.tools is not None:
            process.tools.end(watched_codes(process))


def watched_codes(process):
    for function in process.seen.values():
        yield function.code
        yield from comprehensions_in(function.code)
    yield from list(getattr(process.source, "watched", {}).values())
    yield from [each.code for each in getattr(process.mode, "codes", {}).values()]
