"""Runs inside a traced process: counts the statements that run, and which way branches go."""

import time

from .trace_python import identity

WRITE_SECONDS = 0.5
# The first counts are written sooner: a program may wait for ever then, and be killed.
FIRST_SECONDS = 0.05
# A power of two: after so many passes of one line, the clock is looked at.
PASSES_PER_LOOK = 256


class LinesMode:
    has_inner = False

    def __init__(self, records):
        self.records = records
        self.modules = []
        # By their ids, the codes that are counted.
        self.codes = {}
        self.active, self.inner, self.functions = {}, {}, {}
        self.next_write = self.started = time.perf_counter()

    def begin(self):
        """The child of a fork counts by itself."""
        for each in self.codes.values():
            each.begin()
        for number, (module, values) in enumerate(self.modules):
            values.clear()
            self.records.write(module.record(number + 1))

    def add(self, module):
        """Returns the codes of a module that are to be watched."""
        if not module.statements:
            return []
        self.modules.append((module, {}))
        self.records.write(module.record(len(self.modules)))
        for each in module.codes:
            each.begin()
            self.codes[identity(each.code)] = each
        return [each.code for each in module.codes]

    def on_raised(self, known, line):
        line = known.lines.get(line)
        if line is not None:
            known.errors[line] = known.errors.get(line, 0) + 1

    def look_at_clock(self):
        now = time.perf_counter()
        if now > self.next_write:
            self.write()

    def write(self):
        """Writes the counters that have changed."""
        for number, (module, written) in enumerate(self.modules):
            found = []
            for counter, count in sorted(self.counted(module).items()):
                if written.get(counter, 0) != count:
                    written[counter] = count
                    found += counter, count
            if found:
                self.records.write({"kind": "counts", "text": number + 1, "values": found})
        self.records.flush()
        now = time.perf_counter()
        self.next_write = now + (WRITE_SECONDS if now - self.started > WRITE_SECONDS else FIRST_SECONDS)

    def counted(self, module):
        found = {}
        for each in module.codes:
            for line, counter in each.counters.items():
                found[counter] = each.counts[line] if line in each.counts else each.chosen[line]
                found[each.raised[line]] = each.errors.get(line, 0)
            counter = module.calls.get(identity(each.code))
            if counter is not None:
                found[counter] = each.calls
        for counter, own, less in module.missing:
            found[counter] = max(0, found[own] - sum(found[each] for each in less))
        return found

    def at_exit(self):
        self.write()
