"""Runs inside a traced process: what the written source of a function says that its code does not: where statements begin, which
lines belong to a loop, what is decided where, and how calls are written.
"""

from .unwarned import Unwarned

ONLY_TREE = 0x400
FUNCTIONS = ("FunctionDef", "AsyncFunctionDef", "Lambda")
DEFINITIONS = FUNCTIONS + ("ClassDef",)
LOOPS = ("For", "AsyncFor", "While")
TRIES = ("Try", "TryStar")
# By path: the tree of a file and its lines; None where they cannot be had.
TREES = {}


def kind_name(node):
    return type(node).__name__


def children_of(node):
    for name in node._fields:
        item = getattr(node, name, None)
        if isinstance(item, list):
            for each in item:
                if hasattr(each, "_fields"):
                    yield each
        elif hasattr(item, "_fields"):
            yield item


def tree_of(path):
    if path in TREES:
        found = TREES[path]
    else:
        try:
            with open(path, "rb") as file:
                text = file.read()
            with Unwarned():
                found = compile(text, path, "exec", ONLY_TREE, True), text.splitlines()
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            found = None
        TREES[path] = found
    return found


def first_line(node):
    decorators = getattr(node, "decorator_list", None)
    return min([node.lineno] + [each.lineno for each in decorators]) if decorators else node.lineno


def definitions_in(tree):
    """The functions, lambdas and classes of a module, by the name of their code and its first line."""
    found, waiting = {}, [tree]
    while waiting:
        node = waiting.pop()
        kind = kind_name(node)
        if kind in DEFINITIONS:
            name = "<lambda>" if kind == "Lambda" else node.name
            found.setdefault((name, first_line(node)), node)
            found.setdefault((name, node.lineno), node)
        waiting.extend(children_of(node))
    return found


def node_of(tree, code):
    """The function, class or module whose code it is."""
    if code.co_name == "<module>":
        return tree
    name = "Lambda" if code.co_name == "<lambda>" else code.co_name
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        kind = kind_name(node)
        if kind in DEFINITIONS and (kind == name or getattr(node, "name", None) == name):
            if first_line(node) == code.co_firstlineno or node.lineno == code.co_firstlineno:
                return node
        waiting.extend(children_of(node))
    return None


def stored_names(node):
    """The names that a statement or expression gives values to, without those in functions that it defines."""
    found = set()
    waiting = [node]
    while waiting:
        each = waiting.pop()
        kind = kind_name(each)
        if kind == "Name" and kind_name(each.ctx) != "Load":
            found.add(each.id)
        elif kind in ("FunctionDef", "AsyncFunctionDef", "ClassDef"):
            found.add(each.name)
            continue
        elif kind == "alias":
            found.add((each.asname or each.name).split(".")[0])
        elif kind in ("MatchAs", "MatchStar") and each.name:
            found.add(each.name)
        elif kind == "MatchMapping" and each.rest:
            found.add(each.rest)
        elif kind == "Lambda":
            continue
        waiting.extend(children_of(each))
    return found


def assigned_names(node):
    """The names that a function gives values to anywhere in it."""
    found = set()
    for each in getattr(node, "body", None) or [] if isinstance(getattr(node, "body", None), list) else []:
        found |= stored_names(each)
        found |= {handler.name for handler in handlers_in(each) if handler.name}
    return found


def handlers_in(node):
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if kind_name(each) == "ExceptHandler":
            yield each
        if kind_name(each) not in FUNCTIONS + ("ClassDef",):
            waiting.extend(children_of(each))


def header_of(node):
    """The parts of a compound statement that come before its body."""
    kind = kind_name(node)
    if kind in ("If", "While"):
        return [node.test]
    if kind in ("For", "AsyncFor"):
        return [node.target, node.iter]
    if kind in ("With", "AsyncWith"):
        return [part for item in node.items for part in (item.context_expr, item.optional_vars) if part is not None]
    if kind == "Match":
        return [node.subject]
    return []


def is_always_true(node):
    kind = kind_name(node)
    return kind in ("Constant", "NameConstant", "Num") and bool(getattr(node, "value", getattr(node, "n", None)))


def written(lines, node):
    """The text of an expression that stands on one line."""
    if node.lineno != node.end_lineno:
        return None
    # Columns of the tree count bytes.
    text = lines[node.lineno - 1][node.col_offset: node.end_col_offset]
    return text.decode("utf-8", "replace")
