"""Selects the wanted tests of this run: MCP_DEBUGGER_TEST_ONLY has what selection-environment.ts writes. Names of classes and of a test are those
of the records, from the outermost in.
"""

import json
import os
import re


def _read():
    try:
        return json.loads(os.environ["MCP_DEBUGGER_TEST_ONLY"])
    except Exception:
        return {}


_wanted = _read()
_tests = _wanted.get("tests")
_text = _wanted.get("test")
_folder = _wanted.get("cwd", "")
#: What stands between names: a report's arrow, what pytest and Python write, or a blank.
_BETWEEN = " > |::|[. ]"
#: A part of a test begins with what stands around its description.
_PART = " > (?=[[(])"


def _pattern_of(text):
    return f"(?:{_BETWEEN})".join(map(re.escape, re.split(_BETWEEN, text)))


_pattern = None if _text is None else re.compile(_pattern_of(_text))
#: Tests that may have the wanted part, which is known only once they run; None where no part is named.
_whole = None if _text is None or not re.search(_PART, _text) else re.compile(_pattern_of(re.split(_PART, _text)[0]) + "$")
#: As pytest names a test; otherwise names of files are none of the test's.
_has_file = _text is not None and ".py" in _text
is_given = bool(_wanted)
#: A part of a test is wanted, so that of parts that pass is told as well.
is_for_parts = _whole is not None
chooses_files = bool({"path", "file"} & set(_wanted)) or (_tests is not None and all(each.get("file") for each in _tests))


def may_hold(file, names):
    """True if a test is wanted, or has to run because a part of it may be."""
    return includes(file, names) or is_for_parts and _is_wanted(_whole, file, names)


def includes(file, names):
    """True if a test, or a part of one, which unittest calls a subtest, is wanted. A file that is not known will do."""
    return _is_wanted(_pattern, file, names)


def _is_wanted(pattern, file, names):
    if not includes_file(file):
        return False
    if _tests is not None:
        name = " > ".join(names)
        return any(_is_fixture(each["name"], names) or _is_named(name, each["name"]) and _is_same_file(each.get("file"), file) for each in _tests)
    place = [_relative(file)] if _has_file else []
    return pattern is None or pattern.search("::".join([*place, *names])) is not None


def includes_file(file):
    """True if any test of a file can be wanted."""
    if not file:
        return True
    if _tests is not None:
        return any(_is_same_file(each.get("file"), file) for each in _tests)
    if "path" in _wanted:
        path = os.path.realpath(file)
        return path == _wanted["path"] or path.startswith(_wanted["path"] + os.sep)
    part = _wanted.get("file")
    return part is None or part in (os.path.realpath(file) if os.path.isabs(part) else _relative(file))


def _relative(file):
    return os.path.relpath(os.path.realpath(file), _folder).replace(os.sep, "/") if file else ""


def _is_named(name, wanted):
    """The name of a class stands for all that is in it; a part of a test, which unittest calls a subtest, for the test."""
    return name == wanted or name.startswith(wanted + " > ") or wanted.startswith(name + " > ")


def _is_fixture(wanted, names):
    """True for the preparation of a class or a module, which fails by a name of its own: `setUpClass (shop.tests.Stored)`."""
    place = re.match(r"(?:setUp|tearDown)(Class|Module) \((.*)\)$", wanted)
    return place is not None and (place[1] == "Module" or place[2].split(".")[-1] == names[0])


def _is_same_file(wanted, file):
    return not wanted or not file or os.path.realpath(wanted) == os.path.realpath(file)
