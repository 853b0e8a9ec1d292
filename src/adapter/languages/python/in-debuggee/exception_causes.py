"""Runs inside the debuggee: what a stop at an exception says of it. No code of the program is run for it."""

import json

from .exception_handlers import fate
from .how_asked import ident_of, is_printed, thread_of
from .own_frames import is_own
from .own_package import is_debugger_file
from .read_values import inherits, traceback_of
from .related_exceptions import Relations
from .stopped_threads import standing_in
from .thrown_locals import RECORDER


def is_of_debugger(name):
    return is_debugger_file(name) or "start_debuggee" in name or name == "<stringsource>"


def client_path(path):
    from pydevd_file_utils import map_file_to_client

    found = map_file_to_client(path)
    return found[0] if type(found) is tuple else found


RELATIONS = Relations(is_own, is_of_debugger, client_path)


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
    return [] if error is None else [described for described, _ in RELATIONS.of(error)]


def thrown_at_stop(number):
    return thrown_in(thread_of(number))


def thrown_in(thread):
    """The exception that a thread stopped at; None where there is none."""
    from _pydevd_bundle.pydevd_constants import get_global_debugger, get_thread_id

    frames = None if thread is None else get_global_debugger().suspended_frames_manager.get_frames_list(get_thread_id(thread))
    error = None if frames is None else vars(frames).get("exc_desc")
    return error if inherits(error, BaseException) else None
