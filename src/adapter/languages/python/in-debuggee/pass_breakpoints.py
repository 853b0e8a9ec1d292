"""Runs inside the debuggee: what breakpoints do that do not stop, which files are loaded, and where a running thread is.
These files run in one namespace, in the order of debuggee-files.ts.
"""

import ast
import json
import os
import re
import sys
import threading
import types

OWN_FILES.add(sys._getframe().f_code.co_filename)

# Breakpoints that do not stop.

class LogMessage:
    """The message of a breakpoint: texts, and values of expressions between them."""

    def __init__(self, mark, parts):
        self.mark = mark
        self.parts = [(text, None) if kind == "text" else (None, Expression(text)) for kind, text in parts]
        self.expressions = [each for _, each in self.parts if each is not None]

    def text(self, frame):
        said = [self.mark]
        for text, expression in self.parts:
            if expression is None:
                said.append(text)
                continue
            try:
                value = expression.value(frame)
                said.append(value[:2000] if type(value) is str else text_of(Work(), value, 200, 0)[0])
            except Exception as error:
                said.append("<%s>" % clip(error_text(error), 200)[0])
        return "".join(said)


class Collection:
    """The record of a breakpoint: the values of expressions, and the thread."""

    def __init__(self, mark, texts):
        self.mark = mark
        self.expressions = [Expression(each) for each in texts]

    def text(self, frame):
        values = [collected(frame, each) for each in self.expressions]
        return self.mark + json.dumps({"thread": thread_number(), "values": values})


MESSAGES = {"log": LogMessage, "collect": Collection}
MESSAGE = re.compile("(\ue000(log|collect)\\d+\ue001)(.*)", re.DOTALL)


def message_of(breakpoint):
    """The message of a breakpoint of pydevd's; None if the breakpoint has no message of ours. pydevd has made a literal of the text."""
    if not hasattr(breakpoint, "mcp_message"):
        try:
            mark, kind, parts = MESSAGE.fullmatch(ast.literal_eval(breakpoint.expression)).groups()
            breakpoint.mcp_message = MESSAGES[kind](mark, json.loads(parts))
        except Exception:
            breakpoint.mcp_message = None
    return breakpoint.mcp_message


MAX_JSON_WORK = 20000


def plain(value, budget, level=0):
    """The value in the types that JSON has; MISSING where it has others, or too much."""
    budget[0] -= 1
    if budget[0] < 0 or level > 20:
        return MISSING
    cls = type(value)
    if value is None or cls in (bool, int, str):
        budget[0] -= len(value) // 50 if cls is str else 0
        return value if cls is not int or value.bit_length() <= 53 else MISSING
    if cls is float:
        return value if value == value and value not in (float("inf"), float("-inf")) else MISSING
    if cls in (list, tuple):
        items = [plain(each, budget, level + 1) for each in value]
        return MISSING if any(each is MISSING for each in items) else items
    if cls is dict and all(type(each) is str for each in value):
        table = {key: plain(each, budget, level + 1) for key, each in list(value.items())}
        return MISSING if any(each is MISSING for each in table.values()) else table
    return MISSING


def collected(frame, expression):
    try:
        value = expression.value(frame)
    except Exception as error:
        return {"thrown": clip(error_text(error), 500)[0]}
    found = {"type": class_name(type(value))}
    whole = plain(value, [MAX_JSON_WORK])
    if whole is MISSING:
        found["description"] = text_of(Work(), value, 200, 0)[0]
        return found
    found["json"] = whole
    if type(value) is not int:
        found["text"] = text_of(Work(), value, 200, 0)[0]
    return found


def thread_number():
    """The number under which this thread occurs in the protocol; 0 when that cannot be found out."""
    try:
        from _pydevd_bundle._debug_adapter.pydevd_base_schema import BaseSchema
        from _pydevd_bundle.pydevd_constants import get_current_thread_id

        return int(BaseSchema._translate_id_to_dap(get_current_thread_id(threading.current_thread())))
    except Exception:
        return 0


