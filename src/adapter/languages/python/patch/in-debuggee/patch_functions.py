"""Runs inside the debuggee: gives functions of a source file the code of another text, by their `__code__`. The file is not written.

A function object keeps its name, its defaults, its closure and everything that refers to it; a call that runs finishes with the code
with which it began.
"""

import ast
import gc
import json
import os
import sys
import time
import types

from .how_asked import is_printed

FUNCTION, CODE = types.FunctionType, types.CodeType
OPTIMIZED = 0x1
SUSPENDABLE = {types.GeneratorType: "gi_code", types.CoroutineType: "cr_code", types.AsyncGeneratorType: "ag_code"}

# Code of ours, and what the program had in its place. By identity: different functions may have equal code.
MADE = {}
# By the identity of code of ours: the text that it is of, and how many lines further down it stands than there.
TEXTS = {}
# What functions ran before, and not any more. A call that runs it goes on with it.
REPLACED = {}


class Refused(Exception):
    def __init__(self, why, restart=True):
        super().__init__(why)
        self.why, self.restart = why, restart


# What functions there are.

def functions_of(path):
    """The function objects of a file; what it is called in their code may lead there over links."""
    known, found = {}, []
    for each in gc.get_objects():
        if type(each) is not FUNCTION:
            continue
        name = each.__code__.co_filename
        if name not in known:
            known[name] = name == path or (os.path.basename(name) == os.path.basename(path) and os.path.realpath(name) == path)
        if known[name]:
            found.append(each)
    return found


def codes_in(code, prefix=""):
    """The functions in a code object by their qualified names; `None` stands for a name that several have."""
    found = {}
    for each in code.co_consts:
        if type(each) is not CODE:
            continue
        name = prefix + each.co_name
        is_function = bool(each.co_flags & OPTIMIZED)
        inner = codes_in(each, name + (".<locals>." if is_function else "."))
        if is_function:
            inner[name] = None if name in inner else each
        for key, value in inner.items():
            found[key] = None if key in found else value
    return found


def own(code):
    """The behaviour of a code object, wherever it stands, without the functions inside it."""
    return (
        code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags,
        code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, getattr(code, "co_exceptiontable", None),
        tuple(("code", each.co_name) if type(each) is CODE else constant(each) for each in code.co_consts),
    )


def constant(value):
    """1, 1.0 and True are equal, and so are 0.0 and -0.0."""
    if type(value) in (tuple, frozenset):
        return type(value), tuple(constant(each) for each in (value if type(value) is tuple else sorted(value, key=repr)))
    return type(value), repr(value)


def whole(code):
    return own(code), tuple(whole(each) for each in code.co_consts if type(each) is CODE)


def name_of(function, codes):
    """Its qualified name. Wrappers take on that of what they wrap, but not its code, which is then found by its line."""
    code = function.__code__
    name = getattr(code, "co_qualname", None) or function.__qualname__
    if type(name) is str and name.rpartition(".")[2] == code.co_name:
        return name
    place = code.co_name, code.co_firstlineno
    return next((key for key, each in codes.items() if each is not None and (each.co_name, each.co_firstlineno) == place), None)


# What differs.

class WithoutBodies(ast.NodeTransformer):
    def visit_FunctionDef(self, node):
        node.body = []
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.args = self.visit(node.args)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        node.body = ast.Constant(None)
        node.args = self.visit(node.args)
        return node


def outside(text):
    return ast.dump(WithoutBodies().visit(ast.parse(text)))


def compiled(text, name):
    try:
        return compile(text, name, "exec", 0, True)
    except SyntaxError as error:
        place = " at line %s, column %s" % (error.lineno, error.offset) if error.lineno else ""
        raise Refused("the new text does not parse: %s%s" % (error.msg, place), False)
    except ValueError as error:
        raise Refused("the new text does not parse: %s" % error, False)


def moved(code, by):
    """A code, with those inside it, some lines further down: breakpoints are found by its line."""
    inner = tuple(moved(each, by) if type(each) is CODE else each for each in code.co_consts)
    return code.replace(co_firstlineno=max(1, code.co_firstlineno + by), co_consts=inner)


# What is done.

def running_codes():
    found = set()
    for frame in list(sys._current_frames().values()):
        while frame is not None:
            found.add(id(frame.f_code))
            frame = frame.f_back
    for each in gc.get_objects():
        attribute = SUSPENDABLE.get(type(each))
        code = getattr(each, attribute) if attribute else None
        frame = getattr(each, attribute[:2] + "_frame") if attribute else None
        if code is not None and frame is not None:
            found.add(id(code))
    return found


def change(request):
    """@param request: JSON with `path`, `wanted` and, where it is known, `base`: the text that it is a change of; `is_loaded` where that
    is what the program loaded; `until`: the time at which the caller stops waiting for the answer.
    """
    try:
        outcome = changed(**json.loads(request))
    except Refused as refused:
        outcome = {"kind": "refused", "why": refused.why, "restart": refused.restart}
    return answered(outcome)


def answered(outcome):
    """As JSON. Where it would be written to the program's output, an error is answered that says it."""
    text = json.dumps(outcome)
    if is_printed():
        raise LookupError(text)
    return text


