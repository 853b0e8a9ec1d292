"""Runs inside the debuggee: the variables of a frame that a person would look for. Also used without a debugger, inside of a test runner.
"""

import types

from .describe_values import children
from .read_values import Work, inherits, is_special


def shown_variables(found, is_global):
    """Names and values of a scope: what it holds, then what it defines. What the runtime and pytest put there is left out."""
    ordinary, definitions = [], []
    for name, item in list(found.items()):
        if type(name) is not str or is_special(name) or name.startswith("_pydev") or name.startswith("@py_"):
            continue
        if is_global and type(item) is types.ModuleType:
            continue
        if is_global and (type(item) is types.FunctionType or inherits(item, type)):
            definitions.append((name, item))
        else:
            ordinary.append((name, item))
    return ordinary + definitions


def described_variables(frame, limits, add=lambda described: None):
    """The variables of a frame in the words of the model, whose values no client will expand. `add` adds to them before that."""
    found = frame.f_locals
    listed = shown_variables(found, found is frame.f_globals)
    described = list(children(Work(), lambda first, last: listed[first:last], 0, limits, limits["depth"]))
    add(described)
    return [in_words_of_model(each) for each in described]


def in_words_of_model(described):
    variable = {"name": described["k"], "type": described["t"], "value": described["v"], "variablesReference": 0}
    if "n" in described:
        variable["childCount"] = described["n"]
    if "x" in described:
        variable["cut"] = True
    if "c" in described:
        variable["children"] = [in_words_of_model(each) for each in described["c"]]
    if "w" in described:
        variable["thrown"] = described["w"]
    return variable
