"""Runs inside the debuggee: what the debugger takes for the program's threads. It asks a thread for its name, its number and whether it runs, puts
attributes of its own into it, and finds it in the list of `threading`: a program may have put something else into the place of each of these. So
each thread has a stand-in, which the debugger finds in its own copy of `threading`. The program's threads are not asked, and not touched.
"""

import sys
from _thread import _local, get_ident
from functools import partial
from itertools import count
from types import ModuleType
from weakref import ref

TOP_OF_STACK = "fix_top_level_trace_and_get_trace_func"
# The modules of the debugger that ask of something whether it is a thread.
ASKING = ("pydevd_cython", "pydevd_trace_dispatch_regular", "_pydevd_sys_monitoring", "_pydevd_sys_monitoring_cython", "pydev_monkey")
TABLE = type.__dict__["__dict__"].__get__
NUMBERS = count(1).__next__
HANDLE = getattr(sys.modules["_thread"], "_ThreadHandle", None)


class StandIn:
    """Has what the debugger asks a thread for, and what it puts there."""

    is_pydev_daemon_thread = pydev_do_not_trace = False
    # One of these is asked whether the thread has ended, often: `bool()` is False. One that has is not found any more.
    _is_stopped, _handle = False, type(sys.implementation)(is_done=bool)
    _os_thread_handle = _handle
    # The main thread has ended when handlers of `atexit` run in it, unless it is told to stay.
    stays = False

    def __init__(self, threads, thread, ident):
        self.threads, self.thread, self._ident = threads, ref(thread), ident
        # Is there once the thread itself has come by: see `Threads.begin`.
        self.end = None

    def own(self, name, default):
        """A value that `threading` has put into the program's thread."""
        thread = self.thread()
        found = None if thread is None else dict.get(self.threads.table_of(thread), name)
        return found if type(found) is type(default) else default

    @property
    def ident(self):
        return self._ident

    @property
    def name(self):
        return self.own("_name", "thread %d" % self._ident)

    @property
    def daemon(self):
        return self.own("_daemonic", True)

    @property
    def native_id(self):
        return self.own("_native_id", 0) or None


class Dummy(StandIn):
    """For a thread that `threading` does not know."""

    def __init__(self):
        self.thread, self.end, self._name = lambda: None, None, "Dummy-%d" % NUMBERS()
        self._set_ident()

    def _set_ident(self):
        """pydevd has others for threads that it finds running."""
        self._ident = get_ident()

    def own(self, name, default):
        return self._name if name == "_name" else default


class Frame:
    """A frame that says of the first one of a thread that its thread is the stand-in: pydevd's tracer takes it from there."""

    def __init__(self, frame, threads):
        self.frame, self.threads = frame, threads

    @property
    def f_code(self):
        return self.frame.f_code

    @property
    def f_back(self):
        back = self.frame.f_back
        return None if back is None else Frame(back, self.threads)

    @property
    def f_locals(self):
        return {"self": self.threads.current_thread()}

    @property
    def f_trace(self):
        return self.frame.f_trace

    @f_trace.setter
    def f_trace(self, function):
        self.frame.f_trace = function


class View:
    """The copy of `threading`, as a module sees it that is to have another `Thread`."""

    def __init__(self, threading, thread):
        self.copy, self.Thread = threading, thread

    def __getattr__(self, name):
        return getattr(self.copy, name)


class Ending:
    """Goes when the thread does that has it. Nothing of it is Python's code, which the thread would be seen to run."""

    __slots__ = ("__weakref__",)


