"""Runs inside a process that loads code of ours: hands it on to the program's children. What inherits the environment has it anyway; an
environment that the program makes out of the one that it sees lacks it.

What is asked of the object `children`: `handed_on`, what was hidden from the program, by encoded names; `folder`, ours on PYTHONPATH,
encoded; `note_isolated(word)`, which says that a Python ignores its environment.
"""

import os
import sys

from .own_package import of_program


def passed_on(children, env):
    """An environment for a child of the program, whose own path for modules comes after ours."""
    found = dict(env)
    for key, value in children.handed_on.items():
        if key == b"PYTHONPATH" and key in found:
            value = children.folder + os.pathsep.encode() + found[key]
        found[key] = value
    return found


def note_isolated(children, command):
    """A Python that is told to ignore its environment, or to run without `site`, does not run what is ours."""
    if type(command) not in (list, tuple) or not command or not all(type(each) in (str, bytes) for each in command):
        return
    words = [os.fsdecode(each) for each in command]
    if "python" not in os.path.basename(words[0]):
        return
    for each in words[1:]:
        if each[:1] != "-" or each[:2] in ("--", "-c", "-m"):
            return
        if any(flag in each[1:] for flag in "IES"):
            children.note_isolated(each)
            return


def pass_on_through_spawn(children, values):
    """Passes values to a child that Python starts without a fork (3.13 can), with the environment that the program sees."""
    note_isolated(children, values.get("args"))
    if sys.version_info >= (3, 13) and "env" in values:
        given = of_program("os").environ if values["env"] is None else values["env"]
        values["env"] = passed_on(children, {os.fsencode(key): os.fsencode(value) for key, value in given.items()})


def pass_on_through_subprocess(children):
    """An environment that the program makes out of its own lacks what it does not see: it is put back into the list that is made of it."""
    module = sys.modules.get("subprocess")
    starter = sys.modules.get("_posixsubprocess")
    if sys.version_info < (3, 13) and getattr(module, "_USE_POSIX_SPAWN", False):
        # It would take the environment as the program sees it: with a fork, the other is given.
        module._USE_POSIX_SPAWN = False
    if module is None or starter is None:
        return
    original = starter.fork_exec
    # Of two that hand something on, the second joins the first.
    passing = getattr(original, "mcp_debugger_passing", None)
    if passing is not None:
        if not any(each is children for each in passing):
            passing.append(children)
        return
    passing = [children]

    def fork_exec(*args):
        # Where there is no event of auditing that says it.
        note_isolated(children, args[0] if args else None)
        env = args[5] if len(args) > 5 else None
        if type(env) is list:
            found = dict(each.split(b"=", 1) for each in env)
            for each in passing:
                found = passed_on(each, found)
            env[:] = [key + b"=" + value for key, value in found.items()]
        return original(*args)

    fork_exec.mcp_debugger_passing = passing
    starter.fork_exec = fork_exec
    if hasattr(module, "_fork_exec"):
        module._fork_exec = fork_exec


def exec_with_all(children, path, arguments, env):
    """In place of an `os.exec…` with an environment of the program's own making, when it is about to happen."""
    if env is not None:
        given = {os.fsencode(key): os.fsencode(value) for key, value in env.items()}
        os.execve(path, arguments, passed_on(children, given))
