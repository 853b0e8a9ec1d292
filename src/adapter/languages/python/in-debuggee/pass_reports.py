"""Runs inside the debuggee: how what breakpoints have to report reaches the debugger, all of it.

pydevd sends message by message, each of which costs its thread a turn in a busy program, and half a second after the end it drops what
waits. So reports wait together, for one place in its queue, and the end of the process waits until they are sent.
"""

import collections
import os
import socket
import struct
import sys
import threading

from .own_package import of_program

MAX_MESSAGE_CHARS = 1 << 18
# How long the end of a process waits while nothing is sent.
MAX_STANDSTILL_SECONDS = 5
COMPLETE = "\ue000complete0\ue001\n"
# Functions that may have something to report before the process ends, to be called in the thread that ends it.
AT_END = []


class Reports:
    """Reports that wait to be sent, in their order. To pydevd's thread that writes, they are a command like others."""

    id, as_dict = 0, None

    def __init__(self, debugger):
        self.debugger = debugger
        self.process = os.getpid()
        self.texts = collections.deque()
        # What says at the moment of sending how things stand.
        self.changed = {}
        self.is_queued = False
        # The number of times that a thread or the process was about to end, and for how many of these all is sent.
        self.ends = self.ends_served = 0
        self.sent = 0

    def add(self, text):
        self.texts.append(text)
        self.queue()

    def add_changed(self, count):
        self.changed[count] = True
        self.queue()

    def queue(self):
        if not self.is_queued:
            self.is_queued = True
            self.debugger.writer.add_command(self)

    def send(self, sock):
        # First: what comes from now on needs another place in the queue.
        self.is_queued = False
        ends = self.ends
        is_ending = ends > self.ends_served
        while self.texts:
            self.send_text(sock, self.next_texts())
        said = []
        if is_ending:
            # Here, as conditions report through this module.
            from .pass_conditions import all_counts

            self.changed.update(dict.fromkeys(all_counts(), True))
        while self.changed:
            said.append(self.changed.popitem()[0].text(is_ending))
        self.send_text(sock, "".join(said) + (COMPLETE if is_ending else ""))
        self.ends_served = ends

    def next_texts(self):
        taken, size = [], 0
        while self.texts and size < MAX_MESSAGE_CHARS:
            taken.append(self.texts.popleft())
            size += len(taken[-1])
        return "".join(taken)

    def send_text(self, sock, text):
        if text:
            self.debugger.cmd_factory.make_io_message(text, 1).send(sock)
        self.sent += 1

    def finish(self):
        """Sends all that waits, with what was counted in the end, and the word that this is all."""
        writer = self.debugger.writer
        if os.getpid() != self.process or writer is None or writer is threading.current_thread() or writer._kill_received:
            return
        self.ends += 1
        end = self.ends
        self.queue()
        sent, since = self.sent, CLOCK.time()
        while self.ends_served < end and writer.is_alive() and CLOCK.time() - since < MAX_STANDSTILL_SECONDS:
            CLOCK.sleep(0.001)
            if self.sent != sent:
                sent, since = self.sent, CLOCK.time()
        wait_until_taken(writer.sock)


def wait_until_taken(sock):
    """Waits until the other side's system has all that was sent. A process that ends with a message which it has not read resets the connection:
    what has not left by then is lost."""
    left, since = bytes_left(sock), CLOCK.time()
    while left > 0 and CLOCK.time() - since < MAX_STANDSTILL_SECONDS:
        CLOCK.sleep(0.001)
        now = bytes_left(sock)
        if now < left:
            since = CLOCK.time()
        left = now


def bytes_left(sock):
    """The number of bytes that were sent and not taken; none where the system does not say."""
    if sys.platform == "darwin":
        # SO_NWRITE
        return sock.getsockopt(socket.SOL_SOCKET, 0x1024)
    if not sys.platform.startswith("linux"):
        return 0
    import fcntl
    import termios

    return struct.unpack("i", fcntl.ioctl(sock.fileno(), termios.TIOCOUTQ, struct.pack("i", 0)))[0]


def own_debugger():
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    return get_global_debugger()


def own_clock():
    # Not the program's, which may be another by now.
    from _pydev_bundle._pydev_saved_modules import time

    return time


CLOCK = own_clock()
REPORTS = Reports(own_debugger())


def report(text):
    """Says something to the debugger, as it says what a log breakpoint says."""
    REPORTS.add(text + "\n")


def finish():
    """To be called when the process is about to end."""
    try:
        REPORTS.finish()
    except Exception:
        pass


def look():
    """To be called before :func:`finish` where the debugger is still there."""
    try:
        for each in list(AT_END):
            each()
    except Exception:
        pass


def finish_before_the_end():
    """Sends all reports when the debugger leaves, and when the process ends without a word to the client."""
    debugger = REPORTS.debugger
    dispose = type(debugger).dispose_and_kill_all_pydevd_threads

    def dispose_and_kill_all_pydevd_threads(*args, **kwargs):
        finish()
        try:
            return dispose(debugger, *args, **kwargs)
        except OSError:
            # The program has closed its files, and the debugger's with them.
            return None

    debugger.dispose_and_kill_all_pydevd_threads = dispose_and_kill_all_pydevd_threads
    system = of_program("os")
    leave = getattr(system._exit, "__wrapped__", system._exit)

    def _exit(status):
        look()
        finish()
        leave(status)

    _exit.__wrapped__, _exit.__module__, _exit.__doc__ = leave, leave.__module__, leave.__doc__
    system._exit = _exit


try:
    finish_before_the_end()
except Exception:
    pass
