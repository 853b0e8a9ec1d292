"""Runs inside a traced process from Python 3.12 on: the events of lines that are counted, by sys.monitoring."""

import sys

from .trace_failure import PROCESS, failed
from .trace_lines_mode import PASSES_PER_LOOK
from .trace_python import identity

MONITORING = sys.monitoring
LINE_EVENTS = MONITORING.events.LINE | MONITORING.events.PY_START


class MonitoredLines:
    def __init__(self, mode, tool):
        self.mode, self.tool = mode, tool
        self.is_begun = False
        # By the id of a code: what each of its lines takes.
        self.tables = {}

    def watch(self, codes):
        if not PROCESS[0].tools.has_recorder:
            return
        if not self.is_begun:
            self.is_begun = True
            self.begin()
        for each in codes:
            known = self.mode.codes[identity(each)]
            self.tables[identity(each)] = known.counts, known.chosen, known.begins
            MONITORING.set_local_events(self.tool, each, LINE_EVENTS)

    def begin(self):
        mode, events, disable, get_frame, key_of = self.mode, MONITORING.events, MONITORING.DISABLE, sys._getframe, identity
        codes, tables, look_at_clock, more = mode.codes, self.tables, mode.look_at_clock, PASSES_PER_LOOK - 1

        def on_line(code, line):
            # As little as can be: each line of the program comes by here.
            try:
                counts, chosen, begins = tables[key_of(code)]
                if line in counts:
                    counts[line] = count = counts[line] + 1
                    if not count & more:
                        look_at_clock()
                elif line in begins and get_frame(1).f_lasti in begins[line]:
                    chosen[line] = count = chosen[line] + 1
                    if count < more or not count & more:
                        look_at_clock()
                else:
                    # Only this place in the code is not seen again: where the loop goes on.
                    return disable
            except BaseException as error:
                failed(error)

        def on_start(code, offset):
            try:
                known = codes[key_of(code)]
                known.calls = count = known.calls + 1
                if count == 1 or not count & more:
                    look_at_clock()
            except BaseException as error:
                failed(error)

        def on_raised(code, offset, error):
            try:
                known = codes.get(key_of(code))
                if known is not None:
                    mode.on_raised(known, get_frame(1).f_lineno)
            except BaseException as failure:
                failed(failure)

        MONITORING.register_callback(self.tool, events.LINE, on_line)
        MONITORING.register_callback(self.tool, events.PY_START, on_start)
        MONITORING.register_callback(self.tool, events.RAISE, on_raised)
        # Python knows no local events of errors.
        MONITORING.set_events(self.tool, events.RAISE)

    def end(self):
        for each in self.mode.codes.values():
            MONITORING.set_local_events(self.tool, each.code, 0)

    def on_own_module(self, code):
        pass

    def at_exit(self):
        pass
