"""Follows exceptions that leave own code while tests run. From Python 3.12 on by sys.monitoring, which costs nothing where nothing is
thrown, and knows who catches each. Before, by a trace function, which is called at each call: only while a test itself runs, and only as
long as that takes no more than a share of the time. If another tool traces already, it sees nothing.
"""

import functools
import os
import sys
import threading
import time

from . import mcp_debugger_codes as codes
from . import mcp_debugger_failures as failures
from . import mcp_debugger_swallowed as swallowed
from .own_package import below

#: Everyday protocol, and what ends a run.
_PROTOCOL = (StopIteration, StopAsyncIteration, GeneratorExit, KeyboardInterrupt)
_TOOLS = (4, 3)
#: Before Python 3.12, what tracing may take: of the time that the process has worked, and before it has. Waiting counts for nothing.
_SHARE = 0.1
_FIRST_SECONDS = 0.03
#: Of the time in which code is traced, so much is the cost of tracing: each instruction takes longer, not only each call.
_COST = 0.6
#: Calls from one look at the clock to the next.
_CALLS_A_LOOK = 64
_get_frame = sys._getframe


def is_protocol(kind):
    return issubclass(kind, _PROTOCOL) or kind.__name__ == "CancelledError"


class Monitored:
    """Python 3.12 and later."""

    is_limited, is_taken = False, False

    def __init__(self, store):
        self.store, self.followed = store, store.followed
        # It is loaded before own code runs, which may change what loads it.
        self.records = failures.throws()
        monitoring = sys.monitoring
        self.tool = tool = next(each for each in _TOOLS if monitoring.get_tool(each) is None)
        monitoring.use_tool_id(tool, "mcp-debugger tests")
        events = monitoring.events
        monitoring.register_callback(tool, events.PY_UNWIND, self.on_unwind)
        monitoring.register_callback(tool, events.EXCEPTION_HANDLED, self.on_handled)
        monitoring.register_callback(tool, events.RAISE, self.on_raise)
        monitoring.register_callback(tool, events.RERAISE, self.on_reraise)
        monitoring.set_events(tool, events.PY_UNWIND | events.EXCEPTION_HANDLED | events.RAISE | events.RERAISE)

    def close(self):
        sys.monitoring.set_events(self.tool, 0)
        sys.monitoring.free_tool_id(self.tool)

    def begin(self):
        pass

    def end(self):
        pass

    def on_unwind(self, code, offset, error):
        self.unwinds(code, error, _get_frame(1))

    def unwinds(self, code, error, frame):
        try:
            if not codes.is_own(code) or is_protocol(type(error)):
                return
            back = codes.caller(frame)
            if back is None or not codes.is_own(back.f_code):
                thrown = self.store.leaving(error, codes.traceback_of(error), back)
                if thrown is not None:
                    thrown.is_last = back is None
                    self.store.left(thrown)
        except Exception:
            pass

    def on_handled(self, code, offset, error):
        try:
            traceback = codes.traceback_of(error)
            line = self.store.handler_for_all(code, offset, error, traceback)
            # Nearly all else that a program throws it deals with itself.
            if line is None and id(error) not in self.followed:
                return
            thrown = self.store.follow(error)
            if line is not None and not is_protocol(type(error)):
                self.store.taken_by_all(error, traceback, code, line)
            elif thrown is not None:
                self.store.caught(thrown, traceback, code, codes.line_at(code, offset))
        except Exception:
            pass

    def on_raise(self, code, offset, error):
        traceback = codes.traceback_of(error)
        self.records.thrown(code, offset, error, traceback)
        if traceback is not None and traceback.tb_next is None:
            # Another may have had its address before.
            self.followed.pop(id(error), None)
        else:
            self.on_reraise(code, offset, error)

    def on_reraise(self, code, offset, error):
        if id(error) not in self.followed:
            return
        try:
            thrown = self.store.follow(error)
            if thrown is not None:
                self.store.goes_on(thrown)
        except Exception:
            pass


