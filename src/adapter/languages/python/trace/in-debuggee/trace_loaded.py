"""Runs inside a debuggee whose trace begins while it runs: finds the code that it has loaded, put together by modules as it was when they
were.
"""

import gc
import sys
import types

from .trace_python import identity
from .unwarned import Unwarned

PAUSED_CODES = {
    id(kind): name for kind, name in ((types.GeneratorType, "gi_code"), (types.CoroutineType, "cr_code"), (types.AsyncGeneratorType, "ag_code"))
}


def loaded_modules(is_wanted):
    """(code, path) of each module with loaded code whose file is wanted. Its functions are the codes that run."""
    return [(module_code(filename, codes), filename) for filename, codes in loaded_codes(is_wanted).items()]


def loaded_codes(is_wanted):
    """By the names of their files: the codes of all functions that there are, and of those that run."""
    # By the name of its file, asked about once: there are thousands of codes in some files.
    found, seen, files = {}, set(), {}

    def add(code):
        if identity(code) not in seen:
            seen.add(identity(code))
            filename = code.co_filename
            if filename not in files:
                files[filename] = is_wanted(filename)
            if files[filename]:
                found.setdefault(filename, []).append(code)

    for each in gc.get_objects():
        cls = type(each)
        if cls is types.FunctionType:
            add(each.__code__)
        elif id(cls) in PAUSED_CODES:
            add(getattr(each, PAUSED_CODES[id(cls)]))
    for frame in list(sys._current_frames().values()):
        while frame is not None:
            add(frame.f_code)
            frame = frame.f_back
    return found


def module_code(filename, codes):
    """The code of a module, compiled again from its file, with those of its functions in it that are loaded. What is loaded and stands not in
    the file as it is now is put in, too: its lines are those of the file as it was.
    """
    module = next((each for each in codes if each.co_name == "<module>"), None)
    if module is not None:
        return module
    left = list(codes)
    try:
        with open(filename, "rb") as file, Unwarned():
            plain = compile(file.read(), filename, "exec", 0, True)
    except (OSError, SyntaxError, ValueError):
        plain = compile("", filename, "exec", 0, True)
    whole = with_loaded(plain, left)
    inner = {identity(each) for code in codes for each in codes_below(code)}
    return whole.replace(co_consts=whole.co_consts + tuple(each for each in left if identity(each) not in inner))


def with_loaded(code, left):
    """A code whose inner codes are those that are loaded, which are taken away from what is left."""
    consts = list(code.co_consts)
    for index, each in enumerate(consts):
        if type(each) is not types.CodeType:
            continue
        loaded = next((other for other in left if is_same_code(other, each)), None)
        if loaded is None:
            consts[index] = with_loaded(each, left)
        else:
            left[:] = [other for other in left if other is not loaded]
            consts[index] = loaded
    return code.replace(co_consts=tuple(consts))


def is_same_code(one, other):
    if one.co_name != other.co_name or one.co_firstlineno != other.co_firstlineno:
        return False
    return one.co_name != "<lambda>" or one.co_names == other.co_names and one.co_varnames == other.co_varnames


def codes_below(code):
    for each in code.co_consts:
        if type(each) is types.CodeType:
            yield each
            yield from codes_below(each)
