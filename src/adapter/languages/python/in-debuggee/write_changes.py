"""Runs inside the debuggee: compares watched places with what they had, and reports or stops at their changes."""

import _thread
import functools
import threading
import time

from .pass_reports import report
from .write_calls import get_ident, is_debugger_thread
from .write_values import same, text_of_value


class Changes:
    """The changes of the watched places.

    live: the watches. widen: to be called when code has written that was not looked at. end: when the debugger is gone.
    """

    def __init__(self, widen, end):
        self.live = []
        self.widen, self.end = widen, end
        # By thread: the operation that is under way and that was just made, where what follows is reached in other ways, too.
        self.under_way, self.arrived = {}, {}
        # What finds the codes again when the program has put another table in place.
        self.moved = lambda: None
        self.lock = _thread.allocate_lock()
        self.stops = None

    def clear(self):
        self.under_way.clear()
        self.arrived.clear()

    # How places are read before and behind an operation.

    def marks_of(self, found):
        """By their offsets: the operations that may write, and those behind them, each with how the place is read and its watch."""
        before, behind = {}, {}
        for watch, site, at, after in found:
            read = watch.place.read
            for offset in at:
                before.setdefault(offset, []).append((self.beginning(site, read) if site.is_joined else read, watch, None))
            if site.is_table:
                read = functools.partial(self.look_again, watch)
            for offset in after:
                others = behind.setdefault(offset, [])
                # The first one notes how it was reached.
                others.append((self.arriving(read) if site.is_joined and not others else read, watch, site))
        return {offset: (*behind.get(offset, ()), *before.get(offset, ())) for offset in {**before, **behind}}

    def look_again(self, watch):
        if watch.place.follow():
            self.moved()
        return watch.place.read()

    def beginning(self, site, read):
        under_way, key = self.under_way, site.key

        def run():
            under_way[get_ident()] = key
            return read()

        return run

    def arriving(self, read):
        under_way, arrived = self.under_way, self.arrived

        def run():
            thread = get_ident()
            arrived[thread] = under_way.pop(thread, None)
            return read()

        return run

    # What has changed.

    def differs(self, found, frame, is_at_line=False):
        """Some of these places may have changed. is_at_line: the debugger has not yet looked at the line that is about to run."""
        try:
            if self.stops.is_lost:
                self.end()
                return
            if is_debugger_thread():
                return
            written = [each for read, watch, site in found for each in self.compared(watch, site, frame)]
        except Exception:
            return
        for line, said in written:
            self.stops.stop(frame, line, said, is_at_line)

    def settle(self, found, frame):
        """The changes by the last operation of a frame, which is about to stop; marks those that no report has shown."""
        try:
            for behind in [read for read, _, site in found if site is not None and site.is_joined][:1]:
                behind()
            written = [each for _, watch, site in found if site is not None for each in self.compared(watch, site, frame)]
            for watch in self.live:
                if watch.place.frame is None:
                    list(self.compared(watch, None, frame))
            return written
        except Exception:
            return []

    def refresh(self):
        """Takes the present values: changes while the program stood still are no writes of its own."""
        for each in self.live:
            each.last = each.place.read()

    def compared(self, watch, site, frame):
        """The stop that a change makes, if it does: as a line and what is reported. site: what has just been run, if that is known."""
        if site is not None and site.is_joined and self.arrived.get(get_ident()) != site.key:
            site = None
        self.look_again(watch)
        if site is None:
            self.let_others_report(watch)
        with self.lock:
            value, last = watch.place.read(), watch.last
            if value is last or watch.place.gone:
                return
            watch.last = value
            if same(value, last):
                return
            watch.changes += 1
            changes = watch.changes
            if site is None:
                watch.is_unseen = True
                self.widen()
                return
            if not watch.is_due():
                return
        if not watch.counts(last, value):
            return
        said = watch.report(changes, site.line, frame, text_of_value(last), text_of_value(value))
        last = value = None
        if watch.is_logged:
            report(said)
        else:
            yield site.line, said

    @staticmethod
    def let_others_report(watch):
        """A change that this thread has not made may be that of another one, which is about to report it."""
        running = [each for each in list(threading._active.values()) if not getattr(each, "is_pydev_daemon_thread", False)]
        for _ in range(10 if len(running) > 1 else 0):
            if same(watch.place.read(), watch.last):
                return
            time.sleep(0.001)