def whereabouts(number):
    """The place of a running thread in the program; asked without stopping it. Null if the thread runs no code of the program."""
    found = place_of(number)
    if is_printed():
        # An error is answered.
        raise LookupError(found)
    return found


def place_of(number):
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    thread = thread_of(number)
    frame = None if thread is None else sys._current_frames().get(ident_of(thread))
    while frame is not None:
        name = frame.f_code.co_filename
        is_library = get_global_debugger().apply_files_filter(frame, name, True)
        if not name.startswith("<") and not is_library and "pydevd" not in name and "debugpy" not in name:
            return json.dumps({"path": name, "line": frame.f_lineno})
        frame = frame.f_back
    return "null"


# Files: which of those with breakpoints are loaded.

class Loading:
    """Knows every module file that has begun to run, and reports those that are watched."""

    def __init__(self):
        self.seen = None
        self.watched = {}

    def watch(self, path, name):
        if self.seen is None:
            if not hasattr(sys, "addaudithook"):
                return True
            self.seen = set()
            sys.addaudithook(self.on_event)
            for module in list(sys.modules.values()):
                file = getattr(module, "__dict__", {}).get("__file__")
                if type(file) is str and not is_debugger_file(file):
                    self.seen.add(canonical(file))
        real = canonical(path)
        base = os.path.basename(real)
        self.watched.setdefault(base, {})[real] = name
        if real in self.seen:
            return True
        for each in [each for each in self.seen if os.path.basename(each) == base]:
            report_other(name, each)
        return False

    def on_event(self, event, args):
        if event == "exec" and type(args[0]) is types.CodeType and args[0].co_name == "<module>":
            self.begins(args[0].co_filename)
        elif event == "os.exec":
            finish()

    def begins(self, name):
        if name.startswith("<"):
            return
        try:
            real = canonical(name)
            if real in self.seen:
                return
            self.seen.add(real)
            named = self.watched.get(os.path.basename(real), {})
            if real in named:
                report_loaded(named[real])
            for path in [path for watched, path in list(named.items()) if watched not in self.seen]:
                report_other(path, real)
        except Exception:
            pass


LOADING = Loading()


def canonical(path):
    return os.path.normcase(os.path.realpath(path))


def is_debugger_file(name):
    return name in OWN_FILES or "debugpy" in name or "pydevd" in name


def report_loaded(path):
    report("\ue000loaded0\ue001" + path)


def report_other(path, loaded):
    """Reports the loading of a file with the name of one that is not loaded: it may be a copy."""
    if os.path.basename(path) == "__init__.py" and package_of(path) != package_of(loaded):
        return
    report("\ue000copy0\ue001" + json.dumps({"path": path, "loaded": loaded}))


def package_of(path):
    return os.path.basename(os.path.dirname(path))


def watch_file(path, name):
    """Returns whether a file is loaded; if not, its load will be reported under this name, also if this call gives no answer."""
    is_loaded = LOADING.watch(path, name)
    if not is_printed():
        return is_loaded
    if is_loaded:
        report_loaded(name)
    return None


def passing_frame():
    """The frame of the program that passes a breakpoint; the debugger's own are between it and this one."""
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        own = name in OWN_FILES or "pydevd" in name or "debugpy" in name or name in ("<string>", "<condition>", "<expression>")
        if not own and "frozen" not in name:
            return frame
        frame = frame.f_back
    raise LookupError("no frame passes")


def is_function(qualified_name):
    """True if the function at whose entry the debugger looks is the one of that name: `Cart.total`."""
    wanted = qualified_name.split(".")
    frame = passing_frame()
    if frame.f_code.co_name != wanted[-1]:
        return False
    known = getattr(frame.f_code, "co_qualname", None)
    if known is not None:
        return ("." + known).endswith("." + qualified_name)
    first = next(iter(frame.f_code.co_varnames[:1]), None)
    holder = frame.f_locals.get(first)
    cls = holder if inherits(holder, type) else type(holder)
    return any(class_name(base) == wanted[-2] for base in mro(cls))
