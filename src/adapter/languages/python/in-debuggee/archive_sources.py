"""Runs inside the debuggee: the text of code that was imported from an archive (a zipapp, an egg). The debugger gives what it has
decompiled for it, as if that were the text.
"""

import sys

from .unwarned import Unwarned


def archived_text(name):
    """The text of a file in an archive; None for other files."""
    import importlib.util
    import zipimport

    found = archive_of(name)
    try:
        return found and importlib.util.decode_source(zipimport.zipimporter(found).get_data(name))
    except (ImportError, OSError, SyntaxError, UnicodeError):
        return None


def archive_of(name):
    """The file that a path lies below; None for a path below folders only."""
    import os

    above = os.path.dirname(name)
    while above and above != os.path.dirname(above):
        if os.path.exists(above):
            return above if os.path.isfile(above) else None
        above = os.path.dirname(above)
    return None


def read_archives():
    """Gives the debugger the text in archives, and has it take breakpoints there."""
    if "_pydevd_bundle" not in sys.modules:
        return
    try:
        import pydevd_file_utils
        from _pydevd_bundle import pydevd_api

        exists = pydevd_file_utils.exists
    except (ImportError, AttributeError):
        return

    pydevd_api.code_to_bytecode_representation = lambda code, *options: archived_text(code.co_filename) or ""
    # It knows archives by two endings, neither of which is a zipapp's.
    pydevd_file_utils.exists = lambda name: exists(name) or archived_text(name) is not None
    lines_of = getattr(pydevd_api, "_get_code_lines", None)
    if lines_of is not None:

        def code_lines(code):
            # By these it moves a breakpoint to a line that has code.
            text = archived_text(code) if type(code) is str else None
            with Unwarned():
                return lines_of(code if text is None else compile(text, code, "exec", 0, dont_inherit=True))

        pydevd_api._get_code_lines = code_lines
    resolved = getattr(pydevd_file_utils, "_get_relative_filename_abs_path", None)
    if resolved is not None:

        def resolved_in_archive(name, make_absolute, *options):
            # What is no file it takes for one of Python's own folder.
            path = make_absolute(name)
            return path if archive_of(path) is not None else resolved(name, make_absolute, *options)

        pydevd_file_utils._get_relative_filename_abs_path = resolved_in_archive


read_archives()
