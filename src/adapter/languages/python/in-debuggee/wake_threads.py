"""Runs inside the debuggee: wakes the threads that the debugger lets go on. pydevd wakes one of them, whichever comes last in a set, and
the others see a fifth of a second later that they may go on; and of two questions that come at once it takes one, the other as late.
"""


def wake_threads():
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    debugger = get_global_debugger()
    events, queues = debugger._thread_events, debugger._cmd_queue
    kind = events.default_factory

    class WakingEvent(kind):
        """The event that a thread waits for while it is stopped. A thread that wakes looks whether anything is meant for it, and waits on."""

        def set(self):
            for each in list(events.values()):
                kind.set(each)

        def clear(self):
            kind.clear(self)
            if any(each is self and not queues[key].empty() for key, each in list(events.items())):
                kind.set(self)

    for each in list(events.values()):
        each.__class__ = WakingEvent
    events.default_factory = WakingEvent


try:
    wake_threads()
except Exception:
    pass
