"""The plugin that PYTEST_ADDOPTS names: its hooks are those of mcp_debugger_reports.py."""

import mcp_debugger_hooks

globals().update({name: value for name, value in vars(mcp_debugger_hooks.module("mcp_debugger_reports")).items() if name.startswith("pytest_")})
