"""Runs inside a traced process, first of the tracer's modules: reads what is to be recorded, hides the tracer from the program, and hands it on
to the program's children. Other modules are loaded when there is something to record.
"""

import os

from .own_files import read_request, take_from_environment

# What is set here is gone from `os.environ`, and stays in the environment that children inherit.
REQUEST_VARIABLE = "MCP_DEBUGGER_TRACE"
# What the server has added to NODE_OPTIONS, for Node processes below.
ADDED_OPTIONS_VARIABLE = "MCP_DEBUGGER_NODE_OPTIONS"


def start_tracing(folder):
    path = os.environ.get(REQUEST_VARIABLE)
    handed_on = take_from_environment([REQUEST_VARIABLE, ADDED_OPTIONS_VARIABLE], folder)
    if not path:
        return
    from .trace_process import begin_process

    begin_process(read_request(path), handed_on, folder)
