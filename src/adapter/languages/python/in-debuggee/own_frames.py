"""Runs inside the debuggee: which frames are of the program's own code, where that is more than pydevd says."""

import os

import pydevd_file_utils
from _pydevd_bundle.pydevd_constants import get_global_debugger

from .code_files import file_of_maker, is_made_up


def is_own(frame):
    debugger = get_global_debugger()
    if not is_of_no_file(frame):
        return not debugger.apply_files_filter(frame, frame.f_code.co_filename, True)
    file = file_of_maker(frame)
    return file is None or debugger.in_project_roots_filename_uncached(file)


def is_of_no_file(frame):
    """True if the code of a frame has no file. pydevd takes a relative name for that of a file of Python's, where there is no such file."""
    name = frame.f_code.co_filename
    if is_made_up(name):
        return True
    if name[:1] == "<" or os.path.isabs(name):
        return False
    return not pydevd_file_utils.exists(pydevd_file_utils.get_abs_path_real_path_and_base_from_frame(frame)[0])
