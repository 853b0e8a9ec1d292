"""Runs inside a traced process: watches which code is loaded until there is something to record, which most processes run none of, and sees
to forks, to children and to the end of the process.
"""

import atexit
import os
import sys
import types

from .own_package import module as load_module
from .own_package import of_program
from .pass_to_children import note_isolated, pass_on_through_spawn, pass_on_through_subprocess
from .trace_failure import PROCESS, failed
from .trace_functions import EVERY_FUNCTION, TOP_LEVEL, Function, Places, codes_in, matches
from .trace_own_code import OwnCode
from .trace_python import IS_MONITORED, identity
from .trace_records import Records

# What is loaded to record calls, and to count the lines of own code, which needs no values.
RECORDING = ("trace_modes", "trace_closed", "trace_monitoring" if IS_MONITORED else "trace_settrace")
LINE_COUNTING = ("trace_line_code", "trace_lines_mode", "trace_lines_monitoring" if IS_MONITORED else "trace_lines_settrace")


class Process:
    def __init__(self, request, handed_on):
        self.request = request
        # Of the environment: what children are to have.
        self.handed_on = handed_on
        self.folder = b""
        self.records = Records(request["directory"])
        self.own = OwnCode(request["roots"])
        self.places = Places(self.own, request["wanted"]["kind"] == "values")
        # `tools`: from Python 3.12 on.
        self.mode = self.source = self.tools = None
        self.functions = 0
        self.is_over = self.has_other_hooks = False
        # By the id of a code: the functions that are watched.
        self.seen = {}
        wanted = request["wanted"]
        below = [wanted["below"]] if "below" in wanted else []
        self.wanted_places = {
            "frame": lambda: [wanted["place"]], "values": lambda: [each["place"] for each in wanted["points"]], "calls": lambda: below,
            "lines": lambda: [],
        }[wanted["kind"]]()
        self.sees_all = wanted["kind"] == "calls"
        # The codes of the program's own modules.
        self.modules = []

    # What is wanted.

    def on_module(self, code):
        """The code of a module is about to run."""
        path = self.own.path_of(code.co_filename)
        if path is None:
            self.on_text(code)
            return
        if self.request["wanted"]["kind"] == "lines":
            self.count_lines(code, path)
            return
        if self.own.is_own(code.co_filename):
            self.modules.append(code)
            if self.source is not None:
                self.source.on_own_module(code)
        for place in self.wanted_places:
            for each, name in self.places.find(place, code, path):
                self.watch(each, name, path, place, code)
        if self.sees_all and self.own.is_own(code.co_filename):
            for each, name, is_function in codes_in(code):
                if is_function and identity(each) not in self.seen:
                    self.watch(each, name, path, None, code)

    def on_text(self, code):
        """The code of a text that the program made: what is wanted there has no source to be shown by."""
        if code.co_filename.startswith("<frozen"):
            return
        for place in self.wanted_places:
            if place["kind"] == "function" and place.get("path") is None and place["name"] != EVERY_FUNCTION:
                if any(is_function and name != TOP_LEVEL and matches(name, place["name"]) for _, name, is_function in codes_in(code)):
                    self.records.note(
                        "%s was also defined by a text that the program ran (exec, eval; %s): that one is not traced."
                        % (place["name"], code.co_filename)
                    )

    def watch(self, code, name, path, place, module):
        if self.mode is None:
            self.load(*RECORDING)
            from .trace_modes import new_mode

            self.mode = new_mode(self.request, self.records, self.own)
            self.source = self.new_source()
            for each in self.modules:
                self.source.on_own_module(each)
        function = self.seen.get(identity(code))
        if function is None:
            code = self.source.prepared(code, module)
            self.functions += 1
            function = self.seen[identity(code)] = Function(code, name, path, self.functions)
            if not self.sees_all:
                self.records.write(function.record())
        self.source.watch(self.mode.add(function, place))

    def count_lines(self, code, path):
        """Counts the lines of a module of the program's own, or of the wanted functions in it."""
        wanted = self.request["wanted"]
        within = wanted.get("within")
        is_file = wanted.get("file") is None or self.places.is_file({"path": wanted["file"]}, path)
        if not is_file or not self.own.is_own(code.co_filename):
            return
        found = None if within is None else [each for each, _ in self.places.find(within, code, path)]
        if found == []:
            return
        if self.mode is None:
            self.load(*LINE_COUNTING)
            from .trace_lines_mode import LinesMode

            self.mode = LinesMode(self.records)
            self.source = self.new_lines_source()
        from .trace_line_code import LineCode

        self.source.watch(self.mode.add(LineCode(code, path, found)))

    def load(self, *names):
        """Loads modules that import some of Python's of which the program may have, or want, its own: what was not loaded is so again."""
        before, path = set(sys.modules), sys.path[:]
        library = os.path.dirname(os.__file__)
        sys.path[:] = [each for each in path if os.path.normpath(each).startswith(library) and "site-packages" not in each]
        try:
            for each in names:
                load_module(each)
        finally:
            sys.path[:] = path
            for name in set(sys.modules) - before:
                del sys.modules[name]

    def new_source(self):
        """Makes the source that turns the events of this Python into those of the mode."""
        if IS_MONITORED:
            from .trace_monitoring import MonitoringSource

            return MonitoringSource(self.mode, self.records, self.own, self.tools.recording)
        from .trace_settrace import SettraceSource

        source = SettraceSource(self.mode, self.records)
        if self.has_other_hooks:
            source.on_other_hook()
        return source

    def new_lines_source(self):
        """The same of the mode that counts lines."""
        if IS_MONITORED:
            from .trace_lines_monitoring import MonitoredLines

            return MonitoredLines(self.mode, self.tools.recording)
        from .trace_lines_settrace import SettraceLines

        return SettraceLines(self.mode, self.records)

    # The life of the process.

    def pass_on_through_subprocess(self):
        pass_on_through_subprocess(self)

    def pass_on_through_spawn(self, frame):
        pass_on_through_spawn(self, frame.f_locals)

    def begin_fork(self):
        self.records.begin()
        if self.mode is not None:
            self.mode.begin()
            for each in self.seen.values() if not self.sees_all else ():
                self.records.write(each.record())
        self.records.flush()

    def end(self):
        """The program is over: what Python takes down from now on was not ended by it."""
        self.at_exit()
        self.is_over = True

    def at_exit(self):
        try:
            if self.tools is not None:
                self.tools.at_exit()
            if self.mode is not None:
                self.source.at_exit()
                if sys.version_info >= (3, 13) and self.request["wanted"]["kind"] != "lines":
                    from .trace_closed import close_unseen

                    close_unseen(self.mode.ends())
                self.mode.at_exit()
            self.records.flush()
        except Exception:
            pass

    def note_isolated(self, word):
        """See pass_to_children.py."""
        self.records.gap("A Python that the program started with %s is not traced: it ignores what loads the tracer." % word)


