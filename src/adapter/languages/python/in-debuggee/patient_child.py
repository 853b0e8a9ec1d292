"""Runs inside a child of a program that debugpy starts as a script of its own, before pydevd has threads there: imports what debugpy would have
imported here, and lets their tracing wait.
"""

import os
import sys


def insist():
    import pydevd_tracing

    folder = pydevd_tracing.__file__
    for _ in ("pydevd", "_vendored", "debugpy", "the folder that it is installed in"):
        folder = os.path.dirname(folder)
    sys.path.insert(0, folder)
    try:
        __import__("debugpy._vendored.force_pydevd")
    finally:
        sys.path.remove(folder)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "patient_tracing.py")
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    exec(code, {"__name__": __name__})


insist()
