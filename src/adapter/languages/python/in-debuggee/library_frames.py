"""Runs inside the debuggee: gives the frames of libraries with a stack, marked as such, where pydevd leaves them out without a word."""

from .code_files import is_of_program


class WithLibraries:
    """The debugger, as what writes a stack sees it."""

    def __init__(self, debugger):
        self._debugger = debugger

    def __getattr__(self, name):
        return getattr(self._debugger, name)

    def apply_files_filter(self, frame, name, force_check_project_scope):
        if not self._debugger.apply_files_filter(frame, name, force_check_project_scope):
            return False
        # What runs the program is the debugger's and none of its libraries.
        return not is_of_program(name)


def show_libraries():
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    factory = get_global_debugger().cmd_factory
    make = factory.make_get_thread_stack_message

    def make_get_thread_stack_message(py_db, *args, **kwargs):
        return make(WithLibraries(py_db), *args, **kwargs)

    factory.make_get_thread_stack_message = make_get_thread_stack_message


try:
    show_libraries()
except Exception:
    pass
