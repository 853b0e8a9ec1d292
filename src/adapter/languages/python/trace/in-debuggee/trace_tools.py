"""Runs inside a traced process from Python 3.12 on: the two tools of sys.monitoring that the tracer is. A program that claims the number of
one gets it: the one that finds code moves to another, and the one that records ends, with a note. It has the number that Python keeps for
optimizers, which programs leave alone, where no watch of the session has it.
"""

import sys

from .own_package import of_program

DISCOVERING_TOOL, RECORDING_TOOL = 4, 5
# Those that have no meaning for Python.
FREE_TOOLS = (3, 4)
MONITORING, PROGRAMS = sys.monitoring, of_program("sys").monitoring
CLAIM_TOOL = MONITORING.use_tool_id
# What write_monitoring.py calls itself.
WATCHING = "mcp-debugger writes"
RECORDER, DISCOVERER = "mcp-debugger", "mcp-debugger code"


class Tools:
    def __init__(self, process, on_start):
        self.process, self.on_start = process, on_start
        self.discovering = self.wrapper = None
        self.has_recorder, self.recording = True, RECORDING_TOOL

    def begin(self):
        """Takes two free tools of sys.monitoring. Returns whether there are two."""
        if MONITORING.get_tool(RECORDING_TOOL) == WATCHING:
            self.recording = FREE_TOOLS[0]
        if MONITORING.get_tool(self.recording) is not None:
            return False
        CLAIM_TOOL(self.recording, RECORDER)
        if not self.discover(DISCOVERING_TOOL):
            MONITORING.free_tool_id(self.recording)
            return False
        tools = self

        def use_tool_id(tool_id, name, /):
            tools.give_way(tool_id)
            return CLAIM_TOOL(tool_id, name)

        use_tool_id.__module__, use_tool_id.__doc__ = CLAIM_TOOL.__module__, CLAIM_TOOL.__doc__
        use_tool_id.__qualname__ = use_tool_id.__name__
        PROGRAMS.use_tool_id = self.wrapper = use_tool_id
        return True

    def end(self, codes):
        """The program runs on without a trace: nothing is left of it, nor in the code that was watched."""
        if self.wrapper is None:
            return
        if PROGRAMS.use_tool_id is self.wrapper:
            PROGRAMS.use_tool_id = CLAIM_TOOL
        if self.discovering is not None:
            self.free(self.discovering)
        if self.has_recorder:
            for code in codes:
                MONITORING.set_local_events(self.recording, code, 0)
            self.free(self.recording)

    def discover(self, *others):
        number = next((each for each in (*others, *FREE_TOOLS) if MONITORING.get_tool(each) is None), None)
        if number is None:
            return False
        self.discovering = number
        CLAIM_TOOL(number, DISCOVERER)
        MONITORING.register_callback(number, MONITORING.events.PY_START, self.on_start)
        MONITORING.set_events(number, MONITORING.events.PY_START)
        return True

    def give_way(self, number):
        """The program claims a number."""
        if type(number) is not int:
            return
        if number == self.discovering:
            # Not to itself.
            others = [each for each in FREE_TOOLS if each != number]
            self.free(number)
            if not any(MONITORING.get_tool(each) is None and self.discover(each) for each in others):
                self.discovering = None
                self.process.records.gap("The program took all tools of sys.monitoring: code that it loaded from then on is not traced.")
        elif number == self.recording and self.has_recorder:
            self.has_recorder = False
            if self.process.source is not None:
                self.process.source.end()
            self.free(number)
            self.process.records.gap(
                "The program claimed tool %d of sys.monitoring for itself: what ran from then on is not recorded." % number
            )

    def at_exit(self):
        """Until Python 3.13, the callbacks of a tool stay that the program frees."""
        if sys.version_info < (3, 14) or self.wrapper is None:
            return
        has_recorder = not self.has_recorder or MONITORING.get_tool(self.recording) == RECORDER
        has_discoverer = self.discovering is None or MONITORING.get_tool(self.discovering) == DISCOVERER
        if not (has_recorder and has_discoverer):
            self.process.records.gap("The program took away a tool of sys.monitoring from the tracer: what ran from then on is not recorded.")
            self.wrapper = None

    @staticmethod
    def free(number):
        events = MONITORING.events
        MONITORING.set_events(number, 0)
        for name in dir(events):
            event = getattr(events, name)
            # Some names stand for several, and one for none.
            if type(event) is int and event and not event & (event - 1):
                MONITORING.register_callback(number, event, None)
        MONITORING.free_tool_id(number)
        # What ours did not want to see any more, the program's may.
        MONITORING.restart_events()
