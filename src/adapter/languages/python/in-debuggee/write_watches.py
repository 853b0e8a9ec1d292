"""Runs inside the debuggee: the watches of the process, as the debugger asks for them."""

import atexit
import functools
import json
import os

from .answer_questions import asking_frame
from .how_asked import is_printed
from .read_values import MISSING
from .write_changes import Changes
from .write_monitoring import MONITORING, MonitoredCode
from .write_place import Refused
from .write_places import place_of
from .write_stops import Stops
from .write_tracing import TracedCode
from .write_values import locals_named
from .write_watch import Watch, condition_of


class Watches:
    """All watches of the process."""

    def __init__(self):
        # Places that were asked about, by their numbers.
        self.places = {}
        self.next = 1
        self.changes = Changes(self.widen, self.end)
        self.code = MonitoredCode(self.changes) if MONITORING is not None else TracedCode(self.changes)
        self.changes.moved = self.watch_code
        self.changes.stops = self.stops = Stops(self.settle, self.changes.refresh, self.end)

    @property
    def live(self):
        return self.changes.live

    # What the debugger asks for.

    def ask(self, text, frame):
        try:
            place = place_of(text, frame)
        except Refused as error:
            return {"refused": str(error)}
        if any(each.place.key == place.key and not each.place.gone for each in self.live):
            return {"refused": "it is watched already"}
        problem = self.code.problem
        if problem is not None:
            return {"refused": problem}
        number, self.next = self.next, self.next + 1
        self.places[number] = place, frame.f_globals, locals_named(frame)
        return {"id": number, "slow": MONITORING is None}

    def set(self, wanted):
        """Watches these places and no others; says of each why not, where it cannot be."""
        conditions = {each["id"]: self.condition_of(each) for each in wanted}
        error = next((each for each in conditions.values() if type(each) is str), None)
        if error is not None:
            self.places.clear()
            return {"error": error}
        numbers = {each["id"] for each in wanted}
        self.changes.live = [each for each in self.live if each.number in numbers]
        known = {each.number for each in self.live}
        added = [each for each in wanted if each["id"] not in known and each["id"] in self.places]
        for each in added:
            watch = Watch(each["id"], self.places[each["id"]][0], each["logged"], conditions[each["id"]])
            watch.place.ended = functools.partial(self.forget, watch)
            self.live.append(watch)
        self.places.clear()
        self.watch_code()
        left = {each.number: each.place.gone for each in self.live}
        return {"places": [{"id": each, "gone": left.get(each, "its object is gone")} for each in numbers if left.get(each, "-")]}

    def condition_of(self, wanted):
        """A function, None, or a text that says why there is none."""
        text = wanted.get("condition")
        known = next((each for each in self.live if each.number == wanted["id"]), None)
        if known is not None or text is None:
            return known and known.holds
        if wanted["id"] not in self.places:
            return None
        return condition_of(text, *self.places[wanted["id"]])

    def watched(self):
        """The state of each place, with the changes since the last call."""
        said = []
        for each in self.live:
            said.append({"id": each.number, "gone": each.place.gone, "unseen": each.is_unseen})
            each.is_unseen = False
        return {"places": said}

    def end(self, is_last=False):
        self.places.clear()
        self.changes.live = []
        self.watch_code(is_last)

    # What follows from it.

    def watch_code(self, is_last=False):
        """The watches are others than before."""
        if not all(each.place.gone for each in self.live):
            self.stops.begin()
            self.code.watch()
        elif self.code.is_on:
            self.stops.end()
            self.code.free(is_last)
            self.changes.clear()

    def widen(self):
        """A place was changed by code that was not looked at: from now on, all calls are."""
        if not self.code.is_wide:
            self.code.is_wide = True
            self.watch_code()

    def forget(self, watch):
        watch.last = MISSING
        self.code.forget(watch)

    def settle(self, frame):
        return self.changes.settle(self.code.last_operation(frame), frame)


WATCHES = Watches()


def ask(text):
    return answered(WATCHES.ask(text, asking_frame()))


def set_watches(text):
    return answered(WATCHES.set(json.loads(text)))


def watched():
    return answered(WATCHES.watched())


def end():
    WATCHES.end()


def answered(found):
    """As JSON. Where it would be written to the program's output, an error is answered that says it."""
    text = json.dumps(found)
    if is_printed():
        raise LookupError(text)
    return text


# A child that was forked was not asked; and what the program frees at its end is freed then.
os.register_at_fork(after_in_child=WATCHES.end)
atexit.register(WATCHES.end, True)
