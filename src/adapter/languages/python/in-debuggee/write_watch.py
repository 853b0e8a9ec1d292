"""Runs inside the debuggee: a place whose writes are wanted, and what is said of each."""

import json

from .log_messages import thread_number
from .write_stops import client_path
from .write_values import shown

# Each is a message; a hot loop must come to its end.
MOST_LOGGED = 1000
MARK = "\ue000written%d\ue001%s"


class Watch:
    """A place whose writes are wanted.

    last: the value as it was seen last. due: the change that is reported next, beyond the bound. is_unseen: something that was not looked
    at has written it.
    """

    def __init__(self, number, place, is_logged, holds):
        self.number, self.place, self.is_logged, self.holds = number, place, is_logged, holds
        self.last = place.read()
        self.changes = self.due = 0
        self.is_unseen = False

    def is_due(self):
        """True if the present change is to be reported, by its number: if there are very many, the reported number stays near."""
        if not self.is_logged or self.changes <= MOST_LOGGED:
            return True
        if self.changes < self.due:
            return False
        self.due = self.changes + self.changes // 64
        return True

    def counts(self, before, after):
        """True if the condition holds, or there is none."""
        try:
            return self.holds is None or self.holds(shown(before), shown(after))
        except Exception:
            return False

    def report(self, changes, line, frame, before, after):
        said = {
            "before": before, "after": after, "changes": changes, "logged": self.is_logged, "thread": thread_number(),
            "path": client_path(frame), "line": line, "function": frame.f_code.co_name,
        }
        return MARK % (self.number, json.dumps(said))


def condition_of(text, place, names, locals_of):
    """The function of the old and the new value that decides whether a change counts; or a text that says why there is none."""
    try:
        code = compile(text.strip(), "<condition>", "eval")
    except (SyntaxError, ValueError) as error:
        return "SyntaxError: %s" % getattr(error, "msg", error)
    mine = locals_of(code)

    def holds(old, new):
        return bool(eval(code, names, {**mine, "old": old, "new": new}))

    try:
        holds(shown(place.read()), shown(place.read()))
    except NameError as error:
        return "NameError: %s" % error
    except Exception:
        # It may be meant for other values.
        pass
    return holds
