"""Runs inside a traced process: what the Python that runs there has."""

import sys

# From Python 3.12 on.
IS_MONITORED = hasattr(sys, "monitoring")
# Each `id` is an event of auditing, and before Python 3.12 there is a hook of ours; this one is as different for different objects.
identity = id if IS_MONITORED else object.__hash__
