"""Runs inside a traced process: the modes that record calls."""

from .trace_calls_mode import CallsMode
from .trace_frame_mode import FrameMode
from .trace_values_mode import ValuesMode


def new_mode(request, records, own):
    return {"frame": FrameMode, "values": ValuesMode, "calls": CallsMode}[request["wanted"]["kind"]](request, records, own)
