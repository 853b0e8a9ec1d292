"""Runs in a process without a debugger, inside of a test runner: what describes values there."""

from .describe_values import text_of
from .exception_handlers import taken_by_all
from .frame_variables import described_variables
from .frame_ends import way_out
from .keep_stores import keeping_stores
from .code_files import file_of_maker, is_made_up, shown_path
from .read_values import SIMPLE, Work, inherits, instance_dict, module_name, mro, traceback_of
from .related_exceptions import Relations
from .throw_records import ThrowRecords
from .unwarned import Unwarned
