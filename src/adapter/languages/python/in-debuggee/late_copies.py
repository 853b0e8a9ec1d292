"""Runs inside the debuggee: gives the debugger copies of Python's modules where it was there before them, as in a process that is attached to,
or that a debugged one starts. Its modules get them as names of their own, with the built-in functions; what it has made by then of Python's
classes is of the copies from then on.
"""

import collections
import sys
import types

from .read_values import instance_dict, module_name


def give_copies(package, debugger):
    modules = [module for name, module in list(sys.modules.items()) if is_debugger_module(package, name, module)]
    held = [value for module in modules for value in vars(module).values()]
    change_classes(package.copies, held + [debugger], own_classes(package, held))
    builtins = [(key, value) for key, value in package.builtins.items() if not key.startswith("__")]
    for module in modules:
        names = vars(module)
        package.use_copies(names)
        for key, value in builtins:
            names.setdefault(key, value)


def is_debugger_module(package, name, module):
    return type(module) is types.ModuleType and name.startswith(package.DEBUGGER) and name not in package.FOR_PROGRAM


def own_classes(package, values):
    """The ids of the debugger's classes. One that has been started as a program has some in `__main__`."""
    classes = [each for each in values if isinstance(each, type)]
    return {id(each) for each in classes if module_name(each).startswith(package.DEBUGGER + ("__main__",))}


def change_classes(copies, held, own):
    """Goes through all that the debugger's objects hold. The program's are not looked into; own: the ids of the debugger's classes."""
    copied, seen = copies.copied_classes(), {}
    while held:
        each = held.pop()
        if id(each) in seen:
            continue
        seen[id(each)] = each
        kind = type(each)
        if kind in (dict, collections.defaultdict):
            held += list(each.values())
            if kind is not dict and id(each.default_factory) in copied:
                each.default_factory = copies.of_class(each.default_factory)
        elif kind in (list, tuple, set, frozenset, collections.deque):
            held += list(each)
        elif id(kind) in copied or id(kind) in own:
            held += list((instance_dict(each) or {}).values())
            if id(kind) in copied:
                each.__class__ = copies.of_class(kind)