def changed(path, wanted, base, is_loaded, until):
    if time.time() > until:
        raise Refused("the program did not answer in time", False)
    functions = functions_of(path)
    if not functions:
        raise Refused("no function of %s is loaded: when it is, it runs as it is on disk" % os.path.basename(path), False)
    name = functions[0].__code__.co_filename
    new = codes_in(compiled(wanted, name))
    old = {} if base is None else codes_in(compiled(base, name))
    if base is not None:
        if is_loaded:
            expect(functions, old, os.path.basename(path))
        if outside(base) != outside(wanted):
            raise Refused("the code outside of functions would change, and that has run already (new functions and new default values belong to it)")
    groups = {}
    for function in functions:
        key = name_of(function, old)
        if key in new and (new[key] is None or whole(function.__code__) != whole(new[key])):
            groups.setdefault(key, []).append(function)
    remade = {}
    verdicts = [verdict_of(key, group, new[key], remade, wanted) for key, group in sorted(groups.items())]
    # Where a function differs itself, those inside it are a part of that.
    reported = [key for key, each in zip(sorted(groups), verdicts) if each is not None]
    for key, runs in sorted(remade.items()):
        if key not in groups and not any(key.startswith(each + ".<locals>.") for each in reported):
            verdicts.append(verdict(key, new[key], taken(runs)))
            reported.append(key)
    lacking = [key for key in lost(old, new) if key not in groups and key not in remade]
    if base is None:
        known = [name_of(each, old) for each in functions]
        lacking = [key for key in new if "<" not in key and key not in known]
    verdicts += [not_applied(key, new[key], "the program has no function of that name so far") for key in lacking]
    verdicts = [each for each in verdicts if each is not None]
    if not verdicts and base is None:
        raise Refused("no function of it differs from what runs, and code outside of functions has run already")
    return {"kind": "patched" if verdicts else "same", "functions": verdicts}


def lost(old, new):
    return [key for key, code in new.items() if code is not None and (old.get(key) is None or own(old[key]) != own(code))]


def expect(functions, codes, name):
    for function in functions:
        code = codes.get(name_of(function, codes))
        if code is not None and whole(function.__code__) != whole(code):
            raise Refused("%s was edited since it was loaded, or Python did not load it as it is" % name)


def not_applied(key, code, why):
    return verdict(key, code, {"kind": "notApplied", "why": why})


def verdict(key, code, what):
    return {"name": shown(key), "line": code.co_firstlineno if code is not None else 1, "verdict": what}


def shown(key):
    return key.replace(".<locals>.", ".")


def verdict_of(key, functions, code, remade, text):
    """The verdict on the function objects of one function; `None` where only functions inside it differ.

    @param remade: The functions inside of those that differ and are made by their next call, which is added to.
    """
    if code is None:
        return not_applied(key, None, "the file has several functions of that name")
    is_own = any(own(each.__code__) != own(code) for each in functions)
    if any(each.__code__.co_freevars != code.co_freevars for each in functions):
        if not is_own:
            return None
        if key in remade:
            return verdict(key, code, {"kind": "applied", "kept": len(functions)})
        return not_applied(key, code, "it uses other variables of what is around it than it has held so far")
    running = running_codes()
    runs = any(id(each.__code__) in running for each in functions)
    inside = key + ".<locals>."
    old, new = codes_in(functions[0].__code__, inside), codes_in(code, inside)
    # A call that runs makes them of its own code.
    remade.update((each, runs) for each in lost(old, new))
    for each in functions:
        by = each.__code__.co_firstlineno - code.co_firstlineno
        replace(each, moved(code, by), (text, by))
    return verdict(key, code, taken(runs)) if is_own else None


def taken(runs):
    return {"kind": "nextCall", "restartable": False} if runs else {"kind": "applied", "kept": 0}


def replace(function, code, text):
    before = function.__code__
    remember(code, MADE.get(id(before), (None, before))[1])
    remember_text(code, text)
    REPLACED[id(before)] = before
    old, new = codes_in(before), codes_in(code)
    REPLACED.update((id(old[key]), old[key]) for key in lost(old, new) if old.get(key) is not None)
    function.__code__ = code


def remember_text(code, text):
    TEXTS[id(code)] = (code, text)
    for each in code.co_consts:
        if type(each) is CODE:
            remember_text(each, text)


def text_of(code):
    """The text that a code of ours is of, and how many lines further down it stands than there; None of other code."""
    known = TEXTS.get(id(code))
    return known and known[1]


def is_replaced(code):
    """True if a call of this code runs another text than its function has now."""
    return id(code) in REPLACED


def remember(made, original):
    """Also for functions that are to be made of it. What is kept is never freed, so that its id stays its own."""
    MADE[id(made)] = (made, original)
    inner = codes_in(original)
    for key, each in codes_in(made).items():
        if each is not None and inner.get(key) is not None:
            MADE[id(each)] = (each, inner[key])


def revert(path):
    verdicts, around, running = {}, {}, running_codes()
    for function in functions_of(path):
        made = MADE.get(id(function.__code__))
        if made is None:
            continue
        code, original = made
        runs = id(code) in running
        key = name_of(function, {}) or original.co_name
        if code.co_freevars != original.co_freevars:
            verdicts[key] = not_applied(key, original, "it was made since the patch, and holds other variables than before")
            continue
        function.__code__ = original
        for each in (original, *codes_in(original).values()):
            REPLACED.pop(id(each), None)
        if whole(code) == whole(original):
            continue
        (around if own(code) == own(original) else verdicts)[key] = verdict(key, original, taken(runs))
    # Where only functions inside of one differ, they are what is named, if there are any.
    for key, each in around.items():
        if not any(other.startswith(key + ".<locals>.") for other in verdicts):
            verdicts[key] = each
    functions = [each for _, each in sorted(verdicts.items())]
    return answered({"kind": "patched" if functions else "same", "functions": functions})
