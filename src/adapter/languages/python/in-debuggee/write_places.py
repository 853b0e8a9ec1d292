"""Runs inside the debuggee: the places that expressions name."""

import ast
import functools
import gc
import inspect
import sys
import types
import weakref

from .expressions import error_text
from .read_values import CLASS_TABLE, LINEAGE, MISSING, class_name, inherits, instance_dict
from .write_items import item_place, length_place, member_place
from .write_place import MODULE_TABLE, Place, Refused, global_place, table_place
from .write_sites import SETTERS, TABLES, TABLE_HINTS, Writers

# What refreshes the dictionary that `locals()` has given to the program, before Python 3.13.
LOOKS_AT_LOCALS = {"locals", "vars", "dir", "eval", "exec"}
NO_PLACE = "it names no place: give a variable, an attribute, an item, or len() of a collection"
PROPERTY = "it is a property: watch the attribute that its setter writes"


def place_of(text, frame):
    """The place that an expression names in a frame. Refused if it names no place, or one that cannot be watched."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        raise Refused("it does not parse") from None
    if type(tree) is ast.Name:
        return variable_place(frame, tree.id)
    if type(tree) is ast.Attribute:
        return attribute_place(value_of(tree.value, frame), tree.attr)
    if type(tree) is ast.Subscript:
        return entry_place(tree, frame)
    if type(tree) is ast.Call and called_name(tree) == "len":
        return length_place(value_of(tree.args[0], frame))
    if type(tree) is ast.Compare and len(tree.ops) == 1 and type(tree.ops[0]) is ast.In:
        return member_place(value_of(tree.left, frame), value_of(tree.comparators[0], frame))
    raise Refused(NO_PLACE)


def value_of(tree, frame):
    code = compile(ast.fix_missing_locations(ast.Expression(tree)), "<string>", "eval")
    # Functions inside of the expression see globals only.
    names = {**frame.f_globals, **frame.f_locals} if any(type(each) is types.CodeType for each in code.co_consts) else None
    try:
        return eval(code, frame.f_globals, frame.f_locals) if names is None else eval(code, names)
    except Exception as error:
        raise Refused("it cannot be evaluated here: " + error_text(error)) from None


def called_name(tree):
    """The function that is called with one argument, by its name."""
    return tree.func.id if type(tree.func) is ast.Name and len(tree.args) == 1 and not tree.keywords else None


def entry_place(tree, frame):
    """An item; one of a table of attributes is the attribute."""
    table, key = tree.value, value_of(key_of(tree), frame)
    if type(key) is str:
        if type(table) is ast.Attribute and table.attr == "__dict__":
            return attribute_place(value_of(table.value, frame), key)
        if type(table) is ast.Call and called_name(table) == "vars":
            return attribute_place(value_of(table.args[0], frame), key)
    return item_place(value_of(table, frame), key)


def key_of(tree):
    """The expression between the brackets; Python 3.8 wraps it."""
    return tree.slice.value if type(tree.slice).__name__ == "Index" else tree.slice


# Variables.

def variable_place(frame, name):
    code = frame.f_code
    if not code.co_flags & inspect.CO_OPTIMIZED and frame.f_locals is not frame.f_globals and name in frame.f_locals:
        return table_place(frame.f_locals, name, Writers(names={name}, variables={name}, hints=TABLE_HINTS, tables=TABLES))
    cell = cell_of(frame, name) if name in code.co_freevars else None
    if cell is not None:
        return Place((id(cell), "cell"), functools.partial(cell_value, cell), Writers(cells={name}))
    if name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars):
        return local_place(frame, name)
    if name in frame.f_globals:
        return global_place(frame.f_globals, name)
    if name in __builtins__:
        raise Refused("it is a name of Python itself, not of the program")
    raise Refused("there is no variable of that name here")


def local_place(frame, name):
    """A variable of a call, which ends with it. One that inner functions share may be written by these, too."""
    code = frame.f_code
    if sys.version_info < (3, 13) and not LOOKS_AT_LOCALS.isdisjoint(code.co_names):
        raise Refused("its function looks at its own variables by locals() or the like, which reading it would change before Python 3.13")
    is_shared = name in code.co_cellvars or name in code.co_freevars
    writers = Writers(cells={name}) if is_shared else Writers(locals={name}, code=code)
    return Place((id(frame), name), lambda: frame.f_locals.get(name, MISSING), writers, frame)


def cell_of(frame, name):
    """The cell of an outer function's variable: known if there is one function that this can be a call of."""
    code, present = frame.f_code, frame.f_locals
    at = code.co_freevars.index(name)
    closures = [
        each.__closure__ for each in gc.get_referrers(code)
        if type(each) is types.FunctionType and each.__code__ is code
        and all(cell_value(cell) is present.get(free, MISSING) for free, cell in zip(code.co_freevars, each.__closure__))
    ]
    cells = {id(each[at]): each[at] for each in closures}
    return cells.popitem()[1] if len(cells) == 1 else None