class _Traced:
    """Follows exceptions before Python 3.12: it does not see the catcher, only the frames that an exception comes to."""

    def __init__(self, store):
        self.store = store
        #: Seconds that were traced, and since when it is on.
        self.traced = self.since = 0.0
        self.calls = 0
        #: Something of the present test may have been missed.
        self.is_limited = False
        #: Another tool had the one trace function in the present test.
        self.is_taken = False
        #: By calls of own code that an exception is in and others have called: it leaves them, or they deal with it.
        self.passing = {}
        hear_logged(self.on_logged)
        #: What Python calls.
        self.records, describing = failures.throws(), failures.describing()
        keeping_stores, self.way_out = describing.keeping_stores, describing.way_out
        self.calls_seen, self.events_seen = keeping_stores(self.on_call, reads=False), keeping_stores(self.on_event)

    def begin(self):
        self.records.forget()
        self.is_limited = self.is_taken = sys.gettrace() is not None
        if self.is_limited:
            return
        self.since = time.process_time()
        self.is_limited = self.is_too_much()
        if self.is_limited:
            return
        threading.settrace(self.calls_seen)
        sys.settrace(self.calls_seen)

    def end(self):
        if sys.gettrace() is self.calls_seen:
            self.stop()

    def is_time_up(self):
        self.calls += 1
        if self.calls % _CALLS_A_LOOK == 0:
            self.is_limited = self.is_too_much()
            if self.is_limited:
                self.records.forget()
        return self.is_limited

    def is_too_much(self):
        now = time.process_time()
        return _COST * (self.traced + now - self.since) > _FIRST_SECONDS + _SHARE * now

    def stop(self):
        self.traced += time.process_time() - self.since
        sys.settrace(None)
        threading.settrace(None)
        self.passing.clear()
        frame = _get_frame(1)
        while frame is not None:
            self.let_go(frame)
            frame = frame.f_back

    def let_go(self, frame):
        """Before Python 3.10, a call that has a trace function has the line that it was last told of: without tracing, an old one."""
        if frame.f_trace is self.events_seen:
            frame.f_trace = None

    def on_call(self, frame, event, arg):
        try:
            if self.is_time_up():
                self.stop()
            elif codes.is_own(frame.f_code):
                frame.f_trace_lines = False
                return self.events_seen
        except RecursionError:
            # The program has little of the stack left, and goes on with it. Python 3.8 ends one that does, so it has the error.
            if sys.version_info < (3, 9):
                raise
        return None

    def on_event(self, frame, event, arg):
        try:
            if event == "exception":
                if self.is_time_up():
                    self.stop()
                    return None
                self.on_exception(frame, arg[1], arg[2])
            elif event == "return":
                if arg is None and self.passing:
                    self.on_return(frame)
                # A generator may go on when nothing is traced.
                self.let_go(frame)
                return None
        except Exception:
            pass
        return self.events_seen

    def on_exception(self, frame, error, traceback):
        if not isinstance(error, BaseException) or is_protocol(type(error)):
            return
        self.records.thrown(frame.f_code, frame.f_lasti, error, traceback)
        if self.records.is_first(traceback):
            # Another may have had its address before.
            self.store.followed.pop(id(error), None)
        thrown = self.store.follow(error)
        line = self.store.handler_for_all(frame.f_code, frame.f_lasti, error, traceback)
        if line is not None:
            self.store.taken_by_all(error, traceback, frame.f_code, line)
        elif thrown is not None:
            self.store.caught(thrown, traceback, frame.f_code, frame.f_lineno)
        back = codes.caller(frame)
        if back is None or not codes.is_own(back.f_code):
            leaving = self.passing[id(frame)] = self.store.leaving(error, traceback, back, frame)
            if leaving is not None and back is not None and not codes.asks_for_attribute(back):
                leaving.went_on = True

    def on_logged(self, error):
        """Takes an exception that other code catches and logs, also if nothing is traced."""
        traceback = codes.traceback_of(error)
        if self.store.follow(error) is not None or is_protocol(type(error)) or traceback is None:
            return
        inner = codes.calls(traceback)
        at = next((at for at, (frame, _) in reversed([*enumerate(inner)]) if not codes.is_own(frame.f_code)), None)
        # The calls behind the last one of others are own ones.
        thrown = None if at is None or at == len(inner) - 1 else self.store.leaving(error, traceback, inner[at][0])
        if thrown is not None:
            self.store.left(thrown)

    def on_return(self, frame):
        thrown = self.passing.pop(id(frame), None)
        if thrown is not None and self.way_out(frame) is None:
            self.store.left(thrown)


def hook_logging(_logging):
    """Takes logged exceptions where no tests run: before Python 3.12, a caught exception shows only in a log."""
    hear_logged(below["on_logged"])


def hear_logged(hear):
    """Has the exceptions of log records heard."""
    import logging

    original = logging.Logger.makeRecord

    @functools.wraps(original)
    def make_record(self, *args, **options):
        record = original(self, *args, **options)
        try:
            if type(record.exc_info) is tuple and isinstance(record.exc_info[1], BaseException):
                hear(record.exc_info[1])
        except Exception:
            pass
        return record

    logging.Logger.makeRecord = make_record


_store = _source = None


def begin(file):
    """A test begins, of that file."""
    global _store, _source
    # Before Python 3.12 there is one trace function, which a tracer has.
    if "MCP_DEBUGGER_TEST_TRACED" in os.environ:
        return
    try:
        if _store is None:
            if below:
                below["stand_back"]()
            _store = swallowed.Swallowed()
            _source = Monitored(_store) if hasattr(sys, "monitoring") else _Traced(_store)
        _store.begin(file and os.path.abspath(file))
    except Exception:
        # All tools are taken, say.
        _store = None


def watch():
    """Code of the test runs from here on."""
    if _store is not None:
        _source.begin()


def rest():
    if _store is not None:
        _source.end()


def taken(status, failing=None):
    """The exceptions that other code caught in the present test so far, for its record, and whether some may have been missed."""
    try:
        if _store is None:
            return {}
        return {
            **_store.taken(status, failing),
            **({"isPartial": True} if _source.is_limited or _store.is_limited else {}),
            **({"tracedBy": "coverage" if "coverage" in sys.modules else "another tool"} if _source.is_taken else {}),
        }
    except Exception:
        return {}
