"""Runs inside a traced process before Python 3.12: the events of lines that are counted, by sys.settrace."""

import sys

from .keep_stores import keeping_stores
from .trace_failure import failed
from .trace_lines_mode import PASSES_PER_LOOK
from .trace_python import identity
from .trace_settrace import SettraceSource

# These end loops and generators, most of the time.
ENDINGS = (StopIteration, StopAsyncIteration, GeneratorExit)


class SettraceLines(SettraceSource):
    reads = False

    def __init__(self, mode, records):
        super().__init__(mode, records)
        # By the id of a code: what counts its lines.
        self.counting = {}

    def count_lines_of(self, codes):
        for each in codes:
            self.counting[identity(each)] = self.counter_of(self.mode.codes[identity(each)])

    def watch(self, codes):
        self.count_lines_of(codes)
        present = sys.gettrace()
        if present is not None and not self.is_own(present):
            self.disturbed()
        else:
            self.begin()

    def call(self, frame, event, argument):
        # Each call of any function comes by here.
        key = identity(frame.f_code)
        on_line = self.counting.get(key)
        if on_line is not None and not self.is_resumed(frame):
            known = self.mode.codes[key]
            known.calls = count = known.calls + 1
            if count == 1 or not count & (PASSES_PER_LOOK - 1):
                self.mode.look_at_clock()
        return on_line

    def counter_of(self, known):
        """The local trace function of a code."""
        mode, more = self.mode, PASSES_PER_LOOK - 1
        counts, chosen, begins = known.counts, known.chosen, known.begins

        def on_line(frame, event, argument):
            # As little as can be: each line of the program comes by here.
            try:
                if event == "line":
                    line = frame.f_lineno
                    if line in counts:
                        counts[line] = count = counts[line] + 1
                        if not count & more:
                            mode.look_at_clock()
                    elif line in begins and frame.f_lasti in begins[line]:
                        chosen[line] = count = chosen[line] + 1
                        if count < more or not count & more:
                            mode.look_at_clock()
                elif event == "exception" and not any(argument[0] is each for each in ENDINGS):
                    mode.on_raised(known, frame.f_lineno)
            except BaseException as error:
                failed(error)
            return whole

        whole = keeping_stores(on_line, self.reads, known.code)
        return whole
