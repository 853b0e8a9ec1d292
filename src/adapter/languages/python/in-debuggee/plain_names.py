"""Runs inside the debuggee: has the debugger look only at plain names for what an expression has set. It looks up each that there was before; a
program may have put other keys into the table of its names, which no expression sets, and which bring a `__hash__` of their own.
"""


def plain(names):
    return {key: value for key, value in names.items() if type(key) is str}


def look_at_plain_names():
    from _pydevd_bundle import pydevd_vars

    update = pydevd_vars.update_globals_and_locals

    def update_globals_and_locals(updated, initial, frame):
        return update(plain(updated), plain(initial), frame)

    pydevd_vars.update_globals_and_locals = update_globals_and_locals


try:
    look_at_plain_names()
except Exception:
    pass
