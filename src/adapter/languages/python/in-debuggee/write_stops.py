"""Runs inside the debuggee: stops a thread where a watched place was written, by the debugger's own way of stopping. Python reports a write
when the next operation is about to run, which may be on another line: the frame is shown on the line that wrote.
"""

import pydevd_file_utils
import sys
import threading
from _pydevd_bundle import pydevd_comm_constants as commands
from _pydevd_bundle import pydevd_frame_utils
from _pydevd_bundle.pydevd_additional_thread_info import set_additional_thread_info
from _pydevd_bundle.pydevd_constants import get_global_debugger

from . import own_package
from .debugger_threads import known_as
from .frame_ends import way_out
from .pass_reports import report

IS_MONITORED = hasattr(sys, "monitoring")
STEPS = (
    commands.CMD_STEP_INTO, commands.CMD_STEP_OVER, commands.CMD_STEP_INTO_MY_CODE, commands.CMD_STEP_OVER_MY_CODE,
    commands.CMD_STEP_INTO_COROUTINE,
)
STEPS_OUT = (commands.CMD_STEP_RETURN, commands.CMD_STEP_RETURN_MY_CODE)
current_thread = threading.current_thread
list_frames = pydevd_frame_utils.create_frames_list_from_frame


class Stops:
    """Puts itself around the debugger's stops for as long as something is watched.

    settle: given the frame that is about to stop, gives the changes that its last operation has made, as pairs of a line and a report.
    resumed: what is to be done when the program goes on. left: what is to be done when its debugger leaves it.
    """

    def __init__(self, settle, resumed, left):
        self.settle, self.resumed, self.left = settle, resumed, left
        self.debugger = self.wait = self.cancel = self.disconnect = None
        # By the id of a frame: the line that it is shown on.
        self.lines = {}

    def begin(self):
        if self.debugger is None:
            self.debugger = get_global_debugger()
            self.wait = self.debugger.do_wait_suspend
            self.debugger.do_wait_suspend = self.around
            # What it does first when a thread goes on, also one that has stopped before.
            self.cancel = self.debugger.cancel_async_evaluation
            self.debugger.cancel_async_evaluation = self.going_on
            self.disconnect = self.debugger.on_disconnect
            self.debugger.on_disconnect = self.leaving
            pydevd_frame_utils.create_frames_list_from_frame = self.listed

    def end(self):
        if self.debugger is not None:
            del self.debugger.do_wait_suspend, self.debugger.cancel_async_evaluation, self.debugger.on_disconnect
            pydevd_frame_utils.create_frames_list_from_frame = list_frames
            self.debugger = None

    @property
    def is_lost(self):
        """True if no debugger is attached to the program any more."""
        return self.debugger is None or self.debugger.pydb_disposed or get_global_debugger() is not self.debugger

    def listed(self, frame):
        made = list_frames(frame)
        for each in made if self.lines else ():
            if id(each) in self.lines:
                made.frame_id_to_lineno[id(each)] = self.lines[id(each)]
        return made

    def around(self, thread, frame, event, arg, exception_type=None):
        """In place of the debugger's own: a write that was made just before comes first."""
        wait, thread = self.wait, known_as(own_package, thread)
        written = self.settle(frame) if event == "line" else []
        if written:
            info = set_additional_thread_info(thread)
            reason, hits = thread.stop_reason, getattr(info, "hit_breakpoint_ids", None)
            command, original = info.pydev_step_cmd, info.pydev_original_step_cmd
            for line, said in written:
                self.wait_at(thread, frame, line, said)
            is_step = reason in STEPS or reason in STEPS_OUT
            if is_step and info.pydev_step_cmd not in STEPS:
                # It is to run now, not to step.
                return None
            self.debugger_of().set_suspend(thread, reason, original_step_cmd=original if is_step else -1)
            if hits is not None:
                info.hit_breakpoint_ids = hits
        return wait(thread, frame, event, arg, exception_type)

    def going_on(self, *args):
        self.resumed()
        return self.cancel(*args)

    def leaving(self):
        """Also where the other side is gone without a word."""
        disconnect = self.disconnect
        self.left()
        return disconnect()

    def debugger_of(self):
        return self.debugger or get_global_debugger()

    def stop(self, frame, line, said, is_at_line=False):
        """Stops the thread that runs this, in the frame that has written; a step from there leads to the next line. is_at_line: the
        debugger has not seen the line yet that is about to run.
        """
        thread = current_thread()
        if self.is_lost or getattr(thread, "is_pydev_daemon_thread", False):
            return
        info = set_additional_thread_info(thread)
        debugger, wait = self.debugger, self.wait
        self.wait_at(thread, frame, line, said)
        if info.pydev_step_cmd in STEPS and frame.f_lineno not in (line, None) and not is_at_line:
            # The debugger has passed the start of that line already.
            debugger.set_suspend(thread, info.pydev_step_cmd, original_step_cmd=info.pydev_original_step_cmd)
            info.trace_suspend_type = "sys_monitor" if IS_MONITORED else "trace"
            wait(thread, frame, "line", None)
        if IS_MONITORED and info.pydev_step_cmd in (*STEPS, *STEPS_OUT) and frame.f_back is not None and way_out(frame) is not None:
            # This return was begun before the debugger asked for it: it stops in the caller's next line.
            info.pydev_step_cmd, info.pydev_step_stop = commands.CMD_STEP_OVER, frame.f_back
            debugger.set_trace_for_frame_and_parents(thread.ident, frame.f_back)

    def wait_at(self, thread, frame, line, said):
        debugger, wait = self.debugger_of(), self.wait
        info = set_additional_thread_info(thread)
        before = self.lines.get(id(frame))
        self.lines[id(frame)] = line
        try:
            report(said)
            # Of a mere suspension it reports nothing.
            debugger.set_suspend(thread, commands.CMD_SET_BREAK)
            info.trace_suspend_type = "sys_monitor" if IS_MONITORED else "trace"
            wait(thread, frame, "line", None)
        finally:
            if before is None:
                self.lines.pop(id(frame), None)
            else:
                self.lines[id(frame)] = before


def client_path(frame):
    """The debugger's path of a frame's file."""
    try:
        path = pydevd_file_utils.get_abs_path_real_path_and_base_from_frame(frame)[0]
        return pydevd_file_utils.map_file_to_client(path)[0]
    except Exception:
        return frame.f_code.co_filename
