"""Runs inside a process that debugpy debugs: lets the tracing of pydevd wait where Python refuses a trace function for a moment."""

# Python 3.11 refuses a trace function while another thread is setting one. That takes long enough to be seen where an audit hook is called for
# it, or the machine is busy; and a thread of pydevd that is refused ends: the debugger would wait for it for ever, and with it the program,
# which cannot go on before. All that pydevd sets goes by way of the function that it has taken from `sys`. As a text, because debugpy starts
# the program's children with texts, too: `text` is this one, for theirs.
PATIENCE = """
import time
import pydevd_tracing
from _pydev_bundle import pydev_monkey

pydevd_tracing.replace_sys_set_trace_func()
taken, pause, text_for_child = pydevd_tracing.TracingFunctionHolder, time.sleep, pydev_monkey._get_python_c_args
set_trace = taken._original_tracing


def patiently(function):
    for _ in range(2000):
        try:
            return set_trace(function)
        except RuntimeError as error:
            if "another trace function" not in str(error):
                raise
        pause(0.001)
    return set_trace(function)


def on_its_own_line(found, code=""):
    # Behind the start of the debugger, on its line, no statement may stand that has others in it.
    if not code or not found.endswith("; " + code):
        return found
    try:
        compile(found, "<string>", "exec")
    except SyntaxError:
        return found[: -len(code)] + chr(10) + code
    except Exception:
        pass
    return found


def patient_child(*args, **kwargs):
    found = text_for_child(*args, **kwargs)
    start = "import pydevd; "
    if type(found) is not str or start not in found:
        return found
    found = on_its_own_line(found, *args[2:3])
    return found.replace(start, "%s(lambda text: exec(text, {'text': text}))(%r); " % (start, text), 1)


if set_trace is not None:
    taken._original_tracing = patiently
pydev_monkey._get_python_c_args = patient_child
"""


def insist_on_tracing():
    from _pydev_bundle import pydev_monkey

    # Where a child starts itself again, as servers do that reload, it has come here before.
    if pydev_monkey._get_python_c_args.__name__ != "patient_child":
        exec(compile(PATIENCE, insist_on_tracing.__code__.co_filename, "exec"), {"text": PATIENCE})
    insist_in_children()


def insist_in_children():
    """Children that debugpy starts as a script of its own import a module first, before they have threads of pydevd: debugpy's, by ours."""
    import os

    from _pydevd_bundle.pydevd_defaults import PydevdCustomization

    folder = os.path.dirname(os.path.abspath(insist_on_tracing.__code__.co_filename))
    if getattr(PydevdCustomization, "PREIMPORT", "") and os.path.isfile(os.path.join(folder, "patient_child.py")):
        PydevdCustomization.PREIMPORT = folder + ";patient_child"


try:
    insist_on_tracing()
except Exception:
    pass
