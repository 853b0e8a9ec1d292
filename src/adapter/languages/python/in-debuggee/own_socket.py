"""Runs inside the debuggee: keeps the debugger off the program's files. A program that closes all files, as a daemon does, closes the debugger's
connection with them, and the next file that it opens may get its number: the debugger would read from that, write to it, and close it.
"""

import os
import select

# The loss of the connection is known after so long, also while neither side has something to send.
LOOK_EVERY_MS = 500
CLOSED = 9  # EBADF


def identity(number):
    """The file behind a descriptor; None without one. Two sockets never have the same, until the system is started again."""
    try:
        found = os.fstat(number)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def kept_apart(sock):
    """Gives the connection methods that look first whether its number is still its own. The system closes a file for good only when no call waits
    in it, so waiting goes on by turns, too."""
    socket_class, number = type(sock), sock.fileno()
    own = identity(number)

    def look():
        if identity(number) != own:
            # Without closing what has the number now.
            socket_class.detach(sock)
            raise OSError(CLOSED, os.strerror(CLOSED))

    class OwnSocket(socket_class):
        __slots__ = ()

        def recv(self, *given):
            waiting = select.poll()
            waiting.register(number, select.POLLIN)
            while not waiting.poll(LOOK_EVERY_MS):
                look()
            look()
            return socket_class.recv(self, *given)

        def send(self, *given):
            look()
            return socket_class.send(self, *given)

        def sendall(self, *given):
            look()
            return socket_class.sendall(self, *given)

        def shutdown(self, *given):
            look()
            return socket_class.shutdown(self, *given)

        def close(self):
            if identity(number) == own:
                socket_class.close(self)
            else:
                socket_class.detach(self)

    sock.__class__ = OwnSocket


def keep_off_files():
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    sock = get_global_debugger().reader.sock
    # Sockets of gevent wait by turns of their own; in Windows, sockets are no files.
    if type(sock).__module__ == "socket" and os.name == "posix" and hasattr(select, "poll"):
        kept_apart(sock)


try:
    keep_off_files()
except Exception:
    pass