def cell_value(cell):
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


# Attributes.

def attribute_place(owner, name):
    if type(owner) is types.ModuleType:
        table = MODULE_TABLE(owner)
        if name not in table:
            raise Refused("the module has no such name yet: stop where it has been made")
        return global_place(table, name)
    if inherits(owner, type):
        return class_attribute_place(owner, name)
    if inherits(owner, types.ModuleType):
        raise Refused("its module is of a class of its own")
    own = instance_dict(owner)
    kind, found = in_class(owner, name)
    if kind is None and name.startswith("__") and not name.endswith("__") and (own is None or name not in own):
        name, kind, found = private_name(owner, own, name)
    if type(found) is types.MemberDescriptorType and inherits(owner, found.__objclass__):
        return slot_place(owner, name, found)
    if kind == "data":
        raise Refused(PROPERTY if type(found) is property else "it is kept by a descriptor (%s): watch where that keeps it" % class_name(type(found)))
    if own is None:
        raise Refused("its object has no attributes that a program can write (%s)" % class_name(type(owner)))
    if name not in own and kind is None:
        raise Refused("the object has no such attribute yet: stop where it has been made")
    place = table_place(own, name, Writers(names={name, "__dict__"}, hints=SETTERS | TABLE_HINTS, tables=TABLES))
    refer = reference_to(owner)
    place.table, place.table_now = own, lambda: instance_dict(refer())
    place.reader = lambda table: functools.partial(dict.get, table, name, MISSING)
    return weakly(place, owner)


def in_class(owner, name):
    """The kind of thing that the class has under a name: `data` for a descriptor that decides itself about reading and writing, `plain`, or None."""
    for base in LINEAGE(type(owner)):
        found = CLASS_TABLE(base).get(name, MISSING)
        if found is not MISSING:
            is_data = any("__set__" in CLASS_TABLE(each) or "__delete__" in CLASS_TABLE(each) for each in LINEAGE(type(found)))
            return ("data" if is_data else "plain"), found
    return None, MISSING


def private_name(owner, own, name):
    """`__total` is kept under the name of its class as well."""
    for base in LINEAGE(type(owner)):
        mangled = "_%s%s" % (class_name(base).lstrip("_"), name)
        kind, found = in_class(owner, mangled)
        if kind is not None or own is not None and mangled in own:
            return mangled, kind, found
    return name, None, MISSING


def slot_place(owner, name, member):
    get = member.__get__
    refer = reference_to(owner)

    def read():
        try:
            return get(refer())
        except AttributeError:
            return MISSING

    return weakly(Place((id(owner), name), read, Writers(names={name}, hints=SETTERS)), owner)


def reference_to(owner):
    try:
        return weakref.ref(owner)
    except TypeError:
        if any("__del__" in CLASS_TABLE(each) for each in LINEAGE(type(owner))):
            raise Refused("its object has a __del__ and slots without __weakref__: watching would keep it alive") from None
        return lambda: owner


def weakly(place, owner):
    """The place of an object lives no longer than it does without us."""
    try:
        place.held = (weakref.ref(owner, lambda _: place.end("its object is gone")),)
    except TypeError:
        place.held = (owner,)
    return place


def class_attribute_place(owner, name):
    table = CLASS_TABLE(owner)
    if name not in table:
        base = next((each for each in LINEAGE(owner) if name in CLASS_TABLE(each)), None)
        if base is None:
            raise Refused("the class has no such attribute yet: stop where it has been made")
        raise Refused("it is inherited: watch %s.%s" % (class_name(base), name))
    if type(table[name]) is types.MemberDescriptorType:
        raise Refused("it is a slot: watch that of an object")
    read = functools.partial(types.MappingProxyType.get, table, name, MISSING)
    return Place((id(owner), name), read, Writers(names={name}, hints=SETTERS))
