"""Runs inside a traced process before Python 3.12: what happens in the wanted code, by sys.settrace. It is on in a thread only while a
wanted function runs there, which its first step reports (trace_prologue.py). Where code cannot have that step, it is always on.

While a function is recorded, what it has got by `locals()` is kept up to date by Python as under any trace function.
"""

import sys
from _thread import get_ident

from .frame_ends import how_left
from .keep_stores import keeping_stores
from .read_values import class_name, inherits
from .trace_failure import failed
from .trace_functions import COMPREHENSIONS, PAUSING
from .trace_prologue import STEP_IS_IN_LINE, Prologue, can_place, end_steps, is_read_by_others, place, with_prologue
from .trace_python import identity
from .trace_values import described, described_error, thrown

# As a trace function, which gets (frame, "call", None): nothing in it is traced, at the cost of a function in C.
NOTHING = getattr
# Of setting a trace function, while other threads set theirs.
MOST_TRIES = 100
COVERAGE = "coverage (with pytest, --no-cov leaves that out) or a full stack"
OTHERS = "a sys.settrace of the program itself (a debugger), a full stack or an exception from a signal's handler"


class OfNewThreads:
    """In place of the trace function that new threads are to have: each asks in itself whether there is one. Where it sets one by itself,
    Python 3.10 and 3.11 may refuse that, as another thread does so at the time, and the thread ends before it has begun.
    """

    def __init__(self, source):
        self.source = source

    def __bool__(self):
        try:
            self.source.set_trace(self.source.on_call)
        except BaseException as error:
            failed(error)
        return False


