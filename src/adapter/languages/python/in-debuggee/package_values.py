"""Runs inside the debuggee: tables of polars, elements of documents, errors of pydantic and tasks of Celery, by what they are looked at
for; and what Python's own wrappers hold. Nothing is computed for it.
"""

import sys
import types

from . import describe_values, library_values, object_views
from .exception_texts import is_built_in, text_or_reason
from .read_values import (
    CLASS_TABLE, MISSING, OWN_TABLES, SIMPLE, class_name, clip, facts_of, inherits, instance_dict, is_a, items_of, library, list_head,
)
from .refused_calls import refusing_python

BYTES_SHOWN = 40
TEXT_PARTS = 40
WITHOUT_TAG = ("_Comment", "_ProcessingInstruction", "_Entity")
MAX_TEXT_CHARS = 200
MAX_DIGITS_AT_ONCE = 4000
# Python makes no longer texts of integers in one go.
MAX_DIGITS = 40000


def long_int_text(value, room):
    """All digits of an integer where there is room for them, else how large it is."""
    bits = int.bit_length(value)
    sign = "-" if int.__lt__(value, 0) else ""
    if bits * 0.30103 + 2 > min(room, MAX_DIGITS):
        return "%s<integer of %d bits>" % (sign, bits)
    parts, rest = [], int.__abs__(value)
    while rest:
        rest, part = int.__divmod__(rest, 10 ** MAX_DIGITS_AT_ONCE)
        parts.append(("%d" if rest == 0 else "%%0%dd" % MAX_DIGITS_AT_ONCE) % part)
    return sign + "".join(reversed(parts))


def is_of_functools(value, name, reader):
    """True if a value is of a class in C that the program's functools has, and not of one that was put in its place."""
    module = sys.modules.get("functools")
    cls = type(value)
    if type(module) is not types.ModuleType or vars(module).get(name) is not cls:
        return False
    found = type(CLASS_TABLE(cls).get(reader))
    return id(found) in OWN_TABLES or found is types.MethodDescriptorType


def is_partial(value):
    return is_of_functools(value, "partial", "func")


def is_cached(value):
    return is_of_functools(value, "_lru_cache_wrapper", "cache_info")


def cache_info(value):
    return CLASS_TABLE(type(value))["cache_info"](value)


