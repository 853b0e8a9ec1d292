"""Runs inside the debuggee: what has ended by an exception, or without having done its work, while others wait: threads, tasks, calls in executors,
processes. Such an end is the commonest reason for a wait that does not end. Works on Python 3.8 and later.
"""

import collections
import gc
import os
import sys
import types
import weakref
from _thread import get_ident
from asyncio import BaseEventLoop, Task

from . import hang_locks
from .hang_awaited import awaited, shared_in, waits_of_all
from .hang_loops import is_debugger, is_own
from .hang_schedulers import task_name
from .how_asked import thread_name
from .own_package import of_program
from .read_values import class_name, inherits, module_name, traceback_of
from .related_exceptions import quiet_message

MAX_KNOWN = 50
# Ends that were seen when they came; what they knew is held by weak references.
SEEN = collections.deque(maxlen=MAX_KNOWN)
# By the identity of a pool's list of workers: (name, exit code).
WORKERS = {}
STATE = types.SimpleNamespace(is_recording=False)
identity = object.__hash__


class End:
    """`known` are the objects that others may wait for, and which the calls knew that the error came out of. Without a name it has that of the
    innermost of these.
    """

    def __init__(self, kind, name, error=None, exit_code=None, advice=None):
        self.kind, self.name, self.exit_code, self.advice = kind, name, exit_code, advice
        self.error, self.place, self.known = None, None, []
        if error is not None:
            message = quiet_message(error)
            self.error = class_name(type(error)) + (": " + message if message else "")
            calls = calls_of(error)
            own = [each for each in calls if is_own(each[0].f_code.co_filename)]
            self.place = placed(*(own or calls)[-1]) if calls else None
            self.name = name or self.place and self.place["name"] or "a " + kind
            self.known = [reference for frame, _ in calls for reference in references(shared_in(frame))]

    def knows(self, wanted):
        return any(any(each() is one for one in wanted) for each in self.known)

    def described(self, is_missed):
        found = {"kind": self.kind, "name": self.name, "isMissed": is_missed}
        for name, value in (("error", self.error), ("exitCode", self.exit_code), ("place", self.place), ("advice", self.advice)):
            if value is not None:
                found[name] = value
        return found


def calls_of(error):
    """The calls that an exception came out of, with their lines; the innermost last."""
    found, entry = [], traceback_of(error)
    while entry is not None:
        if not is_debugger(entry.tb_frame.f_code.co_filename):
            found.append((entry.tb_frame, entry.tb_lineno))
        entry = entry.tb_next
    return found


def placed(frame, line):
    code = frame.f_code
    return {"name": getattr(code, "co_qualname", code.co_name), "location": {"path": code.co_filename, "line": line, "column": 1}}


def references(values):
    for each in values:
        try:
            yield weakref.ref(each)
        except TypeError:
            pass


# Ends that leave nothing behind are seen when they come.

def record_ends():
    """To be called before the program runs, in a process that is watched for a hang: Python's own code says what has ended, in its last act."""
    if STATE.is_recording:
        return
    STATE.is_recording = True
    program = of_program("threading")
    make = program._make_invoke_excepthook

    def make_invoke_excepthook():
        invoke = make()

        def invoke_excepthook(thread):
            noting(note_thread, get_ident(), sys.exc_info()[1])
            return invoke(thread)

        return invoke_excepthook

    program._make_invoke_excepthook = make_invoke_excepthook
    handle = BaseEventLoop.call_exception_handler

    def call_exception_handler(self, context):
        noting(note_context, context)
        return handle(self, context)

    BaseEventLoop.call_exception_handler = call_exception_handler
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=before_fork, after_in_parent=hang_locks.forget_held, after_in_child=forget)


def before_fork():
    noting(record_workers)
    noting(hang_locks.note_held)


def noting(note, *given):
    try:
        note(*given)
    except Exception:
        pass


def forget():
    SEEN.clear()
    WORKERS.clear()


RESULTS = "Have what the workers return or throw survive pickle: the thread that takes it ended, and no result comes any more"


def note_thread(ident, error):
    takes_results = any(frame.f_code.co_name == "_handle_results" for frame, _ in calls_of(error))
    SEEN.append(End("thread", thread_name(ident), error, advice=RESULTS if takes_results else None))


def note_context(context):
    error = context.get("exception") if type(context) is dict else None
    if not inherits(error, BaseException):
        return
    task = context.get("task") or context.get("future")
    if inherits(task, Task):
        SEEN.append(End("task", task_name(task), error))
    elif task is None and "handle" in context:
        SEEN.append(End("callback", None, error))


