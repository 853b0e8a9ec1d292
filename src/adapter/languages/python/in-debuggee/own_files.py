"""Runs inside a process that loads code of ours before its own, first of all: finds our modules, and reads a request, without any module of
Python's that the program may have, or want, its own of.
"""

import os
import sys

# This file is run, or imported, from there.
SHARED_FOLDER = os.path.dirname(os.path.abspath(sys._getframe().f_code.co_filename))


def load_package(name, folder, loader):
    """A package of the modules in a folder of ours and in the shared one. `loader` is the class that loads sources."""
    sources, names = FolderSources(name, folder, loader), {"__name__": name, "__builtins__": dict(sys.modules["builtins"].__dict__)}
    exec(sources("own_package"), names)
    package = names["OwnPackage"](name, sources)
    # What starts a process has run this file, and not imported it.
    package.modules["own_files"] = type(sys.implementation)(**globals())
    package.FILES.add(load_package.__code__.co_filename)
    return package


class FolderSources:
    """Gives the code of modules by their names. In the distribution, all files lie beside each other; in the sources, those that are shared are
    further up.
    """

    def __init__(self, package, folder, loader):
        self.package, self.loader = package, loader
        self.folders = (folder, SHARED_FOLDER)

    def __call__(self, module):
        return self.code_of_file("%s.%s" % (self.package, module), self.path(module + ".py"))

    def path(self, name):
        beside, shared = [os.path.join(each, name) for each in self.folders]
        return beside if os.path.exists(beside) else shared

    def code_of_file(self, module, path):
        code = self.loader(module, path).get_code(module)
        if sys.dont_write_bytecode:
            keep_compiled(path, code)
        return code


def keep_compiled(path, code):
    """Beside our file, as Python does it, also where it is not to do so for the files of the program: compiling ours takes longer than all
    else when a program starts.
    """
    import marshal

    system = sys.modules["_frozen_importlib_external"]
    kept = system.cache_from_source(path)
    # Python itself finds out whether what is kept there is of the file as it is.
    if sys.pycache_prefix is not None or os.path.exists(kept):
        return
    try:
        found = os.stat(path)
        numbers = b"".join((int(each) & 0xFFFFFFFF).to_bytes(4, "little") for each in (0, found.st_mtime, found.st_size))
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        new = "%s.%d" % (kept, os.getpid())
        with open(new, "xb") as file:
            file.write(system.MAGIC_NUMBER + numbers + marshal.dumps(code))
        os.replace(new, kept)
    except OSError:
        pass


def read_request(path):
    """As the json module reads it. That one is not loaded, as the program may have a module of this name, or of those it needs."""
    with open(path, encoding="utf-8") as file:
        text = file.read().strip()
    try:
        import _json
    except ImportError:
        # PyPy
        import _pypyjson

        return _pypyjson.loads(text)

    class Scanning:
        strict = True
        parse_float, parse_int = float, int
        memo = {}

        @staticmethod
        def parse_constant(name):
            return None

        def __getattr__(self, hook):
            # Newer Pythons have more of them: `array_hook` from 3.15 on.
            return None

    return _json.make_scanner(Scanning())(text, 0)[0]


def as_json(text):
    try:
        from _json import encode_basestring_ascii
    except ImportError:
        # PyPy
        from _pypyjson import raw_encode_basestring_ascii

        return '"%s"' % raw_encode_basestring_ascii(text)
    return encode_basestring_ascii(text)


def take_from_environment(variables, folder):
    """Hides variables of ours, and our folder on PYTHONPATH, from the program; children inherit them. Returns what was hidden."""
    # Behind the mapping's back: through it, the environment of children would change, too.
    data = os.environ._data
    path_key = os.environ.encodekey("PYTHONPATH")
    keys = [os.environ.encodekey(each) for each in variables]
    handed_on = {key: data[key] for key in (*keys, path_key) if key in data}
    for key in keys:
        data.pop(key, None)
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    left = [each for each in paths if not each or os.path.abspath(each) != folder]
    if left and left != [""]:
        data[path_key] = os.environ.encodevalue(os.pathsep.join(left))
    else:
        data.pop(path_key, None)
    return handed_on
