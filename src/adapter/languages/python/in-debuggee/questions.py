"""Runs inside the debuggee: what the server asks for by expressions that the debugger evaluates."""

# They do what they are for when they are loaded.
from . import archive_sources, exit_handlers, keep_sight, leave_process, library_frames, own_socket, pass_conditions, patient_tracing, plain_names, quiet_log, raw_threads, wake_threads
from .answer_questions import ask, asking_frame, end_evaluations
from .exception_causes import cleanup_at_stop, fate_at_stop, related
from .function_entries import is_function
from .loaded_files import watch_file
from .process_name import process_name
from .read_values import HELD
from .stopped_threads import keep
from .thrown_steps import follow, forget
from .whereabouts import whereabouts

# Last: it looks at what all others have.
from . import keep_apart
