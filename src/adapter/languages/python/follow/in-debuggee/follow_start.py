"""Runs inside each Python process below a program that is debugged, before the program's own code: watches which code it is about to
run, and has it adopted before the first that matters. A process without breakpoints runs nothing but this file.
"""

import os
import sys
import time

from .own_files import take_from_environment
from .own_package import sources

# What is set here is gone from `os.environ`, and stays in the environment that children inherit.
WANTED_VARIABLE = "MCP_DEBUGGER_FOLLOW"
# It is there where a debugger of the process's own comes next: see start_debuggee.py.
TOKEN_VARIABLE = "MCP_DEBUGGER_TOKEN"
# How often a process looks for what is wanted now, where no module is loaded that would make it look.
LOOK_S = 0.001
# Our own event: an exception was raised in a thread, and not caught.
THREAD_EVENT = "mcp_debugger.thread_exception"


class Following:
    """One process: what is wanted of it, and whether it has been adopted."""

    def __init__(self, wanted_file, handed_on, folder):
        self.wanted_file = wanted_file
        self.handed_on = handed_on
        self.folder = os.fsencode(folder)
        # 'watching', 'adopted', or 'left' where that was not possible.
        self.state = "watching"
        # When the file was written that has been read.
        self.written = None
        self.exceptions = "none"
        # Base names of files, and last words of functions' names.
        self.names = self.functions = frozenset()
        # Something wanted is in code of Python's own, which is still being imported.
        self.is_waiting = False
        # Base names of files whose code has begun to run here, and the first of them that is the program's own.
        self.loaded = set()
        self.runs_own = ""
        self.next_look = 0.0
        self.refresh()

    def refresh(self):
        """Reads the wanted breakpoints again if their file was replaced. Returns whether it was."""
        try:
            found = os.stat(self.wanted_file)
            # The clock of a file system may stand still for some milliseconds.
            written = (found.st_mtime_ns, found.st_ino)
            if written == self.written:
                return False
            modes, names, functions = read_words(self.wanted_file)
        except OSError:
            # The debugger has gone.
            modes, names, functions = ["none"], [], []
            written = None
        self.written = written
        self.exceptions = modes[0]
        self.names = frozenset(names)
        self.functions = frozenset(functions)
        return written is not None

    def on_module(self, code):
        """The code of a module is about to run."""
        path = code.co_filename
        if path[:1] == "<" or path.startswith(OURS):
            return
        name = path[path.rfind(os.sep) + 1 :]
        is_late = self.refresh() and self.matters_already()
        # What Python runs at its start is not the program yet.
        if not self.runs_own and is_own(path) and name not in CUSTOMIZERS:
            self.runs_own = name
            report_begun(self, of_multiprocessing())
        self.loaded.add(name)
        # The debugger stops in functions of the program's own alone.
        is_wanted = name in self.names or (self.functions and is_own(path) and defines(code, self.functions))
        if is_late or is_wanted or (self.exceptions == "all" and self.runs_own):
            self.adopt(code, is_own(path))
        elif self.is_waiting:
            self.adopt(code, False)

    def matters_already(self):
        """True if the wanted breakpoints are in code that has been loaded before."""
        return not self.names.isdisjoint(self.loaded) or (self.runs_own and bool(self.functions or self.exceptions == "all"))

    def look(self):
        """At some moment in the life of the process: breakpoints may have been set since."""
        now = time.monotonic()
        if now < self.next_look:
            return
        self.next_look = now + LOOK_S
        if self.written is not None and self.refresh() and self.matters_already():
            # A thread that imports holds locks.
            if is_importing(sys._getframe(1)):
                self.written = ()
            else:
                self.adopt()

    def adopt(self, code=None, is_own_code=True):
        """`code`: that of the module which is about to run."""
        if imports_library(code, sys._getframe(1)):
            # The debugger needs modules of Python's: half of one is of no use to it.
            if not self.is_waiting:
                self.is_waiting = True
                rarely().adopt_after_import(self)
            return
        self.state = "left"
        rarely().adopt_process(self, is_own_code)

    def note_isolated(self, word):
        """See pass_to_children.py."""
        rarely().report(self, "isolated", word)


def read_words(path):
    """The lists of words in a file; each word is ended by a NUL."""
    file = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    try:
        text = b""
        while True:
            part = os.read(file, 1 << 16)
            if not part:
                break
            text += part
    finally:
        os.close(file)
    return [each.split("\0")[:-1] for each in text.decode("utf-8", "surrogateescape").split("\n")]