def record_workers():
    """Has the workers of a pool noted that ended: the pool replaces them without a word, and what they were at is lost."""
    module = sys.modules.get("multiprocessing.pool")
    kind = vars(module).get("Pool") if module is not None and STATE.is_recording else None
    if type(kind) is not type or STATE.__dict__.get("of_pool") is kind:
        return
    STATE.of_pool = kind
    join = kind._join_exited_workers

    def join_exited_workers(pool):
        before = list(pool)
        cleaned = join(pool)
        noting(note_workers, pool, [each for each in before if each not in pool])
        return cleaned

    kind._join_exited_workers = staticmethod(join_exited_workers)


def note_workers(pool, ended):
    for each in ended:
        WORKERS.setdefault(id(pool), collections.deque(maxlen=MAX_KNOWN)).append((each.name, each.exitcode))


# Ends that can be found.

def wait_facts():
    """The ends of those that others wait for first, then other ends; and the state of what is waited for."""
    waits = waits_of_all()
    wanted = [each for wait in waits for each in wait.objects()]
    return {"ended": ended(wanted), "awaited": awaited(waits)}


def ended(wanted):
    found = [(each, each.knows(wanted)) for each in SEEN]
    # By the identity of a class: it may have a `__hash__` of the program's.
    finders = {}
    for each in gc.get_objects():
        kind = type(each)
        find = finders.get(identity(kind), finders)
        if find is finders:
            find = finders[identity(kind)] = finder_of(kind)
        if find is not None:
            found += find(each, wanted)
    found.sort(key=lambda each: not each[1])
    return [each.described(is_missed) for each, is_missed in found[:MAX_KNOWN]]


def finder_of(kind):
    if issubclass(kind, Task):
        return of_task
    if class_name(kind) == "Future" and module_name(kind) == "concurrent.futures._base":
        return of_future
    if not module_name(kind).startswith("multiprocessing."):
        return None
    return of_pool if hasattr(kind, "_join_exited_workers") else of_process if hasattr(kind, "_Popen") else None


def kept(owner, name):
    try:
        return object.__getattribute__(owner, name)
    except AttributeError:
        return None


def of_task(task, wanted):
    error = kept(task, "_exception")
    if not inherits(error, BaseException):
        return []
    end = End("task", task_name(task), error)
    is_missed = end.knows(wanted)
    return [(end, is_missed)] if is_missed or kept(task, "_log_traceback") else []


def of_future(future, wanted):
    """A call in an executor. Whether anything has asked for its result is not known, so it counts only where something waits for what it knew."""
    error = kept(future, "_exception")
    if not inherits(error, BaseException):
        return []
    end = End("call", None, error)
    return [(end, True)] if end.knows(wanted) else []


def of_pool(pool, wanted):
    """The workers that a pool has replaced; they end by themselves only where each is for a number of tasks."""
    if kept(pool, "_state") != "RUN" or not any(each is pool for each in wanted):
        return []
    is_limited = kept(pool, "_maxtasksperchild") is not None
    lost = [each for each in WORKERS.get(id(kept(pool, "_pool")), []) if each[1] != 0 or not is_limited]
    return [(End("worker", name, exit_code=code, advice=WORKER), True) for name, code in lost]


WORKER = "Find out what ended the worker: the pool has put another one in its place, but what it was at never comes back"


def of_process(process, wanted):
    """A child of `multiprocessing` that failed, and nothing has waited for its end yet."""
    opened = kept(process, "_popen")
    pid = kept(opened, "pid")
    if type(pid) is not int or kept(opened, "returncode") is not None or "PoolWorker" in str(kept(process, "_name")):
        return []
    try:
        code = told_by_server(opened) if module_name(type(opened)) == "multiprocessing.popen_forkserver" else exit_code_of(pid)
    except (AttributeError, ImportError, OSError):
        return []
    if not code:
        return []
    is_missed = any(module_name(type(each)).startswith("multiprocessing") for each in wanted)
    return [(End("process", str(kept(process, "_name")), exit_code=code), is_missed)]


def exit_code_of(pid):
    """The exit code of a child, or the number of the signal that ended it, negative; None for one that runs."""
    status = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if status is None:
        return None
    return status.si_status if status.si_code == os.CLD_EXITED else -status.si_status


SPLICE_F_NONBLOCK = 2


def told_by_server(opened):
    """The same of a child of the fork server, which writes it into a pipe. It is left there for the program: `tee` is Linux's."""
    import ctypes

    inner, outer = os.pipe()
    try:
        size = ctypes.sizeof(ctypes.c_longlong)
        if ctypes.CDLL(None).tee(kept(opened, "sentinel"), outer, ctypes.c_size_t(size), SPLICE_F_NONBLOCK) != size:
            return None
        return ctypes.c_longlong.from_buffer_copy(os.read(inner, size)).value
    finally:
        os.close(inner)
        os.close(outer)