def begin_process(request, handed_on, folder):
    process = Process(request, handed_on)
    process.folder = os.fsencode(folder)
    PROCESS.append(process)
    atexit.register(process.end)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=process.begin_fork)
    process.records.flush()
    wrap_exit(process)
    if IS_MONITORED:
        discover_by_monitoring(process)
    else:
        discover_by_audit(process)


def wrap_exit(process):
    """`os._exit` and what replaces the process run nothing of Python any more."""

    def wrapped(function):
        def call(*args, **kwargs):
            process.at_exit()
            return function(*args, **kwargs)

        call.__name__ = call.__qualname__ = function.__name__
        call.__doc__ = function.__doc__
        call.__module__ = function.__module__
        return call

    system, module = of_program("os"), sys.modules.get("posix") or sys.modules.get("nt")
    system._exit = wrapped(system._exit)
    if module is not None:
        module._exit = system._exit


def discover_by_monitoring(process):
    disable = sys.monitoring.DISABLE

    def on_start(code, offset):
        try:
            if code.co_name == "<module>":
                process.on_module(code)
                if identity(code) in process.seen:
                    # It is watched from its next event on.
                    process.source.on_start(code, offset, sys._getframe(1))
            elif code.co_name == "_execute_child" and code.co_filename.endswith("subprocess.py"):
                process.pass_on_through_subprocess()
            elif code.co_name == "_posix_spawn" and code.co_filename.endswith("subprocess.py"):
                process.pass_on_through_spawn(sys._getframe(1))
                return None
        except BaseException as error:
            failed(error)
        return disable

    from .trace_tools import Tools

    process.tools = Tools(process, on_start)
    if not process.tools.begin():
        process.records.gap("The tools of sys.monitoring are taken: nothing is traced in process %d." % os.getpid())


# By this event, functions report that they begin to run, see trace_prologue.py.
STEP_EVENT = "mcp_debugger.step"
HEARD = frozenset((STEP_EVENT, "exec", "subprocess.Popen", "os.exec", "_thread.start_new_thread", "sys.settrace", "sys.addaudithook"))


def discover_by_audit(process):
    def on_event(event, args):
        if event in HEARD:
            try:
                if event == STEP_EVENT:
                    process.source.on_step(sys._getframe(1))
                else:
                    hear(event, args)
            except BaseException as error:
                failed(error)

    def hear(event, args):
        if event == "exec":
            code = args[0]
            if type(code) is types.CodeType and code.co_name == "<module>":
                process.on_module(code)
                if process.source is not None and code.co_filename.endswith("threading.py"):
                    process.source.on_threads_loaded(code)
        elif event == "subprocess.Popen":
            note_isolated(process, args[1])
            process.pass_on_through_subprocess()
        elif event == "os.exec":
            process.at_exit()
        elif event == "sys.addaudithook":
            process.has_other_hooks = True
            if process.source is not None:
                process.source.on_other_hook()
        elif process.source is not None and event == "_thread.start_new_thread":
            process.source.on_new_thread()
        elif process.source is not None:
            process.source.on_settrace()

    sys.addaudithook(on_event)