def append_report(following, kind, text):
    """Says something to the debugger: a line of JSON in a file beside what is wanted."""
    line = '{"kind": "%s", "pid": %d, "text": %s}\n' % (kind, os.getpid(), text)
    try:
        file = os.open(os.path.join(os.path.dirname(following.wanted_file), "reports"), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, line.encode())
        finally:
            os.close(file)
    except OSError:
        # The debugger has gone.
        pass


def report_begun(following, of_what=""):
    append_report(following, "began", quoted(following.runs_own + (" " + of_what if of_what else "")))


def of_multiprocessing():
    """The program's name of its process, if it made the process with `multiprocessing`."""
    current = getattr(sys.modules.get("multiprocessing.process"), "_current_process", None)
    name = vars(current).get("_name") if current is not None else None
    if name == "MainProcess":
        # That which copies itself for each process has no other name.
        return "forkserver" if "multiprocessing.forkserver" in sys.modules and sys.argv[:1] == ["-c"] else ""
    return name if type(name) is str else ""


def quoted(name):
    """A short text as JSON, without a module for it."""
    return '"%s"' % "".join(each if " " <= each < "\x7f" and each not in '"\\' else "?" for each in name)


def defines(code, functions):
    """True if a function of one of these names is in the code of a module."""
    return any(type(each) is type(code) and (each.co_name in functions or defines(each, functions)) for each in code.co_consts)


CUSTOMIZERS = ("sitecustomize.py", "usercustomize.py")
LIBRARY = os.path.dirname(os.__file__) + os.sep
OURS = tuple(each + os.sep for each in sources.folders)


def is_own(path):
    """True if a file is the program's own, neither Python's nor of a package that was installed, nor ours."""
    if path[:1] == "<" or path.startswith(LIBRARY) or path.startswith(OURS):
        return False
    return "site-packages" not in path and "dist-packages" not in path


IMPORTING = "<frozen importlib._bootstrap>"


def is_importing(frame):
    while frame is not None:
        if frame.f_code.co_filename == IMPORTING:
            return True
        frame = frame.f_back
    return False


def imports_library(code, frame):
    """True if a module of Python's own is being imported below a frame, or is about to be, by its code."""
    is_next = code is not None and is_of_python(code.co_filename)
    while frame is not None:
        if is_next and frame.f_code.co_filename == IMPORTING:
            return True
        # Our own frames stand between what imports and the code that is about to run.
        if not frame.f_code.co_filename.startswith(OURS):
            is_next = frame.f_code.co_name == "<module>" and is_of_python(frame.f_code.co_filename)
        frame = frame.f_back
    return False


def is_of_python(path):
    return path.startswith(LIBRARY) and "site-packages" not in path and "dist-packages" not in path


def rarely():
    """The module that few processes need."""
    from . import follow_rarely

    return follow_rarely


def watch(following):
    module_code = type(watch.__code__)

    def on_exec(args):
        code = args[0]
        if following.state == "watching" and type(code) is module_code and code.co_name == "<module>":
            following.on_module(code)

    rare = frozenset((
        "subprocess.Popen", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "sys.excepthook", "_thread.start_new_thread",
        "_thread.start_joinable_thread", THREAD_EVENT,
    ))

    def on_event(event, args):
        # An audit hook stays for the life of the process, and some programs ask for many an `id`.
        if event == "builtins.id":
            return
        try:
            if event == "exec":
                on_exec(args)
            elif event in rare:
                rarely().on_rare_event(following, event, args)
            elif event == "open" and type(args[0]) is str and args[0].endswith("threading.py"):
                # Python shows an uncaught exception of a thread.
                rarely().on_shown(following, sys._getframe(1))
            elif following.state == "watching":
                following.look()
        except Refused as error:
            raise error.args[0] from None
        except Exception:
            # What fails in a hook would be the program's failure.
            pass

    sys.addaudithook(on_event)


class Refused(Exception):
    """The system refused, in our hands, what the program is about to do."""


def start_following(folder):
    wanted_file = os.environ.get(WANTED_VARIABLE)
    handed_on = take_from_environment([WANTED_VARIABLE], folder)
    if wanted_file:
        following = Following(wanted_file, handed_on, folder)
        if os.environ.get(TOKEN_VARIABLE):
            following.state = "left"
        watch(following)
