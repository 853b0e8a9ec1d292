"""Writes down exceptions of own code in a process that runs no tests: a server or a command that a test has started. They are written down as
they happen, because a test ends such a process in any way it likes. From Python 3.12 on that is what leaves own code and is caught by
others, and uncaught exceptions; before, uncaught and logged exceptions. A process that turns out to run tests has hooks that
know better.

It runs inside programs that are not ours: whatever fails leaves them as they would be without it. Until own code throws, it has loaded nothing.
What runs it gives it `module`: mcp_debugger_hooks.py.
"""

import os
import sys

_TOOLS = (3, 4)
_LIBRARY = os.path.dirname(os.__file__) + os.sep
_INSTALLED = ("site-packages", "dist-packages")
#: What Python runs at its start is not the program yet.
_CUSTOMIZERS = ("sitecustomize.py", "usercustomize.py")
#: Of one process. A server that throws at each request says the same again and again.
_MAX_RECORDS = 200
#: The tool of Python 3.12 that reports the first run of own code.
_tool = None
_has_ended = False
_store = _source = None


def start():
    # A tracer needs the tools.
    if not os.environ.get("MCP_DEBUGGER_TEST_RESULTS") or "MCP_DEBUGGER_TRACE" in os.environ:
        return
    if hasattr(sys, "monitoring"):
        _listen_first()
    else:
        sys.addaudithook(_on_event)


def stand_back():
    """Tests run in this process."""
    global _has_ended
    _has_ended = True
    _free_tool()
    if _source is not None:
        _source.close()


def _listen_first():
    global _tool
    monitoring = sys.monitoring
    _tool = next((each for each in _TOOLS if monitoring.get_tool(each) is None), None)
    if _tool is None:
        return
    monitoring.use_tool_id(_tool, "mcp-debugger below")
    monitoring.register_callback(_tool, monitoring.events.PY_UNWIND, _on_first_unwind)
    monitoring.set_events(_tool, monitoring.events.PY_UNWIND)


def _free_tool():
    global _tool
    if _tool is not None:
        sys.monitoring.set_events(_tool, 0)
        sys.monitoring.free_tool_id(_tool)
        _tool = None


def _on_first_unwind(code, offset, error):
    name = code.co_filename
    if name[:1] == "<" or name.startswith(_LIBRARY) or any(each in name for each in _INSTALLED) or name.endswith(_CUSTOMIZERS):
        return
    if _tool is None:
        return
    try:
        _free_tool()
        _listen()
        _source.unwinds(code, error, sys._getframe(1))
    except Exception:
        # What is thrown here is not known then.
        pass


def _listen():
    global _store, _source
    throws = module("mcp_debugger_throws")

    if _has_ended:
        return
    _store = _written_store()
    _source = throws.Monitored(_store)


def _written_store():
    swallowed = module("mcp_debugger_swallowed")

    class Written(swallowed.Swallowed):
        """Writes down exceptions that other code catches, and uncaught ones, as soon as that is so."""

        records = 0

        def leaving(self, error, traceback, back, still=None):
            return None if isinstance(error, SystemExit) else swallowed.Swallowed.leaving(self, error, traceback, back, still)

        def handler_for_all(self, code, offset, error, traceback):
            # A server that goes on after whatever comes is meant to.
            return None

        def left(self, thrown):
            swallowed.Swallowed.left(self, thrown)
            if thrown.is_last:
                self.write(thrown, {"isUncaught": True})

        def caught(self, thrown, traceback, code, line):
            swallowed.Swallowed.caught(self, thrown, traceback, code, line)
            if not swallowed.is_dealt_with(thrown, thrown.group.is_special):
                self.write(thrown, {"caughtBy": swallowed.place_of(code, line)})

        def write(self, thrown, holder):
            # The first holder counts; the exception may be handed on after that.
            self.followed.pop(thrown.identity, None)
            if self.records < _MAX_RECORDS and not _has_ended:
                self.records += 1
                _record({**thrown.group.fact, **holder})

    return Written()


def _record(fact):
    failures = module("mcp_debugger_failures")

    failures.record("", kind="thrown", swallowed={**fact, "count": 1})


def _on_event(event, args):
    if event == "sys.excepthook" and not _has_ended:
        try:
            _on_error(args[2], {"isUncaught": True})
        except Exception:
            pass


def on_logged(error):
    if not _has_ended:
        _on_error(error, {})


def _on_error(error, holder):
    """Writes down an exception that is out of the calls that it went through: where own code threw it."""
    codes = module("mcp_debugger_codes")
    swallowed = module("mcp_debugger_swallowed")
    throws = module("mcp_debugger_throws")

    global _store
    if throws.is_protocol(type(error)) or isinstance(error, SystemExit):
        return
    if _store is None:
        _store = swallowed.Swallowed()
    thrown = _store.leaving(error, codes.traceback_of(error), None)
    if thrown is not None:
        _record({**thrown.group.fact, **holder})
