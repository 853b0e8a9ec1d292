"""Runs inside a traced process: the file that its records are written into, one JSON text in a line each.

The file is opened for each writing: a program may close all files that it knows nothing of, and open its own under their numbers.
"""

import _thread
import os
import sys
import time

import _json

MAX_BUFFERED = 64 * 1024
FLUSH_SECONDS = 0.05


def json_text(record):
    return "".join(JSON_ENCODER(record, 0))


def not_json(value):
    raise TypeError("no JSON: %s" % type(value).__name__)


JSON_ENCODER = _json.make_encoder(None, not_json, _json.encode_basestring_ascii, None, ":", ",", False, False, True)


class Records:
    """The records of this process. What is written is in the file after 50 ms, if the program does anything that is traced."""

    def __init__(self, directory):
        self.directory = directory
        self.lock = _thread.allocate_lock()
        # True if the file may be written again, which takes the texts that stay in it.
        self.keeps_lasting = True
        self.begin()

    def begin(self):
        """A file of this process, which may be the child of one that has another."""
        self.started = time.perf_counter()
        self.notes = set()
        # A process begins in its main thread, or goes on in the one that forked. Others are numbered as they come by.
        self.main_thread = _thread.get_ident()
        self.threads = {}
        self.path = os.path.join(self.directory, "%d-0-%s.jsonl" % (os.getpid(), os.urandom(4).hex()))
        self.buffer, self.lasting = [], []
        self.size = self.written = 0
        self.flushed = self.started
        argv = getattr(sys, "orig_argv", None) or [sys.executable or "python"] + list(getattr(sys, "argv", []))
        self.write({
            "kind": "process", "pid": os.getpid(), "thread": 0, "argv": [str(each) for each in argv],
            "startedAtMs": time.time() * 1000,
        })

    def now_ms(self):
        return (time.perf_counter() - self.started) * 1000

    def write(self, record):
        text = json_text(record) + "\n"
        self.buffer.append(text)
        if self.keeps_lasting:
            self.lasting.append(text)
        self.size += len(text)
        self.written += 1
        # The first ones at once: a program may wait then for ever, and be killed.
        if self.written < 100 or self.size > MAX_BUFFERED or time.perf_counter() - self.flushed > FLUSH_SECONDS:
            self.flush()

    def thread(self):
        """The number of a thread that is not the main one. What identifies it while it lives is another's later, but for the system's."""
        return self.threads.setdefault(_thread.get_native_id(), len(self.threads) + 1)

    def note(self, text, **more):
        """Said once, however often it is so."""
        if text not in self.notes and len(self.notes) < 50:
            self.notes.add(text)
            self.write({"kind": "note", "text": text, **more})

    def gap(self, text):
        """Said likewise, where what ran may not have been seen."""
        self.note(text, isGap=True)

    def flush(self):
        """Writes what is not in the file yet."""
        if self.buffer:
            self.locked(self.append)

    def append(self):
        self.flushed = time.perf_counter()
        number = opened(self.path, os.O_APPEND)
        texts, self.buffer, self.size = self.buffer, [], 0
        write(number, texts)

    def write_volatile(self, records):
        """Writes the file again, with the records that may change until the next time. A reader finds the old file or the new one."""
        texts = [json_text(each) + "\n" for each in records]
        self.locked(lambda: self.replace(texts))

    def replace(self, texts):
        self.flushed = time.perf_counter()
        number = opened(self.path + ".new", os.O_TRUNC)
        self.buffer, self.size = [], 0
        write(number, self.lasting + texts)
        os.replace(self.path + ".new", self.path)

    def locked(self, action):
        # A signal's handler may come here while its thread writes: that one goes on then.
        if self.lock.acquire(False):
            try:
                action()
            except OSError:
                pass
            finally:
                self.lock.release()


def opened(path, how):
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600)
    except Exception as error:
        hook = error.__traceback__.tb_next
        if hook is not None and is_of_hook(hook.tb_frame):
            # What is to be written waits for another time.
            raise OSError("refused") from None
        raise


def write(number, texts):
    data = "".join(texts).encode("ascii", "replace")
    try:
        while data:
            data = data[os.write(number, data):]
    finally:
        os.close(number)


def is_of_hook(frame):
    """True if a frame is of a hook for audit events, called with a name and arguments: what it raises is for the one who did that. What a
    signal's handler raises, which has a number and a frame, is for whatever runs then.
    """
    given = list(frame.f_locals.values())[:3]
    pairs = [each for each in given if type(each) is tuple] + list(zip(given, given[1:]))
    return any(len(each) == 2 and type(each[0]) is str and type(each[1]) is tuple for each in pairs)
