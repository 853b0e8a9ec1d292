"""Deeds of a program after which code that relies on what a program can change fails, or tells of something else. Without such code, each
of them comes to the same end on every version of Python.
"""

import importlib
import sys

ORDER = {"n": 4, "items": [1, {"a": 2}], "m": "x"}
# How often code of the program was run that only looking at its values would run.
ASKED = [0]
DEEDS, OLD, ENDS = {}, [], []


def deed(function):
    DEEDS[function.__name__.replace("_", " ")] = function
    return function


def begin(name):
    DEEDS[name]()
    ASKED[0] = 0


def end(setattr=setattr, write=sys.stdout.write):
    asked = ASKED[0]
    for holder, name, value in OLD[::-1]:
        setattr(holder, name, value)
    for each in ENDS:
        each()
    if asked:
        write("asked %d times\n" % asked)


def thrower(*args, **kwargs):
    raise RuntimeError("hostile")


def put(holder, name, value, vars=vars, setattr=setattr, note=OLD.append):
    """Until the end: Python itself needs some of it there."""
    note((holder, name, vars(holder)[name]))
    setattr(holder, name, value)


def throwing(*names, put=setattr):
    for module in [importlib.import_module(each) for each in names]:
        for key, value in list(vars(module).items()):
            if callable(value) and not key.startswith("__"):
                put(module, key, thrower)


def asked(result=None):
    """A method that counts, and comes to a result."""

    def method(self, *args):
        ASKED[0] += 1
        return result(self, *args) if result else thrower()

    return method


def class_of(*names, bases=(), **methods):
    return type("Odd", bases, dict({each: asked() for each in names}, **methods))


@deed
def no_deed():
    pass


@deed
def a_clock_that_throws():
    throwing("time")


@deed
def a_stopped_clock():
    import time

    for each in ("time", "perf_counter", "monotonic", "perf_counter_ns", "monotonic_ns", "time_ns", "process_time"):
        setattr(time, each, lambda: 0)
    time.sleep = lambda seconds: None


@deed
def a_clock_that_goes_back():
    import time

    now = [1e9]

    def back():
        now[0] -= 5
        return now[0]

    for each in ("time", "perf_counter", "monotonic"):
        setattr(time, each, back)


@deed
def json():
    throwing("json", "json.encoder", "json.decoder", "json.scanner")


@deed
def json_that_lies():
    import json

    json.dumps = lambda *args, **kwargs: "{}"
    json.loads = lambda *args, **kwargs: {}


@deed
def functions_of_the_system():
    throwing("os")


@deed
def functions_of_the_system_in_C():
    throwing("posix")


@deed
def paths():
    throwing("posixpath", "genericpath")


@deed
def files():
    import builtins
    import io
    import os

    for each in ("open", "stat", "fdopen", "listdir", "scandir"):
        setattr(os, each, thrower)
    builtins.open = io.open = io.FileIO = io.TextIOWrapper = thrower


@deed
def a_file_system_of_its_own():
    import os
    import types

    fake, paths = types.ModuleType("os"), types.ModuleType("posixpath")
    vars(fake).update(vars(os), path=paths, getcwd=thrower, stat=thrower, open=thrower, listdir=thrower, getpid=thrower)
    vars(paths).update({key: lambda *args: False for key in vars(os.path) if not key.startswith("__")})
    sys.modules.update({"os": fake, "os.path": paths})


def built_ins(value, wanted):
    import builtins

    for key, each in list(vars(builtins).items()):
        if not key.startswith("__") and wanted(each):
            put(builtins, key, value)


@deed
def built_in_functions():
    built_ins(thrower, lambda each, kind=type(len), type_of=type: type_of(each) is kind)


@deed
def built_in_types():
    built_ins(thrower, lambda each, kind=type, error=BaseException, is_a=issubclass: kind(each) is kind and not is_a(each, error))


@deed
def no_built_ins():
    built_ins(None, lambda each: True)


