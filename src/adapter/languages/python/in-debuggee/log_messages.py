"""Runs inside the debuggee: what a breakpoint says that does not stop, and the values that it collects."""

import ast
import json
import re
import threading

from .describe_values import text_of
from .expressions import Expression, error_text
from .read_values import MISSING, Work, class_name, clip


class LogMessage:
    """The message of a breakpoint: texts, and values of expressions between them."""

    def __init__(self, mark, parts):
        self.mark = mark
        self.parts = [(text, None) if kind == "text" else (None, Expression(text, formatted)) for kind, text, formatted in parts]
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
