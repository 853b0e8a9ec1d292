"""Starts a program under debugpy, as `python -m debugpy` does, but without what only debugpy's own logs need: a list of all
installed packages, made twice, and a tenth of a second of sleep. What is not as it is expected to be stays as it is.

First argument: a folder to import debugpy from, or nothing. The others are those of `python -m debugpy`. The variable
MCP_DEBUGGER_TOKEN has the token by which the server that started the program knows it; the program does not see the variable.
"""

import os
import sys


def load_beside(name):
    """The functions of a file beside this one, compiled once and kept as modules are."""
    from importlib.machinery import SourceFileLoader

    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    exec(SourceFileLoader(__name__, path).get_code(__name__), globals())


def outermost(run):
    """Runs a function in a frame that pydevd takes for its own: pydevd knows the frame by name, and reports exceptions that are uncaught there."""
    import pydevd

    code = compile("def _exec(run):\n    run()\n", pydevd.__file__, "exec")
    namespace = {}
    exec(code, namespace)
    namespace["_exec"](run)


def name_of_program(words):
    """The debugger reports the process under the name in sys.argv, before the program has one of its own there."""
    rest = words[words.index("--configure-subProcess") + 2 :] if "--configure-subProcess" in words else []
    return next((each for each in rest if each != "-m"), sys.argv[0])


def package_of_debugger():
    """None where the debugger is to be loaded yet. A program that starts itself again, as those with a reloader do, starts this file below it."""
    return getattr(sys.modules.get("_pydevd_bundle.pydevd_constants"), "mcp_debugger_package", None)


def main():
    # The folder of this file is no place for the program to import from.
    del sys.path[0]
    copy = sys.argv.pop(1)
    token = os.environ.pop("MCP_DEBUGGER_TOKEN", "")
    if token:
        sys.argv[1:1] = ["--adapter-access-token", token]
    if copy:
        sys.path.insert(0, copy)
    sys.argv[0] = name_of_program(sys.argv[1:])
    load_beside("own_package.py")
    load_beside("debugger_threads.py")
    load_beside("load_debugger.py")
    package = package_of_debugger() or OwnPackage("mcp_debugger", None)
    cli = load_debugger(package, threads_of(package))
    if copy:
        sys.path.remove(copy)
    load_beside("hurry_debugpy.py")
    hurry()
    try:
        outermost(cli.main)
    except Exception as error:
        clean(error)
        stop_if_unseen(error)
        sys.excepthook(type(error), error, error.__traceback__)
        sys.exit(1)


def start_apart():
    """Everything of ours lives in a namespace of its own: what Python has put into this one is that of `python -m`, which runs its
    module here."""
    code, here = sys._getframe(1).f_code, globals()
    # What the program puts into the place of a built-in function is not ours.
    apart = {"__name__": "mcp_debugger_start", "__file__": __file__, "__builtins__": dict(vars(sys.modules["builtins"]))}
    for name in [each for each in here if not each.startswith("__")]:
        del here[name]
    exec(code, apart)


if __name__ == "__main__":
    start_apart()
else:
    main()