@deed
def exceptions():
    built_ins(None, lambda each, kind=type, error=BaseException, is_a=issubclass: kind(each) is kind and is_a(each, error))


@deed
def no_built_ins_of_its_own():
    sys.modules["__main__"].__builtins__ = {}


@deed
def imports():
    import builtins

    put(builtins, "__import__", thrower)


@deed
def finders():
    for each in (sys.meta_path, sys.path_hooks, sys.path, sys.path_importer_cache):
        each.clear()


@deed
def the_importing_library():
    throwing("importlib", "importlib.util", "importlib.machinery")


@deed
def functions_of_threads():
    throwing("threading", put=put)


@deed
def functions_of_threads_in_C():
    throwing("_thread")


@deed
def the_class_of_threads():
    import threading

    for each in ("start", "run", "join", "is_alive", "getName", "setDaemon"):
        put(threading.Thread, each, thrower)
    for each in ("name", "ident", "daemon"):
        put(threading.Thread, each, property(thrower))


@deed
def the_list_of_threads():
    import threading

    threading._active.clear()
    threading._limbo.clear()
    threading.enumerate = lambda: []


@deed
def a_main_thread_that_is_asked():
    import threading

    main = threading.main_thread()
    main.__class__ = type("Main", (type(main),), {"__getattr__": asked()})


@deed
def frames_of_the_stack():
    for each in ("_getframe", "exc_info", "getrefcount", "intern", "getrecursionlimit", "getsizeof", "_current_frames"):
        setattr(sys, each, thrower)


@deed
def trace_functions():
    for each in ("settrace", "setprofile", "gettrace", "getprofile", "call_tracing"):
        setattr(sys, each, thrower)
    for each in ("get_tool", "use_tool_id", "free_tool_id", "register_callback", "set_events", "set_local_events", "restart_events"):
        if hasattr(sys, "monitoring"):
            setattr(sys.monitoring, each, thrower)


@deed
def no_trace_function():
    sys.settrace(None)
    sys.setprofile(None)


@deed
def no_tools_of_monitoring():
    for each in range(6) if hasattr(sys, "monitoring") else ():
        if sys.monitoring.get_tool(each) is not None:
            sys.monitoring.free_tool_id(each)


LIBRARY = (
    "time json types functools collections re inspect dis ast traceback linecache gc weakref atexit socket select queue struct math "
    "operator itertools opcode"
).split()


@deed
def modules_that_are_mocks():
    from unittest.mock import MagicMock

    for each in (*LIBRARY, "os", "os.path", "threading", "_thread"):
        sys.modules[each] = MagicMock()


@deed
def modules_that_cannot_be_had():
    for each in LIBRARY:
        sys.modules[each] = None


@deed
def no_modules():
    for each in list(sys.modules):
        if each not in ("sys", "builtins", "__main__", __name__) and "debugpy" not in each and "pydev" not in each:
            del sys.modules[each]


@deed
def types():
    throwing("types")


@deed
def functools():
    throwing("functools", "_functools")


@deed
def collections():
    throwing("collections", "_collections")


@deed
def regular_expressions():
    throwing("re")


@deed
def what_reads_code():
    throwing("inspect", "dis", "ast", "opcode")


@deed
def what_reads_sources():
    throwing("traceback", "linecache", "tokenize")


@deed
def the_collector_of_garbage():
    import gc

    gc.disable()
    gc.freeze()
    throwing("gc")


@deed
def weak_references():
    throwing("weakref", "_weakref")


@deed
def functions_at_the_end():
    throwing("atexit")


@deed
def sockets():
    throwing("socket", "_socket", "select", "selectors")


@deed
def queues_and_iterators():
    throwing("queue", "_queue", "struct", "itertools", "operator", "math")


@deed
def tasks():
    throwing("asyncio", "asyncio.events", "asyncio.tasks", "contextvars")


