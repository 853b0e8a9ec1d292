"""Runs inside a traced process: where values with wanted texts came to be. It is shown each value that a recorded call has to do with, in the
order in which things happen, and keeps the calls that lead to the places that count, bounded.
"""

from .trace_contents import in_words, text_kept
from .trace_python import identity
from .trace_wanted_text import WantedText

MAX_ORIGINS = 20
# So often a place is looked at again: a later value may come further than the first.
MAX_RENEWED = 40
MAX_PLACES = 2000
MAX_CALLERS = 20
# Calls that are kept of those that returned a value as it was.
MAX_UNCHANGED = 8
# How many places of each text come with the calls before them.
MAX_SHOWN = 4
# An assertion may have several lines, of which its error names one.
NEAR_LINES = 10
FIRST_STEPS, LAST_STEPS, MAX_STEPS = 6, 6, 60
# The search that is going on, if there is one.
SEARCH = [None]


class Origin:
    """The origin of a value with a wanted text."""

    __slots__ = ("id", "text", "found", "value", "place", "call", "at_ms", "callers", "before", "depth", "outermost", "times", "moved_at", "steps", "known", "unchanged")

    def __init__(self, number, text, found, value, place, call, at_ms, before):
        self.id, self.text, self.found, self.value = number, text, found, value
        self.place, self.call, self.at_ms, self.before = place, call, at_ms, before
        self.callers = callers_of(call)
        self.depth = self.outermost = call.depth
        self.times = 1
        # When it last came to a place: a number that grows.
        self.moved_at = 0
        self.steps, self.known, self.unchanged = [], {place_key(place)}, []

    def comes_to(self, place, depth, now):
        self.moved_at = now
        key = place_key(place)
        if key in self.known or len(self.known) >= MAX_STEPS:
            return
        self.known.add(key)
        if len(self.steps) >= FIRST_STEPS + LAST_STEPS:
            del self.steps[FIRST_STEPS]
        self.steps.append(place)
        self.outermost = min(self.outermost, depth)

    def is_unchanged_at(self, place):
        if len(self.unchanged) < MAX_UNCHANGED and all(each["function"] != place["function"] for each in self.unchanged):
            self.unchanged.append(place)

    def reach(self):
        return self.depth - self.outermost

    def worth(self):
        """More for what may be meant: a whole value that was made, and went on to others."""
        return (0 if self.found[0] == "part" else 4) + (0 if self.place["how"] == "argument" else 2) + (1 if self.reach() > 0 else 0)

    def record(self):
        unchanged = {"unchanged": self.unchanged} if self.unchanged else {}
        return {
            **unchanged, "kind": "origin", "id": self.id, "text": self.text, "likeness": self.found[0], "atMs": round(self.at_ms, 3),
            "place": self.place, "value": self.value, "path": self.steps, "depth": self.depth, "outermost": self.outermost,
            "callers": [{"function": each.function.id, "number": each.number} for each in self.callers], "times": self.times,
        }


class PlaceOfOrigin:
    """Two of all values that came to be in one place: the one that came furthest, and the last. Where the later one is preferred, of two that
    came as far that counts which went somewhere later, or came to be later.
    """

    __slots__ = ("best", "last", "prefers_later", "times")

    def __init__(self, origin, prefers_later):
        self.best = self.last = origin
        self.prefers_later = prefers_later
        self.times = 1

    def settled(self):
        further = self.last.reach() - self.best.reach()
        if further > 0 or (further == 0 and self.prefers_later and self.last.moved_at >= self.best.moved_at):
            self.best = self.last
        self.best.times = self.times
        return self.best


