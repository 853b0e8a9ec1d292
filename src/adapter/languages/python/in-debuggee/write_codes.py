"""Runs inside the debuggee before Python 3.12: where in a code something is to be looked at."""

import sys

from .write_calls import is_ours
from .write_sites import line_starts, sites_in


class KnownCode:
    """A code, and where in it a place may be written: what is to be looked at by offset, the same for operations that raise, and where calls are."""

    __slots__ = ("code", "is_ours", "marks", "raising", "calls", "quiet", "is_ended", "is_wanted")

    def __init__(self, code):
        self.code, self.is_ours = code, is_ours(code.co_filename)
        self.clear()

    def clear(self):
        self.marks, self.raising, self.calls, self.quiet, self.is_ended, self.is_wanted = {}, {}, frozenset(), frozenset(), False, False

    def renew(self, changes, is_wide):
        if self.is_ours:
            return
        live = [each for each in changes.live if not each.place.gone]
        found = [(watch, *each) for watch in live for each in sites_in(self.code, watch.place.writers, is_wide)]
        raising = {}
        for watch, site, at, _ in found:
            for offset in at:
                raising.setdefault(offset, []).append((watch.place.read, watch, site))
        self.marks, self.raising = changes.marks_of(found), raising
        self.calls = frozenset(offset for _, site, at, _ in found if site.is_call for offset in at)
        self.quiet = frozenset(quiet_lines(self.code, {*self.marks, *self.calls}))
        self.is_ended = any(each.place.frame is not None and each.place.frame.f_code is self.code for each in live)
        self.is_wanted = bool(found) or self.is_ended

    def forget(self, watch):
        self.marks, self.raising = (
            {at: tuple(each for each in found if each[1] is not watch) for at, found in kept.items()} for kept in (self.marks, self.raising)
        )


def quiet_lines(code, looked_at):
    """The offsets where lines begin behind whose beginning nothing is looked at. Before Python 3.10, a line may be reached in its middle
    without a word."""
    if sys.version_info < (3, 10):
        return
    begins = [offset for offset, _ in line_starts(code)]
    for begin, end in zip(begins, [*begins[1:], len(code.co_code)]):
        if looked_at.isdisjoint(range(begin + 2, end, 2)):
            yield begin
