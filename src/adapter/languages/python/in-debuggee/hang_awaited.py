"""Runs inside the debuggee: the objects that threads and tasks wait for, as far as others may bring what is waited for: queues, events, locks,
futures, pools. No code of the program is run to find them. Works on Python 3.7 and later.
"""

import ast
import collections
import sys
import threading
import types
from asyncio import AbstractEventLoop

from .hang_frames import frames_of
from .hang_loops import call_at, call_text, is_own
from .hang_schedulers import IS_COROUTINE, await_at, own_frames_of, task_frames, task_name, tasks_of
from .how_asked import thread_name
from .read_values import attributes, inherits, instance_dict, module_name, mro
from .still_values import MISSING, value_of
from .syntax_trees import text_of

SHARED = {"queue", "_queue", "threading", "_thread", "asyncio", "_asyncio", "multiprocessing", "concurrent", "anyio", "trio", "gevent", "janus"}
# They are shared by what has nothing to do with each other.
COMMON = threading.Thread, threading.local, AbstractEventLoop
LISTS = (list, tuple, set)
MAX_ITEMS = 50


def is_shared(value):
    kind = type(value)
    if issubclass(kind, (type, types.ModuleType, types.FunctionType, types.MethodType)) or issubclass(kind, COMMON):
        return False
    return any(map(is_library, mro(kind)))


def is_library(kind):
    return module_name(kind).split(".")[0] in SHARED


def parts_of(value):
    """A shared object with those that it is made of; of any other, the shared ones in it."""
    found = [value] if is_shared(value) else []
    if type(value) in LISTS:
        inner = list(value)[:MAX_ITEMS]
    elif type(value) is dict:
        inner = list(value.values())[:MAX_ITEMS]
    else:
        inner = [each for _, each in attributes(value)]
    return found + [each for each in inner if is_shared(each)]


def shared_in(frame):
    """The shared objects that a call may have used: its variables and those of the module that its code names, and what is in them."""
    names = frame.f_code.co_names
    # A library's call has no module of the program's.
    values = list(frame.f_locals.values()) if frame.f_locals is not frame.f_globals else []
    for name in names:
        value = dict.get(frame.f_globals, name, MISSING)
        if type(value) is types.ModuleType:
            values += [vars(value)[each] for each in names if each in vars(value)]
        elif value is not MISSING:
            values.append(value)
    return [part for each in values if type(each) is not types.ModuleType for part in parts_of(each)]


class Wait:
    """A thread or a task that waits: `who` names it, `frame` is the program's call that waits. `value` is what the text of that call names, None
    where that is not known; `inner` is what a library's calls in it work on.
    """

    def __init__(self, who, frames, own, node):
        self.who, self.frames, self.frame, self.node = who, frames, frames[own], node
        self.value = wanted_value(node, self.frame)
        self.inner = [each.f_locals["self"] for each in frames[:own] if "self" in each.f_locals]

    def objects(self):
        return [part for each in ([] if self.value is None else [self.value]) + self.inner for part in parts_of(each)]

    def call(self):
        return None if self.node is None else call_text(self.node, self.frame.f_code.co_filename)

    def uses(self, value):
        own = [each for each in self.frames if is_own(each.f_code.co_filename)]
        return any(one is value for each in own for one in shared_in(each))


def waits_of_all():
    """The waits of the threads of the program and of their tasks."""
    found = []
    for ident in list(sys._current_frames()):
        frames = [] if ident == threading.get_ident() else frames_of(ident)
        name = thread_name(ident)
        add_wait(found, name if name.startswith("thread ") else "thread " + name, frames, call_at)
        for task in tasks_of(ident):
            frames = task_frames(task)
            own = own_frames_of(task)
            is_coroutine = own and own[0].f_code.co_flags & IS_COROUTINE
            add_wait(found, "task %s" % task_name(task), frames, await_at if is_coroutine else call_at)
    return found


def add_wait(found, who, frames, node_at):
    own = next((index for index, each in enumerate(frames) if is_own(each.f_code.co_filename)), None)
    if own is not None:
        found.append(Wait(who, frames, own, node_at(frames[own])))


def wanted_value(node, frame):
    """The value whose method is called, or that is awaited or entered; None where that is not known."""
    if isinstance(node, (ast.With, ast.AsyncWith)):
        node = node.items[-1].context_expr
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    found = MISSING if node is None else value_of(node, frame)
    return None if found is MISSING else found


# How these objects are now.

def awaited(waits):
    """The objects that are waited for and whose state says something, each once: its text in the program, its state, and who else uses it."""
    found = []
    known = set()
    for wait in waits:
        state = None if wait.value is None or id(wait.value) in known else state_of(wait.value, wait.node)
        if state is None or len(found) == MAX_OBJECTS:
            continue
        known.add(id(wait.value))
        others = [each for each in waits if each is not wait and each.uses(wait.value)]
        users = [{"who": each.who, "call": each.call()} if each.call() else {"who": each.who} for each in others[:MAX_USERS]]
        owner = wait.node.func.value if isinstance(wait.node, ast.Call) else wait.node
        found.append(dict(state, name=text_of(owner, wait.frame.f_code.co_filename), usedBy=users))
    return found


MAX_OBJECTS, MAX_USERS = 5, 5


def state_of(value, node):
    """A phrase for the state of a queue, an event, a barrier or a semaphore; None for anything else."""
    kinds = {each.__name__ for each in mro(type(value)) if is_library(each)}
    held = instance_dict(value) or {}
    if not kinds or not isinstance(node, ast.Call):
        return None
    if "SimpleQueue" in kinds and "_queue" in {each.__module__ for each in mro(type(value))}:
        return {"state": "empty"} if sys.modules["_queue"].SimpleQueue.qsize(value) == 0 else None
    if "Queue" in kinds:
        return state_of_queue(held, getattr(node.func, "attr", None))
    if "Event" in kinds:
        return {"state": "not set"} if False in (held.get("_flag"), held.get("_value")) else None
    if "Barrier" in kinds and type(held.get("_parties")) is int and type(held.get("_count")) is int:
        return {"state": "%d of %d are there" % (held["_count"], held["_parties"])}
    if "Semaphore" in kinds and held.get("_value") == 0:
        return {"state": "none left"}
    return None


def state_of_queue(held, method):
    items = held.get("queue", held.get("_queue"))
    most = held.get("maxsize", held.get("_maxsize"))
    undone = held.get("unfinished_tasks", held.get("_unfinished_tasks"))
    if not inherits(items, collections.deque, list) or type(most) is not int or type(undone) is not int:
        return None
    count = len(items)
    if method == "join":
        return {"state": "%d in it, %d not marked as done" % (count, undone)}
    if 0 < most <= count:
        return {"state": "full, %d of %d" % (count, most), "isFull": True}
    return {"state": "empty" if count == 0 else "%d in it" % count}
