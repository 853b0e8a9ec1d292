"""Runs inside a process that is not ours: what an exception came from, and what a group of exceptions contains. No code of the program is run for it.
"""

import itertools
import os
import re
import sys

from .describe_values import text_of
from .exception_texts import is_built_in, text_or_reason
from .read_values import SIMPLE, Work, class_name, clip, inherits, instance_dict, traceback_of

MAX_RELATED = 16
MAX_RELATED_TEXT = 300
GROUP = getattr(__import__("builtins"), "BaseExceptionGroup", None)


def field(error, name):
    """An attribute that every exception has, whatever its class puts in its place."""
    return type.__dict__["__dict__"].__get__(BaseException)[name].__get__(error)


def members_of(error):
    if GROUP is not None:
        return type.__dict__["__dict__"].__get__(GROUP)["exceptions"].__get__(error) if inherits(error, GROUP) else ()
    # Before Python 3.11, of the package that has the same.
    package = sys.modules.get("exceptiongroup")
    kind = None if package is None else vars(package).get("BaseExceptionGroup")
    found = dict.get(instance_dict(error) or {}, "_exceptions", ()) if inherits(kind, type) and inherits(error, kind) else ()
    return tuple(found) if type(found) in (list, tuple) else ()


def quiet_message(error):
    """As `str` would give it where that runs no code of the program; else what the exception was made with."""
    arguments = BaseException.args.__get__(error)
    is_plain = all(id(type(each)) in SIMPLE for each in arguments) or bool(members_of(error))
    if is_plain and is_built_in(type(error), "__str__"):
        return clip(text_or_reason(error), MAX_RELATED_TEXT)[0]
    shown = arguments[0] if len(arguments) == 1 else arguments
    return text_of(Work(), shown, MAX_RELATED_TEXT, 0)[0] if arguments else ""


REMOTE = re.compile(r'^  File "([^"]*)", line ([0-9]+), in (.*)$')


def remote_traceback(error):
    """The traceback of another process, which Python hands on as the text of an exception that has none itself."""
    if class_name(type(error)) not in ("_RemoteTraceback", "RemoteTraceback"):
        return None
    text = dict.get(instance_dict(error) or {}, "tb")
    return text if type(text) is str and "Traceback (most recent call last)" in text else None


class Relations:
    """`is_own` tells whether a frame is of own code, `is_of_debugger` whether a file is the debugger's; `path_of` gives the path by which others
    know a file.
    """

    def __init__(self, is_own, is_of_debugger, path_of):
        self.is_own, self.is_of_debugger, self.path_of = is_own, is_of_debugger, path_of

    def of(self, error):
        """The exceptions that are related to one, each as it is told, and itself; the nearest first."""
        found = itertools.islice(self.walk(error, 0, {id(error)}), MAX_RELATED)
        return [(self.described(relation, depth, each), each) for relation, depth, each in found]

    def walk(self, error, depth, seen):
        while error is not None:
            for each in members_of(error):
                if id(each) not in seen:
                    seen.add(id(each))
                    yield "member", depth, each
                    yield from self.walk(each, depth + 1, seen)
            cause = field(error, "__cause__")
            context = None if field(error, "__suppress_context__") else field(error, "__context__")
            error = context if cause is None else cause
            if error is None or id(error) in seen:
                return
            seen.add(id(error))
            # The debugger's own, where a recursion was too deep for it as well.
            if cause is None and traceback_of(error) is not None and self.raised_in(error) is None:
                return
            yield "context" if cause is None else "cause", depth, error

    def described(self, relation, depth, error):
        described = {"relation": relation, "depth": depth, "name": class_name(type(error))}
        text = remote_traceback(error)
        if text is not None:
            return dict(described, **self.described_remote(text))
        described["message"] = quiet_message(error)
        place = self.raised_in(error)
        if place is not None:
            code = place[0].f_code
            described["place"] = {"path": self.path_of(code.co_filename), "line": place[1], "function": code.co_name}
        return described

    def described_remote(self, text):
        """The exception that was raised there, and its place: the innermost of the program, else in a library."""
        lines = [each for each in text.rstrip().splitlines() if each.strip() not in ("", '"""')]
        places = [found.groups() for found in map(REMOTE.match, lines) if found and not self.is_of_debugger(found.group(1))]
        own = [each for each in places if os.sep + "lib" + os.sep + "python" not in each[0] and "site-packages" not in each[0]]
        described = {"message": clip(lines[-1].strip(), MAX_RELATED_TEXT)[0]}
        if places:
            path, line, function = (own or places)[-1]
            described["place"] = {"path": self.path_of(path), "line": int(line), "function": function}
        return described

    def raised_in(self, error):
        """The innermost call of the program that an exception was in, else of a library, with its line; None where only the debugger was concerned."""
        found, is_found_own, entry = None, False, traceback_of(error)
        while entry is not None:
            frame = entry.tb_frame
            if not self.is_of_debugger(frame.f_code.co_filename):
                is_own = self.is_own(frame)
                if is_own or not is_found_own:
                    found = frame, entry.tb_lineno
                is_found_own = is_found_own or is_own
            entry = entry.tb_next
        return found
