"""Runs inside the debuggee: gives with a stack the frames that pydevd leaves out without a word. Those of libraries are marked as such."""

from .code_files import is_of_program, shown_path
from .own_frames import is_of_no_file, is_own


class WithLibraries:
    """The debugger, as what writes a stack sees it."""

    def __init__(self, debugger):
        self._debugger = debugger

    def __getattr__(self, name):
        return getattr(self._debugger, name)

    def get_file_type(self, frame, path=None):
        return None if is_of_no_file(frame) else self._debugger.get_file_type(frame, path)

    def in_project_scope(self, frame):
        return is_own(frame) if is_of_no_file(frame) else self._debugger.in_project_scope(frame)

    def apply_files_filter(self, frame, name, force_check_project_scope):
        if not self._debugger.apply_files_filter(frame, name, force_check_project_scope):
            return False
        # What runs the program is the debugger's and none of its libraries.
        return not is_of_program(name)


def is_nearest(debugger, frame, entry):
    """True if pydevd has not stopped nearer to the throw than in a frame: it stops again in each caller that an exception comes to."""
    is_nearest = False
    while entry is not None:
        is_nearest = entry.tb_frame is frame or is_nearest and not debugger.in_project_scope(entry.tb_frame)
        entry = entry.tb_next
    return is_nearest


def show_libraries():
    from _pydevd_bundle import pydevd_frame_utils
    from _pydevd_bundle.pydevd_constants import EXCEPTION_TYPE_USER_UNHANDLED, get_global_debugger

    debugger = get_global_debugger()
    factory = debugger.cmd_factory
    make, visible = factory.make_get_thread_stack_message, factory._iter_visible_frames_info
    list_thrown = pydevd_frame_utils.create_frames_list_from_traceback

    def make_get_thread_stack_message(py_db, *args, **kwargs):
        return make(WithLibraries(py_db), *args, **kwargs)

    def frames_by_their_names(py_db, *args, **kwargs):
        for number, frame, function, *paths, line, mapped, current, columns in visible(py_db, *args, **kwargs):
            if is_of_no_file(frame):
                paths = [shown_path(frame.f_code.co_filename)] * 2
            yield (number, frame, function, *paths, line, mapped, current, columns)

    def create_frames_list_from_traceback(trace, frame, kind, error, exception_type=None):
        # Otherwise the list begins where pydevd stops, without the frames nearer to the throw.
        if frame is None or not is_nearest(debugger, frame, trace):
            return list_thrown(trace, frame, kind, error, exception_type)
        found = list_thrown(trace, frame, kind, error, EXCEPTION_TYPE_USER_UNHANDLED)
        # Or the message would speak of it.
        found.current_frame = None
        return found

    factory.make_get_thread_stack_message, factory._iter_visible_frames_info = make_get_thread_stack_message, frames_by_their_names
    pydevd_frame_utils.create_frames_list_from_traceback = create_frames_list_from_traceback


try:
    show_libraries()
except Exception:
    pass