@deed
def encodings():
    throwing("codecs", "encodings", "encodings.utf_8", "locale")


@deed
def hooks_of_exceptions():
    import threading

    sys.excepthook = sys.unraisablehook = threading.excepthook = thrower


@deed
def warnings_that_are_errors():
    import warnings

    warnings.simplefilter("error")
    warnings.warn = warnings.showwarning = thrower


@deed
def signals():
    import signal

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2):
        signal.signal(each, signal.SIG_IGN)
    throwing("signal")


@deed
def a_short_stack():
    sys.setrecursionlimit(30)


@deed
def a_hook_that_refuses():
    refused, is_on = ("open", "exec", "import", "os.listdir", "os.rename", "socket.connect", "_thread.start_new_thread"), [True]

    def hook(event, args):
        if is_on and event in refused:
            raise RuntimeError("refused")

    sys.addaudithook(hook)
    ENDS.append(is_on.clear)


@deed
def a_hook_that_hears():
    def hook(event, args):
        if event.startswith("mcp"):
            hear()

    def hear():
        ASKED[0] += 1

    sys.addaudithook(hook)


@deed
def no_environment():
    import os

    os.environ.clear()
    os.environ = os.environb = os.getenv = None


@deed
def another_folder():
    import os

    os.chdir("/")


@deed
def closed_files():
    import os

    os.closerange(3, 200)


@deed
def no_output():
    sys.stderr = sys.stdin = sys.stdout = sys.__stdout__ = sys.__stderr__ = None


@deed
def an_output_that_throws():
    put(sys, "stdout", class_of("__getattr__")())
    put(sys, "stderr", sys.stdout)


@deed
def no_names_of_its_module():
    for each in ("__file__", "__name__", "__spec__", "__loader__", "__package__", "__doc__"):
        del vars(sys.modules["__main__"])[each]


@deed
def another_main():
    sys.modules["__main__"] = type(sys)("other")


def key_of_texts():
    return class_of(bases=(str,), __eq__=asked(str.__eq__), __hash__=asked(str.__hash__))("odd")


@deed
def names_that_are_asked():
    vars(sys.modules["__main__"]).update({key_of_texts(): 1, 5: 1})


@deed
def texts_that_are_asked():
    ORDER[key_of_texts()] = 1


@deed
def keys_that_are_asked():
    key = class_of("__repr__", __hash__=asked(lambda self: 1), __eq__=asked(lambda self, other: self is other))
    ORDER[key()] = {key(): 1, key(): 2}
    ORDER["set"] = {key(), key()}


@deed
def values_that_are_asked():
    names = (
        "getattribute getattr repr str len bool iter dir eq hash format sizeof reduce reduce_ex instancecheck contains getitem call int "
        "index float get fspath length_hint"
    )
    value = class_of(*["__%s__" % each for each in names.split()])()
    ORDER.update(value=value, values=[value])


@deed
def classes_that_are_asked():
    meta = class_of(
        "__repr__", bases=(type,), __getattribute__=asked(type.__getattribute__), __instancecheck__=asked(lambda cls, value: True),
        __eq__=asked(lambda cls, other: False), __hash__=asked(lambda cls: 1),
    )
    cls = meta("Odd", (), {})
    ORDER.update(value=cls(), kind=cls)


@deed
def values_that_lie():
    cls = class_of(__class__=property(asked(lambda self: dict)), __dict__=property(asked(lambda self: {})), __slots__=("a",))
    ORDER["value"] = cls()


@deed
def proxies_and_mocks():
    from unittest.mock import MagicMock
    import weakref

    ENDS.append(class_of(__call__=lambda self: None)())
    mock = MagicMock()
    ORDER.update(proxy=weakref.proxy(ENDS[0]), mock=mock)
    children = len(mock._mock_children)

    def look():
        if mock.mock_calls or len(mock._mock_children) != children:
            print("asked", mock.mock_calls, mock._mock_children)

    ENDS.append(look)
