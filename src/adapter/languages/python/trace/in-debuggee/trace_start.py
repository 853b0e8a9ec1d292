"""Runs inside a traced process, first of the tracer's files: reads what is to be recorded, hides the tracer from the program, hands it
on to the program's children, and loads the other files when there is something to record. The files run in one namespace, which own_files.py
has been loaded into.
"""

import os
import sys
import time

# What is set here is gone from `os.environ`, and stays in the environment that children inherit.
REQUEST_VARIABLE = "MCP_DEBUGGER_TRACE"
# What the server has added to NODE_OPTIONS, for Node processes below.
ADDED_OPTIONS_VARIABLE = "MCP_DEBUGGER_NODE_OPTIONS"
# In this order they are run.
RECORDING_FILES = (
    "trace_values.py", "trace_texts.py", "trace_contents.py", "trace_locals.py", "trace_source.py", "trace_statements.py", "trace_loops.py",
    "trace_names.py", "trace_wanted_text.py", "trace_search.py", "trace_plan.py", "trace_call.py", "trace_series.py", "trace_point.py",
    "trace_values_mode.py", "trace_calls_mode.py", "trace_frame_mode.py", "trace_closed.py",
)
# Those that count lines need no values.
LINE_FILES = ("trace_source.py", "trace_line_code.py", "trace_lines_mode.py")
START_FILES = ("trace_records.py", "trace_own_code.py", "trace_functions.py", "pass_to_children.py")
IS_MONITORED = hasattr(sys, "monitoring")
# Each `id` is an event of auditing, and before Python 3.12 there is a hook of ours; this one is as different for different objects.
identity = id if IS_MONITORED else object.__hash__


def run_apart(paths):
    """Runs files that import modules of Python of which the program may have, or want, its own: what was not loaded is so again."""
    before = set(sys.modules)
    path = sys.path[:]
    library = os.path.dirname(os.__file__)
    sys.path[:] = [each for each in path if os.path.normpath(each).startswith(library) and "site-packages" not in each]
    try:
        for each in paths:
            run_file(each, globals())
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - before:
            del sys.modules[name]


def run_own_file(name):
    run_file(own_path(name), globals())


def shared_folder():
    """The folder of the files that the tracer shares with others."""
    return os.path.dirname(own_path("own_package.py"))


def import_shared():
    """Has the files that are run from now on import modules of the shared folder: those that describe values."""
    run_own_file("own_package.py")
    package = OwnPackage(__name__, lambda name: code_of_file(own_path(name + ".py"), "%s.%s" % (__name__, name)))
    # In place: up to Python 3.9, code has the built-in names of the frame that runs it.
    __builtins__["__import__"] = package.import_from


IS_LOADED = []


def load_recording():
    """Loads the recording at the first wanted code, as most processes run none."""
    if not IS_LOADED:
        IS_LOADED.append(True)
        sources = ("trace_monitoring.py",) if IS_MONITORED else ("trace_prologue.py", "trace_settrace.py")
        import_shared()
        run_apart([os.path.join(OWN_FOLDER, name) for name in (*RECORDING_FILES, *sources)])


def load_line_counting():
    """Loads the counting of own code's lines."""
    if not IS_LOADED:
        IS_LOADED.append(True)
        import_shared()
        source = ("trace_lines_monitoring.py",) if IS_MONITORED else ("trace_settrace.py", "trace_lines_settrace.py")
        run_apart([os.path.join(OWN_FOLDER, name) for name in (*LINE_FILES, *source)])


def start_tracing(folder):
    path = os.environ.get(REQUEST_VARIABLE)
    handed_on = take_from_environment([REQUEST_VARIABLE, ADDED_OPTIONS_VARIABLE], folder)
    if not path:
        return
    request = read_request(path)
    for name in (*START_FILES, *(["trace_tools.py"] if IS_MONITORED else [])):
        run_own_file(name)
    run_own_file("trace_process.py")
    begin_process(request, handed_on, folder)
