"""Prints for each Python file given, by its path, as JSON: the names that it uses and does not have, those that it has, those that it does not
use of what it imports, what it imports from modules beside it, all of it and at first, and which others. No file is run.
"""

import ast
import builtins
import json
import symtable
import sys


def names_of(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    tree, table = ast.parse(text), symtable.symtable(text, path, "exec")
    symbols = table.get_symbols()
    own = {each.get_name() for each in symbols if each.is_assigned() or each.is_namespace()}
    imported = {each.get_name() for each in symbols if each.is_imported()}
    used = set(globals_used(table))
    return {
        "unbound": sorted(each for each in used - own - imported if not hasattr(builtins, each) and not each.startswith("__")),
        "own": sorted(own),
        "unused": sorted(imported - used),
        "imports": list(
            [each.module or name.name, name.name if each.module else None]
            for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) and each.level == 1
            for name in each.names
        ),
        "others": sorted(
            {name for each in ast.walk(tree) if isinstance(each, ast.Import) for name in (alias.name for alias in each.names)}
            | {each.module for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) and each.level == 0}
        ),
        "first": [each.module or name.name for each in tree.body if isinstance(each, ast.ImportFrom) and each.level == 1 for name in each.names],
    }


def globals_used(table):
    for each in table.get_symbols():
        is_module = table.get_type() == "module"
        if each.is_referenced() if is_module else each.is_global():
            yield each.get_name()
    for each in table.get_children():
        yield from globals_used(each)


print(json.dumps({path: names_of(path) for path in sys.argv[1:]}))
