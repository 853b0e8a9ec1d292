"""Exceptions of own code that other code catches while a test runs: a framework that answers 500, a command line library, a validator. Each is written
down with the test, with the variables of the throwing call as they were, because nothing of it is left when the test fails.

It runs inside programs that are not ours: it keeps no exception and no call alive, and runs no code of the program to read them.
"""

import time

from . import mcp_debugger_codes as codes
from . import mcp_debugger_failures as failures

#: By these, Python's own look-ups hear that there is nothing.
_LOOKUPS = (AttributeError, LookupError, NotImplementedError)
#: Methods with special names that no look-up calls.
_CALLED = {"__init__", "__call__", "__enter__", "__exit__", "__aenter__", "__aexit__", "__post_init__", "__new__"}
_MAX_FRAMES = 20
#: Places and messages of one test.
_MAX_GROUPS = 20
#: Exceptions whose way is followed at the same time.
_MAX_FOLLOWED = 50
#: Places of code whose handlers are known.
_MAX_HANDLERS = 5_000
#: What describing may take: of the time that the process has worked, and before it has.
_SHARE = 0.03
_FIRST_SECONDS = 0.05


class Group:
    """Exceptions of one place and message."""

    __slots__ = ("fact", "is_special", "thrown")

    def __init__(self, fact, is_special):
        self.fact, self.is_special, self.thrown = fact, is_special, []


class Thrown:
    """One exception that left own code, and who has it now."""

    __slots__ = ("identity", "kind", "place", "group", "catcher", "is_handled", "is_taken_by_all", "went_on", "is_last")

    def __init__(self, identity, kind, place, group):
        self.identity, self.kind, self.place, self.group = identity, kind, place, group
        #: Who holds it: code and line. Handled is what own code or a test deals with.
        self.catcher, self.is_handled, self.went_on = None, False, False
        #: Own code holds it in a clause that takes whatever comes.
        self.is_taken_by_all = False
        #: No further call is on the stack that could catch it.
        self.is_last = False


