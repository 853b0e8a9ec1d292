"""Runs inside the debuggee: what an exception came from, and what a group of exceptions contains. No code of the program is run for it."""

import json
import os
import re

from .describe_values import text_of
from .exception_handlers import fate
from .exception_texts import is_built_in, text_or_reason
from .how_asked import ident_of, is_printed, thread_of
from .own_package import is_debugger_file
from .read_values import SIMPLE, Work, class_name, clip, inherits, traceback_of
from .stopped_threads import standing_in
from .thrown_locals import RECORDER

MAX_RELATED = 16
MAX_RELATED_TEXT = 300
GROUP = getattr(__import__("builtins"), "BaseExceptionGroup", None)


def field(error, name):
    """An attribute that every exception has, whatever its class puts in its place."""
    return type.__dict__["__dict__"].__get__(BaseException)[name].__get__(error)


def members_of(error):
    if GROUP is None or not inherits(error, GROUP):
        return ()
    return type.__dict__["__dict__"].__get__(GROUP)["exceptions"].__get__(error)


def quiet_message(error):
    """As `str` would give it where that runs no code of the program; else what the exception was made with."""
    arguments = BaseException.args.__get__(error)
    is_plain = all(id(type(each)) in SIMPLE for each in arguments) or bool(members_of(error))
    if is_plain and is_built_in(type(error), "__str__"):
        return clip(text_or_reason(error), MAX_RELATED_TEXT)[0]
    shown = arguments[0] if len(arguments) == 1 else arguments
    return text_of(Work(), shown, MAX_RELATED_TEXT, 0)[0] if arguments else ""


def is_of_debugger(name):
    return is_debugger_file(name) or "start_debuggee" in name or name == "<stringsource>"


def raised_at(error):
    """The innermost place in the program where it was, else in a library; None where only the debugger was concerned."""
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    found = None
    is_found_own = False
    step = traceback_of(error)
    while step is not None:
        name = step.tb_frame.f_code.co_filename
        if not is_of_debugger(name):
            is_own = not name.startswith("<") and not get_global_debugger().apply_files_filter(step.tb_frame, name, True)
            if is_own or not is_found_own:
                found = {"path": client_path(name), "line": step.tb_lineno, "function": step.tb_frame.f_code.co_name}
            is_found_own = is_found_own or is_own
        step = step.tb_next
    return found


def client_path(path):
    from pydevd_file_utils import map_file_to_client

    found = map_file_to_client(path)
    return found[0] if type(found) is tuple else found


def related_to(error, depth, seen, found):
    """Adds what is related to an exception to a list, the nearest first."""
    while error is not None and len(found) < MAX_RELATED:
        for each in members_of(error):
            if id(each) not in seen and len(found) < MAX_RELATED:
                seen.add(id(each))
                found.append(described_relation("member", depth, each))
                related_to(each, depth + 1, seen, found)
        cause = field(error, "__cause__")
        context = None if field(error, "__suppress_context__") else field(error, "__context__")
        error = context if cause is None else cause
        if error is None or id(error) in seen:
            return
        seen.add(id(error))
        # The debugger's own, where a recursion was too deep for it as well.
        if cause is None and traceback_of(error) is not None and raised_at(error) is None:
            return
        found.append(described_relation("context" if cause is None else "cause", depth, error))


REMOTE = re.compile(r'^  File "([^"]*)", line ([0-9]+), in (.*)$')


def remote_traceback(error):
    """The traceback of another process, which Python hands on as the text of an exception that has none itself."""
    if class_name(type(error)) not in ("_RemoteTraceback", "RemoteTraceback"):
        return None
    try:
        text = object.__getattribute__(error, "__dict__").get("tb")
    except (AttributeError, TypeError):
        return None
    return text if type(text) is str and "Traceback (most recent call last)" in text else None


def described_remote(text):
    """The exception that was raised there, and its place: the innermost of the program, else in a library."""
    lines = [each for each in text.rstrip().splitlines() if each.strip() not in ("", '"""')]
    places = [found.groups() for found in map(REMOTE.match, lines) if found and not is_of_debugger(found.group(1))]
    own = [each for each in places if os.sep + "lib" + os.sep + "python" not in each[0] and "site-packages" not in each[0]]
    described = {"message": clip(lines[-1].strip(), MAX_RELATED_TEXT)[0]}
    if places:
        path, line, function = (own or places)[-1]
        described["place"] = {"path": client_path(path), "line": int(line), "function": function}
    return described


def described_relation(relation, depth, error):
    described = {"relation": relation, "depth": depth, "name": class_name(type(error))}
    text = remote_traceback(error)
    if text is not None:
        return dict(described, **described_remote(text))
    described["message"] = quiet_message(error)
    place = raised_at(error)
    return described if place is None else dict(described, place=place)


def related(number):
    """The exceptions related to the one that a thread stopped at, as JSON."""
    return told(lambda: found_at_stop(number), [])


def fate_at_stop(number):
    """The fate of the exception that a thread stopped at where it was thrown, as JSON; see `fate`."""
    return told(lambda: {"fate": fate(thrown_at_stop(number), standing_in(ident_of(thread_of(number))))}, {})


def cleanup_at_stop(number):
    """The code that has run since the exception was thrown that a thread stopped at when it was uncaught, and whether the variables at the throw
    are known, as JSON.
    """

    def found():
        error = thrown_at_stop(number)
        calls = calls_left_by(error)
        return {"cleanup": RECORDER.cleanup_since(error, calls), "recorded": RECORDER.is_recorded(error, calls)}

    return told(found, {})


def calls_left_by(error):
    found, entry = [], traceback_of(error)
    while entry is not None:
        found.append((entry.tb_frame, entry.tb_lineno))
        entry = entry.tb_next
    return found[::-1]


def told(find, otherwise):
    answer = json.dumps(otherwise)
    try:
        answer = json.dumps(find())
    except Exception:
        pass
    if is_printed():
        # An error is answered.
        raise LookupError(answer)
    return answer


def found_at_stop(number):
    error = thrown_at_stop(number)
    found = []
    if error is not None:
        related_to(error, 0, {id(error)}, found)
    return found


def thrown_at_stop(number):
    return thrown_in(thread_of(number))


def thrown_in(thread):
    """The exception that a thread stopped at; None where there is none."""
    from _pydevd_bundle.pydevd_constants import get_global_debugger, get_thread_id

    frames = None if thread is None else get_global_debugger().suspended_frames_manager.get_frames_list(get_thread_id(thread))
    error = None if frames is None else vars(frames).get("exc_desc")
    return error if inherits(error, BaseException) else None
