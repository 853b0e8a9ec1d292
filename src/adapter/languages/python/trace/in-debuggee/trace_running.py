"""Runs inside a debuggee whose trace begins while it runs, after the files of the tracer: watches what is loaded, and ends without a trace.
The program's children, its environment and its ways to end are left as they are.
"""

import atexit
import sys


def run_apart(paths):
    # The debugger has loaded what these files import, and other threads may import now.
    for each in paths:
        run_file(each, globals())


def pass_on_through_subprocess(process):
    pass


def pass_on_through_spawn(process, values):
    pass


load_recording_files, load_counting_files = load_recording, load_line_counting


def load_recording():
    load_recording_files()
    if not IS_MONITORED:
        stand_beside()


def load_line_counting():
    load_counting_files()
    if not IS_MONITORED:
        stand_beside()


def begin_live(request):
    """Begins to record. Returns the reason why nothing can be recorded, or None."""
    monitoring = getattr(sys, "monitoring", None)
    process = Process(request, {})
    PROCESS.append(process)
    atexit.register(process.at_exit)
    if monitoring is None:
        run_own_file("trace_profile.py")
        PROFILE.append(Profile(process))
    process.records.flush()
    loaded = loaded_modules(lambda each: is_wanted_file(process, each))
    if monitoring is not None:
        # What an earlier trace turned off, place by place.
        monitoring.restart_events()
        discover_by_monitoring(process)
        if process.tools.discovering is None:
            return "the tools of sys.monitoring are taken by others"
    for code, filename in loaded:
        process.on_module(code)
    if monitoring is None:
        PROFILE[0].begin()
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
    if IS_MONITORED:
        for process in PROCESS:
            if process.tools is not None:
                process.tools.end(watched_codes())


def watched_codes():
    for process in PROCESS:
        for function in process.seen.values():
            yield function.code
            yield from generators_in(function.code)
        yield from list(getattr(process.source, "watched", {}).values())
        yield from [each.code for each in getattr(process.mode, "codes", {}).values()]
