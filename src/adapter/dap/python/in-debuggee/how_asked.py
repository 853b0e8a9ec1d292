"""Runs inside the debuggee: how the debugger evaluates what is run now."""

import sys


def is_printed():
    """Whether what is evaluated now is written to the program's output: some versions do so where they are asked in no frame."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != "evaluate_expression":
        frame = frame.f_back
    return frame is not None and bool(frame.f_locals.get("is_exec")) and "stdout" in frame.f_code.co_names