class Threads:
    """The threads that the debugger finds, by their numbers: stand-ins, and those of its own. They are in the copy of `threading`."""

    def __init__(self, package):
        self.package, self.program, self.copy = package, package.of_program("threading"), package.copy("threading")
        self.table_of = TABLE(self.program.Thread)["__dict__"].__get__
        # The program may put another one into its place.
        self.of_program = self.program._active
        self.active, self.local = {}, _local()
        for ident, thread in list(self.of_program.items()):
            self.active[ident] = known = self.stand_in(thread, ident)
            if known is thread:
                del self.of_program[ident]
        main = self.program._main_thread
        ident = dict.get(self.table_of(main), "_ident")
        self.make_main(self.active.setdefault(ident, self.stand_in(main, ident)), main)
        functions = {"current_thread": self.current_thread, "enumerate": self.enumerate, "main_thread": self.main_thread}
        replaced = [(getattr(self.program, name), each) for name, each in functions.items()]
        replaced += (self.program, self.copy), (self.of_program, self.active)
        # What is replaced is kept, so that no other object has its identity.
        self.in_place = {id(each[0]): each for each in replaced}
        self.copy.__dict__.update(
            functions, currentThread=self.current_thread, _active=self.active, _limbo={}, _DummyThread=Dummy, _counter=count(1).__next__,
            mcp_debugger_threads=self,
        )
        if hasattr(sys.modules["os"], "register_at_fork"):
            sys.modules["os"].register_at_fork(after_in_child=self.follow_fork)

    def stand_in(self, thread, ident):
        """One of the debugger's own stands for itself."""
        if thread is None:
            return Dummy()
        table = self.table_of(thread)
        if "is_pydev_daemon_thread" in table:
            return thread
        found = StandIn(self, thread, ident)
        if dict.get(table, "additional_info") is not None:
            # The debugger was there before.
            found.additional_info, found.__pydevd_id__ = table["additional_info"], dict.get(table, "__pydevd_id__")
            found.additional_info.weak_thread = ref(found)
        return found

    def make_main(self, known, thread):
        self.main, known.thread = known, lambda: thread

    def main_thread(self):
        return self.main

    def current_thread(self):
        known = self.active.get(get_ident())
        return known if isinstance(known, StandIn) and known.end is not None else self.begin(dict.get(self.of_program, get_ident()))

    def begin(self, thread):
        """The stand-in of the thread that runs this."""
        ident = get_ident()
        known = self.active.get(ident)
        if known is None or thread is not None and self.thread_of(known) is not thread:
            known = self.active[ident] = self.stand_in(thread, ident)
        if isinstance(known, StandIn) and known.end is None:
            self.local.ending = ending = Ending()
            known.end = ref(ending, partial(dict.pop, self.active, ident))
        return known

    def enumerate(self):
        return [each for each in list(self.active.values()) if isinstance(each, StandIn) and self.is_there(each)]

    def is_there(self, known):
        if known is self.main:
            return known.stays or not self.has_main_ended()
        return known.end is not None or known._ident in sys._current_frames()

    def has_main_ended(self):
        table = self.table_of(self.main.thread())
        found = dict.get(table, "_is_stopped")
        if type(found) is bool:
            return found
        handle = dict.get(table, "_os_thread_handle") or dict.get(table, "_handle")
        # gevent puts another one there, which is never done.
        return handle.is_done() if type(handle) is HANDLE else self.program._SHUTTING_DOWN

    def thread_of(self, known):
        return known.thread() if isinstance(known, StandIn) else known

    def known_as(self, thread):
        """The stand-in of a thread that the debugger met before there was one."""
        if isinstance(thread, StandIn):
            return thread
        return next((each for each in list(self.active.values()) if self.thread_of(each) is thread), thread)

    def follow_fork(self):
        """Only the thread is there that has forked, and is the main one."""
        known = self.current_thread()
        self.active.clear()
        self.active[known._ident] = known
        self.make_main(known, self.program._main_thread)

    def take_modules(self):
        """Has the debugger's modules find stand-ins, and its own threads run and end by what they were first, unseen by the program."""
        from _pydevd_bundle import pydevd_daemon_thread as own

        kind = own.PyDBDaemonThread
        for name, module in list(sys.modules.items()):
            if name.startswith(self.package.DEBUGGER) and isinstance(module, ModuleType):
                self.take(vars(module))
                if name.rpartition(".")[2] in ASKING:
                    vars(module)["threading"] = View(self.copy, (StandIn, kind))
        first = self.program.Thread.__init__
        for name, value in vars(self.program.Thread).items():
            if type(value) in (type(first), property) and name not in vars(kind):
                setattr(kind, name, self.package.member_of_class(value, vars(self.copy), kind))
        # They are not in the program's list, and their names take no numbers from those of the program's.
        own._patched_threading_to_hide_pydevd_threads = True
        begin = self.package.member_of_class(first, vars(self.copy), kind)
        own.threading = View(self.copy, type("Thread", (), {"__init__": begin}))

    def take(self, names):
        names.update({key: self.in_place[id(each)][1] for key, each in list(names.items()) if id(each) in self.in_place})
        if TOP_OF_STACK in names and type(names[TOP_OF_STACK]).__name__ != TopOfStack.__name__:
            names[TOP_OF_STACK] = TopOfStack(names[TOP_OF_STACK], self)

    def take_debugger(self, debugger):
        """Has a debugger find stand-ins that was there before them."""
        names = vars(debugger)
        self.take(names)
        running = names.get("_running_thread_ids", {})
        running.update({key: self.known_as(each) for key, each in list(running.items())})


class TopOfStack:
    """In the place of the function by which pydevd finds the first frame of a thread, and the thread there."""

    def __init__(self, function, threads):
        self.function, self.threads = function, threads

    def __call__(self, debugger, frame):
        return self.function(debugger, Frame(frame, self.threads))


def threads_of(package):
    return package.copy("threading").__dict__.get("mcp_debugger_threads") or Threads(package)


def known_as(package, thread):
    """The stand-in by now of a thread that the debugger may have met before."""
    threads = package.copy("threading").__dict__.get("mcp_debugger_threads")
    return thread if threads is None else threads.known_as(thread)