class Search:
    """Looks for texts in the values of all recorded calls."""

    def __init__(self, wanted, mode):
        texts = [*wanted["texts"], *wanted.get("parts", ())]
        self.near = [(each["path"], each["line"]) for each in wanted.get("madeNear", ())]
        # By place and line: the last call that was made there.
        self.made_near = {}
        self.texts = [WantedText(each) for each in texts]
        self.mode = mode
        # By text: the places by their keys, and those that are kept.
        self.places = [{} for _ in texts]
        self.kept = [[] for _ in texts]
        self.closest = [None for _ in texts]
        self.last_id = self.moves = 0
        self.tells_roots_apart = wanted.get("keeps") == "eachRoot"
        # A value that makes more of itself came first where its cause is.
        self.prefers_later = [self.tells_roots_apart and each.plain != "nan" for each in self.texts]

    def begins(self, call, frame):
        call.parent = parent = self.recorded_around(frame)
        call.depth = 0 if parent is None else parent.depth + 1
        if self.near and parent is not None and call.function.code.co_name != "<module>":
            self.know_near(call, parent)
        for each in call.arguments:
            self.saw(call, "argument", each["after"], call.function.line, each["name"])

    def know_near(self, call, parent):
        made_at = line_of(parent)
        for path, line in self.near:
            if path == parent.function.path and abs(made_at - line) <= NEAR_LINES:
                self.made_near[path, made_at] = call
                call.made_near = {"path": path, "line": made_at}

    def recorded_around(self, frame):
        """The recorded call that this one was made in."""
        back = frame.f_back
        for _ in range(40):
            if back is None:
                return None
            found = self.mode.active.get(identity(back))
            if found is not None:
                return found
            back = back.f_back
        return None

    def changed(self, call, line, changes):
        for name, _, after in changes:
            if after is not None:
                self.saw(call, "set", text_kept(after), line, in_words(name))

    def ends(self, call, end):
        kind = end["kind"]
        if kind == "returned" and call.parent is not None:
            line = line_of(call.parent)
            made = {"line": line, "function": call.function.id, "returnLine": line_of(call)}
            if call.parent.returns is None:
                call.parent.returns = {}
            call.parent.returns[line] = made
        if kind == "returned":
            self.saw(call, "returned", end["value"], line_of(call), None)
        elif kind == "threw":
            self.saw(call, "threw", end["error"], line_of(call), None)
        if call.is_shared and call.had and call.parent is not None:
            self.hand(call, call.parent)

    def yields(self, call, frame, value, line):
        self.saw(call, "yielded", value, line, None)
        taker = self.recorded_around(frame)
        if call.had and taker is not None:
            self.hand(call, taker)

    def saw(self, call, how, value, line, name):
        for index, text in enumerate(self.texts):
            found = text.likeness(value)
            if found is None and (self.kept[index] or not text.part_length(value)):
                continue
            place = {"function": call.function.id, "number": call.number, "line": line, "how": how}
            if name is not None:
                place["name"] = name
            if found is None:
                self.comes_close(index, text.part_length(value), place, value)
            else:
                self.found(index, found, call, place, value)

    def comes_close(self, index, length, place, value):
        if self.closest[index] is None or length > self.closest[index][0]:
            self.closest[index] = (length, {"kind": "closest", "text": index, "place": place, "value": value})

    def found(self, index, found, call, place, value):
        origin = arrived_on(call, index, found, place["line"]) or known_as(call.had, index, found)
        if origin is None and place["how"] == "argument" and call.parent is not None:
            # What a call is given, its caller had.
            origin = known_as(call.parent.had, index, found)
        if origin is not None:
            self.moves += 1
            origin.comes_to(place, call.depth, self.moves)
        else:
            origin = self.came_to_be(index, found, call, place, value)
            if origin is None:
                return
        if call.had is None:
            call.had = {}
        key = index, found[1], found[0] == "part"
        call.had.setdefault(key, origin)
        if place["how"] == "argument":
            if call.given is None:
                call.given = {}
            call.given[key] = origin
        elif place["how"] == "returned" and call.given and call.given.get(key) is origin:
            origin.is_unchanged_at(place)
        if place["how"] == "set" and ("." in place["name"] or "[" in place["name"]):
            call.is_shared = True
        if place["how"] in ("returned", "threw") and call.parent is not None:
            self.hand(call, call.parent)
            if call.parent.arrived is None:
                call.parent.arrived = {}
            call.parent.arrived[key] = origin, line_of(call.parent)

    def hand(self, call, to):
        """A call has what one that it made found."""
        if to.had is None:
            to.had = {}
        for key, origin in call.had.items():
            to.had.setdefault(key, origin)

    def came_to_be(self, index, found, call, place, value):
        places, key = self.places[index], (found[1], place_key(place), root_of(call) if self.tells_roots_apart else None)
        known = places.get(key)
        if known is not None:
            known.times += 1
            known.settled()
            if known.times <= MAX_RENEWED:
                known.last = self.origin(known.best.id, index, found, call, place, value)
                return known.last
            return known.best
        if len(places) >= MAX_PLACES:
            return None
        self.last_id += 1
        made = PlaceOfOrigin(self.origin(self.last_id, index, found, call, place, value), self.prefers_later[index])
        kept = self.kept[index]
        if len(kept) >= MAX_ORIGINS and not self.drop(kept, made.best):
            return None
        places[key] = made
        kept.append(made)
        return made.best

    @staticmethod
    def drop(kept, other):
        """Makes room; the first one stays. False where the other one is no better than what is kept."""
        worst = min(reversed(kept[1:]), key=lambda each: each.settled().worth())
        if worst.best.worth() >= other.worth():
            return False
        kept.remove(worst)
        return True

    def origin(self, number, index, found, call, place, value):
        before = [each.kept[0] for each in list(self.mode.functions.values()) if each.kept is not None]
        return Origin(number, index, found, value, place, call, self.mode.records.now_ms(), before)

    def records(self):
        """The records to write: the places, and the calls that lead to those that count most."""
        found, calls = [], {}
        for index, kept in enumerate(self.kept):
            origins = [each.settled() for each in kept]
            found.extend(each.record() for each in origins)
            for origin in sorted(origins, key=lambda each: (-each.worth(), each.id))[:MAX_SHOWN]:
                calls.update((id(each), (each, False)) for each in [*origin.callers, *origin.before] if id(each) not in calls)
            calls.update((id(each.call), (each.call, True)) for each in origins)
            if not kept and self.closest[index] is not None:
                found.append(self.closest[index][1])
        calls.update((id(each), (each, True)) for each in self.made_near.values())
        return found, list(calls.values())


def arrived_on(call, index, found, line):
    """The origin of a value that a call gave out on this very line, which may not be the first of its text."""
    origin, on_line = (call.arrived or {}).get((index, found[1], found[0] == "part"), (None, None))
    return origin if on_line == line else None


def known_as(had, index, found):
    """The origin of such a value, as far as a call knows."""
    if not had:
        return None
    likeness, kind = found
    same = had.get((index, kind, False))
    if same is not None:
        return same
    if likeness == "part":
        return had.get((index, kind, True)) or had.get((index, "number", False))
    # A number or list that is written down is the same value.
    return had.get((index, "number", False)) or had.get((index, "object", False)) if kind == "string" else None


def line_of(call):
    """The line of a call: before its first statement, the line at which its function begins."""
    return call.line or call.function.line


def root_of(call):
    """The function of the outermost call: a test."""
    while call.parent is not None:
        call = call.parent
    return call.function.id


def place_key(place):
    return place["function"], place["line"], place["how"], place.get("name")


def callers_of(call):
    found, each = [], call.parent
    while each is not None and len(found) < MAX_CALLERS:
        found.append(each)
        each = each.parent
    return found
