"""Runs inside a process that loads code of ours before its own, first of all: how such files are run, and how a request is read, without
any module of Python's that the program may have, or want, its own of. All files run in one namespace, which has `OWN_FOLDER`, where
they lie, and `OWN_LOADER`, the class that loads sources.
"""

import os
import sys


def own_path(name):
    """In the distribution, all files lie beside each other; in the sources, those that are shared are further up."""
    beside = os.path.join(OWN_FOLDER, name)
    if os.path.exists(beside):
        return beside
    return os.path.join(os.path.dirname(os.path.dirname(OWN_FOLDER)), "in-debuggee", name)


def run_file(path, names):
    exec(code_of_file(path, names["__name__"]), names)


def code_of_file(path, module):
    code = OWN_LOADER(module, path).get_code(module)
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
        object_hook = object_pairs_hook = None
        parse_float, parse_int = float, int
        memo = {}

        @staticmethod
        def parse_constant(name):
            return None

    return _json.make_scanner(Scanning)(text, 0)[0]


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