def wrapper_text(work, value, room, level):
    """One line for what Python itself wraps others in; None for all other values."""
    cls = type(value)
    if cls is slice:
        parts = [(None, value.start), (None, value.stop)] + ([] if value.step is None else [(None, value.step)])
        return describe_values.sequence(work, "slice(", ")", len(parts), parts, room, level)
    if is_partial(value):
        parts = [(None, value.func)] + [(None, each) for each in value.args]
        parts.extend((name + "=", each) for name, each in value.keywords.items() if type(name) is str)
        return describe_values.sequence(work, "partial(", ")", len(parts), parts, room, level)
    if is_cached(value):
        inner, cut = describe_values.text_of(work, object_views.held(value, "__wrapped__"), room - 12, level + 1)
        return clip("<cached %s, %d hits, %d misses>" % ((inner.strip("<>"),) + tuple(cache_info(value))[:2]), room)[0], cut
    if cls is memoryview and value.ndim == 1 and value.contiguous:
        head = bytes(value[: BYTES_SHOWN // max(1, value.itemsize)])
        return clip("<memoryview of %d bytes: %s%s>" % (value.nbytes, repr(head), "…" if len(head) < value.nbytes else ""), room)
    return None


def polars_text(work, value, room, level):
    if is_a(value, "polars", "DataFrame"):
        rows, columns = value.shape
        kinds = ", ".join("%s %s" % pair for pair in list(zip(value.columns, value.dtypes))[:library_values.ITEMS_ASKED])
        head = "DataFrame(%d rows × %d columns: %s)" % (rows, columns, kinds)
        if rows == 0 or columns == 0 or room - len(head) < 12:
            return clip(head, room)[0], True
        shown = value.head(library_values.ROWS_ASKED).rows()
        return head + describe_values.sequence(work, " [", "]", rows, ((None, each) for each in shown), room - len(head), level)[0], True
    if is_a(value, "polars", "Series"):
        head = "Series(%s, %d, %s) " % (describe_values.string_text(value.name, 60)[0], value.len(), value.dtype)
        shown = value.head(library_values.ITEMS_ASKED).to_list()
        inner, cut = describe_values.sequence(work, "[", "]", value.len(), ((None, each) for each in shown), room - len(head), level)
        return head + inner, cut or value.len() > library_values.ITEMS_ASKED
    if is_a(value, "polars", "LazyFrame"):
        return clip("<LazyFrame, not collected>", room)
    expression = object_views.held(value, "_pyexpr") if is_a(value, "polars", "Expr") else MISSING
    return None if expression is MISSING else clip("<Expr %s>" % expression.to_str(), room)


def element_base(value):
    """The class in C that reads an element of lxml or of xml.etree; None for other values."""
    if is_a(value, "lxml.etree", *WITHOUT_TAG):
        return None
    for module, name in (("lxml.etree", "_Element"), ("xml.etree.ElementTree", "Element")):
        if is_a(value, module, name):
            found = vars(sys.modules[module])[name]
            return found if id(type(CLASS_TABLE(found).get("tag"))) in OWN_TABLES else None
    return None


def element_parts(value, base):
    """(tag, attributes, the texts in it, children), whose tag is no text for a comment."""
    tag = base.tag.__get__(value)
    if type(tag) is not str:
        return tag, [], [base.text.__get__(value)], 0
    return tag, list(base.items(value)), list_head(iter(base.itertext(value)), TEXT_PARTS), base.__len__(value)


def tag_parts(value):
    """The same for a tag of Beautiful Soup, which is a tree of tags and texts."""
    attributes_there, inside_it = object_views.held(value, "attrs"), object_views.held(value, "contents")
    if not inherits(attributes_there, dict) or not inherits(inside_it, list):
        return None
    texts, open_parts = [], [list.__iter__(inside_it)]
    for _ in range(10 * TEXT_PARTS):
        if not open_parts or len(texts) >= TEXT_PARTS:
            break
        each = next(open_parts[-1], MISSING)
        if each is MISSING:
            open_parts.pop()
        elif inherits(each, str):
            # Comments and their like are texts of other classes.
            texts.extend([each] if class_name(type(each)) == "NavigableString" else [])
        elif inherits(object_views.held(each, "contents"), list):
            open_parts.append(list.__iter__(object_views.held(each, "contents")))
    return object_views.held(value, "name"), list(dict.items(attributes_there)), texts, list.__len__(inside_it)


def element_text(work, parts, room):
    """`<td class="n"> 'Ada' (1 inside)`"""
    tag, given, texts, count = parts
    pairs = " ".join('%s="%s"' % (name, plain_attribute(item)) for name, item in given[:library_values.ITEMS_ASKED])
    head = "<%s%s>" % (tag if inherits(tag, str) else "!--", " " + pairs if pairs else "")
    said = "".join(str.__getitem__(each, slice(0, MAX_TEXT_CHARS)) for each in texts if inherits(each, str))
    text = describe_values.string_text(" ".join(said.split()), max(8, room - len(head) - 14))[0] if said.strip() else ""
    return clip(" ".join(each for each in (head, text, "(%d inside)" % count if count else "") if each), room)


def plain_attribute(value):
    if inherits(value, list, tuple):
        return " ".join(plain_attribute(each) for each in list_head(iter(items_of(value, 0, library_values.ITEMS_ASKED)), library_values.ITEMS_ASKED) for each in each[1:2])
    return str.__getitem__(value, slice(0, 80)) if inherits(value, str) else "…"


def validation_errors(value):
    """The errors that pydantic found, without the given values, which may be secrets. Its words may be those of an exception of the program, whose
    `__str__` is not called. None for any other error, and if its errors cannot be read."""
    if class_name(type(value)) != "ValidationError":
        return None
    if is_a(value, "pydantic_core", "ValidationError"):
        asked = {"include_url": False, "include_context": False}
        # Early ones know no include_input. It is left out of what is shown.
        found = refusing_python(value.errors, include_input=False, **asked) or refusing_python(value.errors, **asked)
        return found and [{name: each[name] for name in each if name != "input"} for each in found]
    if any(is_a(value, each, "ValidationError") for each in EARLY_PYDANTIC):
        return early_errors(slot_of(value, "raw_errors"), ())
    return None


# Before its core in Rust; also beside that, in pydantic 2.
EARLY_PYDANTIC = ("pydantic.error_wrappers", "pydantic.v1.error_wrappers")
MAX_ERRORS_WITHIN = 20


def early_errors(raw, loc, level=0):
    """The errors of models within models, which lie in lists and each in a wrapper that knows where it is."""
    if level > MAX_ERRORS_WITHIN:
        return []
    if type(raw) is list or type(raw) is tuple:
        return [found for each in raw[:library_values.ITEMS_ASKED] for found in early_errors(each, loc, level + 1)]
    error, place = slot_of(raw, "exc"), slot_of(raw, "_loc")
    loc += place if type(place) is tuple else (place,)
    within = slot_of(error, "raw_errors")
    return early_errors(within, loc, level + 1) if within is not MISSING else [{"loc": loc, "msg": early_message(error)}]


def early_message(error):
    template, own = object_views.class_attribute(error, "msg_template"), instance_dict(error) or {}
    if type(template) is str and all(id(type(each)) in SIMPLE for each in own.values()):
        return template.format(**own)
    is_plain = is_built_in(type(error), "__str__") and all(id(type(each)) in SIMPLE for each in BaseException.args.__get__(error))
    return text_or_reason(error) if is_plain else class_name(type(error))


def slot_of(value, name):
    found = object_views.class_attribute(value, name)
    return found.__get__(value) if type(found) is types.MemberDescriptorType else MISSING


def validation_title(value):
    model = slot_of(value, "model")
    return value.title if model is MISSING else class_name(model)


def validation_text(value, room):
    found = validation_errors(value)
    if found is None:
        return None
    shown = ["%s: %s" % (".".join(map(str, each["loc"])) or "(whole)", each["msg"]) for each in found[:library_values.ITEMS_ASKED]]
    return clip("ValidationError(%s; %s)" % (validation_title(value), "; ".join(shown)), room)


def task_of(value):
    """The task of Celery that a name stands for; MISSING before it is first used, as that would make it."""
    try:
        return object.__getattribute__(value, "__thing")
    except AttributeError:
        return MISSING


def package_text(work, value, room, level):
    """One line for a value of one of these packages; None for others."""
    base = element_base(value)
    if base is not None:
        return element_text(work, element_parts(value, base), room)
    said = object_views.class_attribute(value, "text") if is_a(value, "lxml.etree", *WITHOUT_TAG) else None
    if id(type(said)) in OWN_TABLES:
        return clip("<%s %s>" % (class_name(type(value)).lstrip("_"), describe_values.string_text(said.__get__(value) or "", room)[0]), room)
    if is_a(value, "lxml.etree", "_ElementTree"):
        root, cut = describe_values.text_of(work, vars(sys.modules["lxml.etree"])["_ElementTree"].getroot(value), room - 6, level)
        return "tree: " + root, cut
    if is_a(value, "bs4", "Tag"):
        parts = tag_parts(value)
        return None if parts is None else element_text(work, parts, room)
    if is_a(value, "celery.local", "PromiseProxy"):
        task = task_of(value)
        return clip("<task, not made yet>", room) if task is MISSING else describe_values.text_of(work, task, room, level)
    name = object_views.held(value, "name") if is_a(value, "celery.app.task", "Task") else MISSING
    if type(name) is str:
        return clip("<task %s>" % name, room)
    return polars_text(work, value, room, level) if library(value) == "polars" else None


def package_content(value):
    """As `inside`, for values of these packages and what Python wraps others in; None for others."""
    if is_partial(value):
        return listing([("func", value.func), ("args", value.args), ("keywords", value.keywords)])
    if is_cached(value):
        return listing([("__wrapped__", object_views.held(value, "__wrapped__")), ("cache_info", cache_info(value))])
    found = validation_errors(value) if inherits(value, BaseException) else None
    if found is not None:
        return listing([("title", validation_title(value)), ("errors", found)])
    if not facts_of(type(value)).is_known:
        return None
    base = element_base(value)
    if base is not None:
        parts = [("tag", base.tag.__get__(value)), ("attributes", dict(element_parts(value, base)[1]))]
        parts.extend((name, getattr(base, name).__get__(value)) for name in ("text", "tail"))
        count = len(parts)
        return count + base.__len__(value), lambda start, stop: parts[start:stop] + [
            ("[%d]" % at, base.__getitem__(value, at)) for at in range(max(0, start - count), min(base.__len__(value), max(0, stop - count)))
        ]
    if is_a(value, "bs4", "Tag") and tag_parts(value) is not None:
        return listing([(name, object_views.held(value, name)) for name in ("name", "attrs", "contents")])
    if library(value) == "polars" and is_a(value, "polars", "DataFrame"):
        return value.width, lambda start, stop: [(repr(value.columns[at]), value.to_series(at)) for at in range(start, min(stop, value.width))]
    if library(value) == "polars" and is_a(value, "polars", "Series"):
        return value.len(), lambda start, stop: [
            ("[%d]" % (start + at), item) for at, item in enumerate(value.slice(start, max(0, stop - start)).to_list())
        ]
    if is_a(value, "celery.local", "PromiseProxy"):
        return describe_values.inside(task_of(value)) if task_of(value) is not MISSING else listing([])
    return None


def listing(pairs):
    return len(pairs), lambda start, stop: pairs[start:stop]
