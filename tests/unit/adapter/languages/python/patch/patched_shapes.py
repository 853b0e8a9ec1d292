"""Patches a module of functions of all shapes, each with each kind of new body, and says where a verdict is not what runs.

It is run with the path of patch_functions.py and that of a file that it may write.
"""

import importlib.util
import json
import os
import sys

PATCHER, MODULE = sys.argv[1:]
SHAPES = [
    ("def {n}(a=1):\n{b}", "{n}()"),
    ("async def inner_{n}(a=1):\n{b}\ndef {n}():\n    try:\n        inner_{n}().send(None)\n    except StopIteration as end:\n        return end.value\n", "{n}()"),
    ("class C{n}:\n    kept = 1\n    def run(self, a=1):\n{b4}", "C{n}().run()"),
    ("class C{n}:\n    @staticmethod\n    def run(a=1):\n{b4}", "C{n}.run()"),
    ("class C{n}:\n    @property\n    def run(self):\n        a = 1\n{b4}", "C{n}().run"),
    ("@wrapped\ndef {n}(a=1):\n{b}", "{n}()"),
    ("def make_{n}(held):\n    def {n}(a=1):\n{b4}\n    return {n}\n{n} = make_{n}(2)", "{n}()"),
    ("def outer_{n}():\n    def inner(a=1):\n{b4}\n    return inner()", "outer_{n}()"),
    ("def {n}(a=1):\n    yield 0\n{b}", "last({n}())"),
]
BODIES = [
    ["return {v}"],
    ["b = {v}", "return b"],
    ["total = 0", "for each in range({v}):", "    total += 1", "return total"],
    ["return (lambda: {v})()"],
    ["return [each for each in [{v}]][0]"],
    ["def more(x):", "    return x + a - 1", "return more({v})"],
    ["class Local:", "    value = {v}", "return Local.value"],
    ["try:", "    raise ValueError({v})", "except ValueError as error:", "    return error.args[0]"],
    ["return len(shared) + {v}"],
    ["import math", "return math.floor({v} + 0.5)"],
    ["with nothing():", "    return {v}"],
    ["return (lambda: (lambda: {v} + a - 1)())()"],
]
HEAD = """import contextlib
import functools

shared = ()
nothing = contextlib.nullcontext

def wrapped(function):
    @functools.wraps(function)
    def wrapper(*given):
        return function(*given)
    return wrapper

def last(generator):
    try:
        while True:
            next(generator)
    except StopIteration as end:
        return end.value
"""


def indented(lines, by, value):
    return "\n".join(" " * by + line.format(v=value) for line in lines)


def program(is_new):
    parts, calls = [HEAD], []
    for shape, (text, call) in enumerate(SHAPES):
        for body, lines in enumerate(BODIES):
            number = shape * len(BODIES) + body
            name, value = "f%d" % number, number + (1000 if is_new else 0)
            chosen = lines if is_new else BODIES[(body + shape) % 3]
            parts.append(text.format(n=name, b=indented(chosen, 4, value), b4=indented(chosen, 8, value)))
            calls.append(call.format(n=name))
    return "\n\n".join(parts) + "\n", calls


def own_package():
    """The modules of the folder of the patcher, and of the one that it shares with others."""
    shared = os.path.join(os.path.dirname(PATCHER), "..", "..", "in-debuggee")
    names = {}
    exec(code_at(os.path.join(shared, "own_package.py")), names)
    paths = {"patch_functions": PATCHER}
    return names["OwnPackage"]("shapes", lambda name: code_at(paths.get(name, os.path.join(shared, name + ".py"))))


def code_at(path):
    with open(path, encoding="utf-8") as file:
        return compile(file.read(), path, "exec")


def main():
    patcher = vars(own_package().module("patch_functions"))
    (old, calls), (new, _) = program(False), program(True)
    with open(MODULE, "w", encoding="utf-8") as file:
        file.write(old)
    spec = importlib.util.spec_from_file_location("shapes", MODULE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    values = lambda: [eval(call, module.__dict__) for call in calls]
    before = values()
    request = {"path": MODULE, "base": old, "wanted": new, "is_loaded": True, "until": 9e9}
    outcome = json.loads(patcher["change"](json.dumps(request)))
    verdicts = {each["name"].split(".")[0]: each["verdict"]["kind"] for each in outcome["functions"]}
    wrong = []
    for number, value in enumerate(values()):
        names = [prefix + "f%d" % number for prefix in ("", "inner_", "C", "make_", "outer_")]
        kinds = [verdicts[name] for name in names if name in verdicts]
        expected = number + 1000 if kinds == ["applied"] else number
        if value != expected or kinds not in (["applied"], ["notApplied"]):
            wrong.append((calls[number], kinds, value))
    again = json.loads(patcher["change"](json.dumps(dict(request, base=new, is_loaded=False))))
    patcher["revert"](MODULE)
    print(json.dumps({
        "functions": len(calls),
        "applied": sum(1 for kind in verdicts.values() if kind == "applied"),
        "wrong": wrong,
        "again": [each["name"] for each in again.get("functions", []) if each["verdict"]["kind"] == "applied"],
        "reverted": values() == before,
    }))


main()