class Swallowed:
    """The exceptions that were thrown since the present test began."""

    def __init__(self):
        self.spent = 0.0
        #: Places and messages of tests that passed: such a throw explains no failure.
        self.usual = set()
        #: By their addresses.
        self.followed = {}
        #: By the addresses of code and type, and the place in the code: the line of the handler there that takes all, or None; kept with both.
        self.handlers = {}
        self.begin(None)

    def begin(self, file):
        self.groups, self.file = {}, file
        #: Some may have been missed.
        self.is_limited = False
        self.followed.clear()

    def leaving(self, error, traceback, back, still=None):
        """An exception is about to leave own code for the call `back`, or a stack that ends there. None for one that is not of interest. still: the
        call that it will leave, where cleanup is yet to run.
        """
        thrown = self.follow(error)
        if back is not None and codes.is_test_tool(back.f_code):
            if thrown is not None:
                thrown.is_handled = True
            return None
        own = [each for each in reversed(codes.calls(traceback)) if codes.is_own(each[0].f_code)][:_MAX_FRAMES]
        if not own or _is_of_test_tool(type(error)):
            return None
        place = (own[0][0].f_code.co_filename, own[0][1])
        if thrown is not None and thrown.place == place:
            return thrown
        group = self._group(error, own, back, still)
        return None if group is None else Thrown(id(error), type(error), place, group)

    def left(self, thrown):
        """Records that an exception has left own code."""
        if self.followed.get(thrown.identity) is thrown:
            self.goes_on(thrown)
            return
        thrown.group.thrown.append(thrown)
        if len(self.followed) >= _MAX_FOLLOWED:
            del self.followed[next(iter(self.followed))]
        self.followed[thrown.identity] = thrown

    def follow(self, error):
        """The known throw of an exception; None for most. An object that is gone may have left its address to another."""
        thrown = self.followed.get(id(error))
        return thrown if thrown is not None and thrown.kind is type(error) else None

    def goes_on(self, thrown):
        """Records that the catcher of an exception has raised it again, or passes it on."""
        thrown.catcher, thrown.is_handled, thrown.is_taken_by_all, thrown.went_on = None, False, False, True

    def caught(self, thrown, traceback, code, line):
        """A call deals with an exception. What comes back to own code by no other's hand never left it, and a test has asked for it."""
        thrown.catcher = (code, line)
        if codes.is_own(code):
            is_of_test = codes.path_of(code) == self.file
            thrown.is_handled = is_of_test or not _passed_library(traceback)

    def handler_for_all(self, code, offset, error, traceback):
        """The line of the clause of own code, not of the test's, that ends an exception there and takes whatever comes; None for any other."""
        key = id(code), offset, id(type(error))
        found = self.handlers.get(key)
        if found is None:
            is_own = codes.is_own(code) and traceback is not None and traceback.tb_frame.f_code is code
            if is_own and self.is_spent():
                return None
            if len(self.handlers) >= _MAX_HANDLERS:
                self.handlers.clear()
            line = self.timed(self._line_for_all, traceback, error) if is_own else None
            found = self.handlers[key] = code, type(error), line
        return None if found[2] is None or codes.path_of(code) == self.file else found[2]

    def _line_for_all(self, traceback, error):
        clause = failures.describing().taken_by_all(traceback.tb_frame, error, traceback.tb_lineno)
        return None if clause is None else clause.first

    def taken_by_all(self, error, traceback, code, line):
        """Records that own code ends an exception in a clause that takes whatever comes: nothing may be left that tells of it."""
        if self.is_spent():
            return
        thrown = self.follow(error) or self.timed(self.leaving, error, traceback, None)
        if thrown is not None:
            self.left(thrown)
            thrown.catcher, thrown.is_handled, thrown.is_taken_by_all = (code, line), False, True

    def is_spent(self):
        """True, and of the test that something may have been missed, if the time for it is used up."""
        is_spent = self.spent > _FIRST_SECONDS + _SHARE * time.process_time()
        self.is_limited = self.is_limited or is_spent
        return is_spent

    def timed(self, function, *given):
        began, spent = time.process_time(), self.spent
        try:
            return function(*given)
        finally:
            self.spent = spent + time.process_time() - began

    def _group(self, error, own, back, still):
        message = codes.text_of(error)
        frame, line = own[0]
        key = (frame.f_code.co_filename, line, message)
        group = self.groups.get(key)
        if group is not None or len(self.groups) >= _MAX_GROUPS:
            return group
        left = {} if back is None else {"leftTo": place_of(back.f_code, back.f_lineno)}
        fact = {"name": type(error).__name__, "message": message, **left, "site": self._site(own, key, error, still)}
        name = frame.f_code.co_name
        group = self.groups[key] = Group(fact, name[:2] == name[-2:] == "__" and name not in _CALLED)
        return group

    def _site(self, own, key, error, still):
        bare = {"frames": failures.frames_of(own), "locals": []}
        if key in self.usual or self.spent > _FIRST_SECONDS + _SHARE * time.process_time():
            return bare
        try:
            return self.timed(failures.site_of, own, error, still)
        except Exception:
            return bare

    def taken(self, status, failing=None):
        """For the record of a test. Of one that did not fail, no more than where it was thrown and what it said."""
        itself = [] if failing is None else [self.follow(each) for each in (failing, *failures.related_to(failing))]
        facts = []
        for key, group in self.groups.items():
            thrown = [each for each in group.thrown if each not in itself and not is_dealt_with(each, group.is_special)]
            if not thrown:
                continue
            facts.append(_fact(group, thrown) if status == "failed" else _short_fact(group))
            if status != "failed":
                self.usual.add(key)
        return {"swallowed": facts} if facts else {}


def _is_of_test_tool(kind):
    """True for exceptions by which a test skips or ends itself."""
    return type.__dict__["__module__"].__get__(kind).startswith(("_pytest.", "unittest."))


def _passed_library(traceback):
    """True if an installed package stands between the call that has an exception now and the one that threw it."""
    inner = [each.f_code for each, _ in codes.calls(traceback)]
    return any(codes.is_installed(code) and not codes.is_test_tool(code) for code in inner)


def is_dealt_with(thrown, is_special):
    """True if the code that asked for the exception has it: own code, a test, a look-up."""
    if thrown.is_handled or (thrown.catcher is not None and codes.is_test_tool(thrown.catcher[0])):
        return True
    if issubclass(thrown.kind, _LOOKUPS) and is_special:
        return True
    # hasattr, or getattr with a default, drops it, and no call ever has it.
    return issubclass(thrown.kind, AttributeError) and thrown.catcher is None and not thrown.went_on


def _fact(group, thrown):
    catchers = [each.catcher for each in thrown if each.catcher is not None]
    caught = {"caughtBy": place_of(*catchers[0])} if catchers else {}
    by_own = {"isCaughtByOwn": True} if all(each.is_taken_by_all for each in thrown) else {}
    return {**group.fact, **caught, **by_own, "count": len(thrown)}


def _short_fact(group):
    fact = group.fact
    return {"name": fact["name"], "message": fact["message"], "count": 1, "site": {"frames": fact["site"]["frames"][:1], "locals": []}}


def place_of(code, line):
    return {"name": code.co_name, "path": codes.path_of(code), "line": line}