class SettraceSource:
    """Turns the events of a trace function into those of a mode."""

    # Whether variables are read where a call begins.
    reads = True

    def __init__(self, mode, records):
        self.mode, self.records = mode, records
        # By the id of their frame: the exceptions that are on their way through.
        self.errors = {}
        # Whether it is on in all threads for functions without the step.
        self.is_begun = False
        self.is_disturbed = False
        # The identities of threads in which ours is being set.
        self.setting = set()
        # Of the functions that are wanted and have no step.
        self.names = set()
        # The ids of codes that have the step.
        self.stepped = set()
        # By the id of their frame: what was the trace function when a frame began, for those that run; those that wait.
        self.before, self.suspended = {}, set()
        # The same of a module whose code is about to run.
        self.before_module = None
        # One object each: what is set must be told from what a program sets.
        self.on_call = keeping_stores(self.call, self.reads)
        self.on_wanted, self.on_inner = keeping_stores(self.wanted_event), keeping_stores(self.inner_event)
        self.step = None
        # Whether the program would see the steps.
        self.is_seen_by_hook = False

    def prepared(self, code, module):
        """The code that is to run instead of one that is wanted, put in its place."""
        if self.is_seen_by_hook or code is module or not can_place() or is_read_by_others(module):
            return code
        self.step = self.step or Prologue()
        found = with_prologue(code, self.step)
        if found is None:
            return code
        place(module, code, found)
        self.stepped.add(identity(found))
        return found

    def watch(self, wanted):
        code = wanted.function.code
        if identity(code) in self.stepped:
            return
        self.names.add(code.co_name)
        present = sys.gettrace()
        if code.co_name == "<module>" and can_place() and (present is None or self.is_own(present)):
            # It runs next.
            self.before_module = present
            self.set_trace(self.on_call)
        else:
            self.begin_beside(present)

    def begin_beside(self, present):
        if present is not None and not self.is_own(present):
            self.disturbed()
        else:
            self.begin()

    def on_other_hook(self):
        """The program is about to have a hook for events of auditing. Steps would be some; and a hook with a step of its own would not end."""
        self.is_seen_by_hook = True
        if self.stepped:
            end_steps()
            self.names.update(each.function.code.co_name for each in self.mode.functions.values())
            self.stepped.clear()
            self.begin_beside(sys.gettrace())
            if self.is_begun:
                # What is to be again when those that run now have ended.
                self.before = dict.fromkeys(self.before, self.on_call)

    def begin(self):
        """On for good, in all threads that begin from now on."""
        if not self.is_begun:
            self.is_begun = True
            self.set_trace(self.on_call)
            self.on_new_thread()

    def is_own(self, function):
        return function is NOTHING or function is self.on_call

    def on_own_module(self, code):
        pass  # What recorded calls call is seen anyway.

    def set_trace(self, function):
        ident = get_ident()
        self.setting.add(ident)
        try:
            for is_last in [False] * MOST_TRIES + [True]:
                try:
                    sys.settrace(function)
                    break
                except RuntimeError:
                    # Python 3.10 and 3.11 refuse it while another thread sets its own.
                    if is_last:
                        raise
        finally:
            self.setting.discard(ident)

    def on_new_thread(self):
        threading = sys.modules.get("threading")
        if self.is_begun and threading is not None and getattr(threading, "_trace_hook", self) is None:
            threading._trace_hook = OfNewThreads(self)

    def on_threads_loaded(self, code):
        """The module of threads is about to run: once it has, what threads are to have can be set. Until Python 3.11 nothing is said
        when one starts.
        """
        if not self.is_begun or sys.gettrace() is not self.on_call:
            return

        def on_return(frame, event, argument):
            if event == "return":
                self.on_new_thread()
            return on_return

        def on_call(frame, event, argument):
            if frame.f_code is not code:
                return self.call(frame, event, argument)
            self.set_trace(self.on_call)
            frame.f_trace_lines = False
            return on_return

        self.set_trace(on_call)

    def on_settrace(self):
        if get_ident() not in self.setting and (self.is_begun or self.before):
            self.is_disturbed = True

    def disturbed(self):
        by = COVERAGE if "coverage" in sys.modules else OTHERS
        self.records.gap(
            "The trace function was taken away, as by %s: what ran from then on is not recorded (Python 3.12 and later have no such limit)." % by
        )

    def on_step(self, frame):
        """The first step of a wanted function runs."""
        try:
            present = sys.gettrace()
            if present is None or self.is_own(present):
                after = self.stepped_into(frame, present)
                if after is not present:
                    self.set_trace(after)
            else:
                self.count_only(frame)
        except BaseException as error:
            failed(error)

    def stepped_into(self, frame, present):
        """The trace function for the time in which the function runs."""
        wanted = self.mode.functions.get(identity(frame.f_code))
        if wanted is None:
            return present
        frame.f_trace = self.begun(frame, wanted)
        if STEP_IS_IN_LINE and frame.f_trace_lines:
            self.wanted_event(frame, "line", None)
        return self.enter(frame, present)

    def enter(self, frame, present):
        key = identity(frame)
        self.before[key] = present
        return self.on_call if self.is_begun or key in self.mode.active else NOTHING

    def leave(self, key, is_paused):
        """A frame is left, for a while or for ever."""
        if key not in self.before:
            return
        after = self.before.pop(key)
        if after is None and (self.suspended or self.is_begun):
            after = self.on_call if self.is_begun or is_paused and key in self.mode.active else NOTHING
        elif not (self.is_begun or self.before or self.suspended):
            # It was on for those that waited.
            after = None
        present = sys.gettrace()
        if present is not after and present is not None and self.is_own(present):
            self.set_trace(after)

    def count_only(self, frame):
        """The program traces itself: that is left alone."""
        if self.mode.has_inner:
            self.mode.functions[identity(frame.f_code)].calls += 1
        self.disturbed()

    def call(self, frame, event, argument):
        """A function is called while a wanted one runs. Most are told apart at once."""
        try:
            mode, key, code = self.mode, identity(frame), identity(frame.f_code)
            if code in self.stepped:
                if key in self.suspended:
                    self.resumed(frame, key)
                return None
            wanted = mode.functions.get(code)
            if wanted is None and (not mode.active or not self.may_be_inner(frame, key)):
                return None
            local = self.begun(frame, wanted)
            if local is self.on_inner:
                # What that one calls in its turn is not to be seen.
                self.before[key] = self.on_call
                if not self.is_begun:
                    self.set_trace(NOTHING)
            elif wanted is not None and frame.f_code.co_name == "<module>":
                self.before[key], self.before_module = self.before_module, None
                after = self.enter(frame, self.before[key])
                if after is not self.on_call:
                    self.set_trace(after)
            return local
        except BaseException as error:
            failed(error)
            return None

    def may_be_inner(self, frame, key):
        back = frame.f_back
        if back is None:
            return False
        return identity(back) in self.mode.active or key in self.mode.inner or back.f_code.co_name in COMPREHENSIONS

    def begun(self, frame, wanted):
        mode = self.mode
        key = identity(frame)
        if self.is_resumed(frame) and (wanted is not None or key in mode.inner):
            if key in self.suspended:
                self.resumed(frame, key)
            return frame.f_trace
        if mode.active:
            caller = mode.caller_recorded(frame)
            if caller is not None and frame.f_code.co_name not in COMPREHENSIONS:
                mode.on_inner(frame, caller)
                if wanted is None:
                    frame.f_trace_lines = False
                    return self.on_inner
        if wanted is None:
            return None
        self.errors.pop(key, None)
        self.suspended.discard(key)
        if not mode.sees_lines(wanted, mode.on_begin(wanted, frame)):
            frame.f_trace_lines = False
        return self.on_wanted

    @staticmethod
    def is_resumed(frame):
        """A frame that is new has no trace function."""
        return frame.f_code.co_flags & PAUSING and frame.f_trace is not None

    def resumed(self, frame, key):
        self.suspended.discard(key)
        present = sys.gettrace()
        after = self.enter(frame, present)
        if present is not after and present is not None and self.is_own(present):
            self.set_trace(after)
        self.mode.on_resume(frame)

    def wanted_event(self, frame, event, argument):
        try:
            key = identity(frame)
            if key in self.suspended:
                self.resumed(frame, key)
            if event == "line":
                found = self.errors.get(key) if self.errors else None
                if found is not None:
                    found[2] = False
                    if found[1] == "loop" and self.is_in_loop_that_ended(frame, key):
                        return self.on_wanted
                self.mode.on_line(frame, frame.f_lineno)
            elif event == "return":
                is_paused = self.left(frame, argument)
                if is_paused:
                    self.suspended.add(key)
                self.leave(key, is_paused)
            elif event == "exception":
                self.raised(frame, argument)
        except BaseException as error:
            failed(error)
        return self.on_wanted

    def inner_event(self, frame, event, argument):
        try:
            if event == "return":
                self.leave(identity(frame), self.left(frame, argument))
            elif event == "exception":
                self.raised(frame, argument)
        except BaseException as error:
            failed(error)
        return self.on_inner

    def raised(self, frame, argument):
        kind, error, _ = argument
        if type(error) is not kind and not inherits(error, BaseException):
            # Not made yet, before Python 3.11, where Python itself raises.
            error = {"text": "%s: %s" % (class_name(kind), error) if type(error) is str else class_name(kind), "type": class_name(kind)}
        else:
            error = described_error(error)
        # These end loops and waiting, most of the time.
        kind = "wait" if kind is StopIteration else "loop" if kind is StopAsyncIteration else "error"
        # The last is whether nothing has run since.
        self.errors[identity(frame)] = [error, kind, True]
        if kind == "error":
            self.mode.on_described_error(frame, error)

    def is_in_loop_that_ended(self, frame, key):
        """The end of an `async for` is told as its last line in Python 3.9."""
        self.errors.pop(key)
        call = self.mode.active.get(key)
        loops = call.folded.loops if call is not None else ()
        return bool(loops) and loops[-1].loop.kind == "AsyncFor" and loops[-1].loop.body[0] <= frame.f_lineno <= loops[-1].loop.body[1]

    def left(self, frame, value):
        """Records the end of a frame, unless the frame only waits."""
        error, kind, is_fresh = self.errors.pop(identity(frame), (None, None, False))
        way = how_left(frame, value, is_fresh and kind == "error")
        if way == "throw":
            self.mode.on_end(frame, thrown(frame, error or {"text": "an exception", "type": "BaseException"}))
        elif way == "yield":
            self.mode.on_pause(frame, value)
            return True
        else:
            self.mode.on_end(frame, {"kind": "returned", "value": described(value)})
        return False

    def at_exit(self):
        # A program that sets one and takes it away again has its own reasons; ours is gone then.
        if self.is_disturbed:
            self.disturbed()
