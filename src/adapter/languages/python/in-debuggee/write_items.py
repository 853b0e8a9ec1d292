"""Runs inside the debuggee: what is in collections, as places whose writes can be watched."""

import collections
import functools
import sys
import types

from .read_values import CLASS_TABLE, LINEAGE, MISSING, class_name, inherits
from .write_place import MODULE_TABLE, Place, Refused, global_place
from .write_sites import HINTS, Writers

SIMPLE_KEYS = (str, int, float, bool, bytes, type(None))
SEQUENCES = (list, bytearray, collections.deque)
COLLECTIONS = (*SEQUENCES, dict, set)
FIXED = (tuple, str, bytes, frozenset, range)


def item_place(owner, key):
    base = base_among(owner, (dict, *SEQUENCES))
    if base is None:
        raise Refused(fixed_reason(owner) or "its class (%s) finds items by code of its own: watch what that reads" % class_name(type(owner)))
    if base is dict:
        return dict_item_place(owner, key)
    if type(key) is not int:
        raise Refused("its index is no integer")
    length = base.__len__(owner)
    at = key + length if key < 0 else key
    if not 0 <= at < length:
        raise Refused("there is no such item yet: watch len() of it, or stop where it has been made")
    get, size = base.__getitem__, base.__len__
    read = lambda: get(owner, at) if at < size(owner) else MISSING
    return Place((id(owner), at), read, Writers(items=True, hints=HINTS[base], collection=base))


def dict_item_place(owner, key):
    if not is_safe_key(key):
        raise Refused("its key is compared by code of the program (%s)" % class_name(type(key)))
    module = sys.modules.get(owner.get("__name__")) if type(owner) is dict and type(owner.get("__name__")) is str else None
    if type(key) is str and type(module) is types.ModuleType and MODULE_TABLE(module) is owner:
        return global_place(owner, key)
    hints = HINTS[dict] | {"defaultdict"} if inherits(owner, collections.defaultdict) else HINTS[dict]
    writers = Writers(items=True, hints=hints, collection=dict, reads=inherits(owner, collections.defaultdict))
    return Place((id(owner), "item", type(key), key), functools.partial(dict.get, owner, key, MISSING), writers)


def length_place(owner):
    base = base_among(owner, COLLECTIONS)
    if base is None:
        raise Refused(fixed_reason(owner) or "the length of %s is said by code of its own" % class_name(type(owner)))
    writers = Writers(items=True, hints=HINTS[base], collection=base, reads=inherits(owner, collections.defaultdict))
    return Place((id(owner), "len"), functools.partial(base.__len__, owner), writers)


def member_place(key, owner):
    base = base_among(owner, (set, dict))
    if base is None:
        raise Refused(fixed_reason(owner) or "what is in it is found out by comparing (%s): watch len() of it" % class_name(type(owner)))
    if not is_safe_key(key):
        raise Refused("it is compared by code of the program (%s)" % class_name(type(key)))
    writers = Writers(items=True, hints=HINTS[base], collection=base, reads=inherits(owner, collections.defaultdict))
    return Place((id(owner), "in", type(key), key), functools.partial(base.__contains__, owner, key), writers)


def base_among(owner, bases):
    return next((each for each in bases if inherits(owner, each)), None)


def fixed_reason(owner):
    base = base_among(owner, FIXED)
    return None if base is None else "a %s cannot change: watch what holds it" % class_name(base)


def is_safe_key(key):
    if type(key) is tuple:
        return all(map(is_safe_key, key))
    if type(key) in SIMPLE_KEYS:
        return True
    # By identity.
    hashes = [CLASS_TABLE(each) for each in LINEAGE(type(key))]
    found = [next((table[name] for table in hashes if name in table), None) for name in ("__hash__", "__eq__")]
    return found[0] is object.__dict__["__hash__"] and found[1] is object.__dict__["__eq__"]
