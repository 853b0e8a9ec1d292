"""Reads the errors of doctests, whose examples throw nothing."""

import os
import sys
import types

from . import mcp_debugger_failures as failures

_MAX_EXAMPLES = 5
#: How doctest writes what became of an example.
_HEADS = {"Failed example:": "source", "Expected:": "want", "Expected nothing": "want", "Got:": "got", "Got nothing": "got", "Exception raised:": "thrown"}


def of_doctest(value):
    """The error of an example that gave another text than its doctest has, or threw; None for any other error."""
    found = getattr(value, "failures", [value]) if type(value).__name__ == "MultipleDoctestFailures" else [value]
    if not found or not all(hasattr(each, "test") and hasattr(each, "example") for each in found):
        return None
    first = found[0]
    thrown = getattr(first, "exc_info", None)
    more = ["line %d: %s" % (_line(each), _message(each).split("\n")[0]) for each in found[1 : 1 + _MAX_EXAMPLES]]
    left = len(found) - 1 - len(more)
    rest = "\n".join(more + (["and %d more examples" % left] if left > 0 else []))
    described = _described(first.test, _line(first), thrown) if thrown else _at_example(first.test, _line(first), _message(first))
    return dict(described, message="%s\n%s" % (described["message"], rest)) if rest else described


def of_doctest_case(test, text):
    """The same from the text by which unittest reports a doctest; None where it has none of its examples."""
    lines, part, parts, line = text.split("\n"), None, {}, None
    for each in lines:
        if each in _HEADS and _HEADS[each] not in parts:
            part = parts.setdefault(_HEADS[each], [])
        elif each.startswith('File "') and not parts:
            line = int(each.split('", line ')[1].split(",")[0])
        elif part is not None and each.startswith("    "):
            part.append(each[4:])
        else:
            part = None
    if line is None or "source" not in parts:
        return None
    source, got, want = ("\n".join(parts.get(name, [])) for name in ("source", "got", "want"))
    thrown = parts.get("thrown")
    return _at_example(test, line, "%s threw %s" % (source.strip(), thrown[-1]) if thrown else _said(source, got, want))


def _line(failure):
    return (failure.test.lineno or 0) + failure.example.lineno + 1


def _message(failure):
    thrown = getattr(failure, "exc_info", None)
    if thrown:
        return "%s threw %s: %s" % (failure.example.source.strip(), thrown[0].__name__, thrown[1])
    return _said(failure.example.source, failure.got, failure.example.want)


def _said(source, got, want):
    source, got, want = (text.strip() for text in (source, got, want))
    if "\n" not in source + got + want:
        return "%s gave %s, expected %s" % (source, got or "nothing", want or "nothing")
    return "\n".join(["doctest: another output", source, "Expected:", want, "Got:", got])


def _at_example(test, line, message):
    """An error without a call of the program: the doctest itself is where it happened."""
    frame = _frame_of(test)
    path = os.path.abspath(test.filename or "")
    described = {"name": "DocTestFailure", "message": message, "stack": "Error\n    at %s (%s:%d:1)" % (test.name, path, line)}
    try:
        return dict(described, site=failures.site_of([(frame, line)]))
    except Exception:
        return described


def _described(test, line, thrown):
    """The exception of an example, at the place of the program that threw it; at the example, if that threw it itself."""
    described = failures.error(thrown[1], thrown[2])
    if "site" in described:
        site = described["site"]
        return dict(described, site=dict(site, frames=site["frames"] + failures.frames_of([(_frame_of(test), line)])))
    return dict(_at_example(test, line, described["message"]), name=described["name"])


def _frame_of(test):
    """As a call whose variables are what the examples have made."""
    module = vars(sys.modules.get(test.globs.get("__name__")) or types.ModuleType(""))
    made = {name: value for name, value in test.globs.items() if name not in module and name != "getfixture"}
    code = types.SimpleNamespace(co_name=test.name, co_filename=os.path.abspath(test.filename or ""))
    return types.SimpleNamespace(f_locals=made, f_globals=test.globs, f_code=code)
