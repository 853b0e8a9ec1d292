"""Runs inside the debuggee: what the code and the text of a function say of a place in it, for a call that is to begin again."""

import ast
import dis
import os
import tokenize

MAX_TEXT = 4_000_000
WRITES = ("STORE_FAST", "DELETE_FAST", "STORE_DEREF", "DELETE_DEREF")
MAY_BE_UNBOUND = ("LOAD_FAST_CHECK", "DELETE_FAST", "LOAD_DEREF", "LOAD_CLASSDEREF", "DELETE_DEREF")
PROLOGUE = ("RESUME", "COPY_FREE_VARS", "MAKE_CELL", "RETURN_GENERATOR", "GEN_START")
LOOPS = (ast.For, ast.While, ast.AsyncFor)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
TRIES = (ast.Try, getattr(ast, "TryStar", ast.Try))


# The code.

def line_starts(code):
    """Offsets of operations that begin a line, with the line."""
    return [(offset, line) for offset, line in dis.findlinestarts(code) if line is not None]


def first_statement(code):
    """The offset and the line of what a call runs first; None where Python can begin no line there."""
    before = None
    for each in dis.get_instructions(code):
        if each.opname in PROLOGUE or (each.opname == "POP_TOP" and before == "RETURN_GENERATOR"):
            before = each.opname
        else:
            line = dict(line_starts(code)).get(each.offset)
            return None if line is None else (each.offset, line)
    return None


def has_far_jumps(code):
    """True if an operation of the code has an argument that does not fit into it."""
    return any(each.opname == "EXTENDED_ARG" for each in dis.get_instructions(code))


def loop_ranges(code):
    """From and to which offset an iterator is on the stack."""
    return [(each.offset, each.argval) for each in dis.get_instructions(code) if each.opname == "FOR_ITER"]


def within(ranges, offset):
    return any(first < offset <= last for first, last in ranges)


def line_before(code, first):
    """A line to go to before the first one, from where Python can only mean the start of that: where it has the choice between several
    places of a line, it takes one in the loop that it stands in, which would go on with the next item. None: there is none, 0: none is needed.
    """
    ranges = loop_ranges(code)
    starts = line_starts(code)
    if not any(within(ranges, offset) for offset, line in starts if line == first):
        return 0
    others = {}
    for offset, line in starts:
        others.setdefault(line, []).append(offset)
    plain = [line for line, offsets in others.items() if line != first and not any(within(ranges, each) for each in offsets)]
    return plain[0] if plain else None


def written(code):
    """Names that operations of a code assign or delete, with the line and the offset of each."""
    found, line, lines = [], None, dict(line_starts(code))
    for each in dis.get_instructions(code):
        line = lines.get(each.offset, line)
        if each.opname.startswith(WRITES):
            names = each.argval if type(each.argval) is tuple else (each.argval,)
            if each.opname.startswith("STORE_FAST_LOAD"):
                names = names[:1]
            found += [(name, line, each.offset) for name in names]
    return found


def written_inside(code):
    """Names that functions made by it may assign."""
    inner = [each for each in code.co_consts if type(each) is type(code)]
    found = {name for each in inner for name, _, _ in written(each) if name in each.co_freevars}
    for each in inner:
        found |= {name for name in written_inside(each) if name in each.co_freevars}
    return found


def may_be_unbound(code):
    """Names that it looks up where they may not be bound."""
    return {each.argval for each in dis.get_instructions(code) if each.opname in MAY_BE_UNBOUND}


def argument_names(code):
    number = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)
    return code.co_varnames[:number]


# The text.

def source_of(code, patched):
    """The text that a code was compiled from, and how many lines further down the code stands; None where it is not known."""
    if patched is not None:
        known = patched.text_of(code)
        if known is not None:
            return known
    name = code.co_filename
    if not os.path.isfile(name) or os.path.getsize(name) > MAX_TEXT:
        return None
    try:
        with tokenize.open(name) as file:
            text = file.read()
        compiled = compile(text, name, "exec", 0, True)
    except (OSError, SyntaxError, ValueError):
        return None
    return (text, 0) if is_in(code, compiled) else None


def is_in(code, compiled):
    return any(is_same(code, each) or is_in(code, each) for each in compiled.co_consts if type(each) is type(code))


def is_same(code, other):
    if (code.co_name, code.co_firstlineno) != (other.co_name, other.co_firstlineno):
        return False
    if code.co_code == other.co_code and code.co_names == other.co_names:
        return True
    # pytest writes more into them, on the lines that there are.
    is_rewritten = any(each.startswith("@py") for each in (*code.co_names, *code.co_varnames))
    return is_rewritten and {line for _, line in line_starts(code)} == {line for _, line in line_starts(other)}


def node_of(code, text, down):
    """The definition of a function."""
    for each in ast.walk(ast.parse(text)):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and each.name == code.co_name:
            first = min([each.lineno] + [decorator.lineno for decorator in each.decorator_list])
            if first + down == code.co_firstlineno:
                return each
    return None


def own_nodes(node):
    """All below a definition, without those of functions and classes in it."""
    for each in node.body:
        yield each
        yield from inner_nodes(each)


def inner_nodes(node):
    if isinstance(node, SCOPES):
        return
    for each in ast.iter_child_nodes(node):
        yield each
        yield from inner_nodes(each)


def is_inside(node, line, is_begun):
    """True if a line is one of a node, of whose first line at least something has run."""
    return node.lineno < line <= node.end_lineno or (node.lineno == line and is_begun)


def left_open(node, line, is_begun):
    """The block that would be left without its end, or cannot be left there: a part of a sentence, and the line that it is about; None if there is no
    such block.
    """
    for each in own_nodes(node):
        for handler in each.handlers if isinstance(each, TRIES) else ():
            if handler.lineno <= line <= handler.end_lineno:
                return "an exception is being handled there, in the except of line %d", handler.lineno
        if not is_inside(each, line, is_begun) if hasattr(each, "lineno") else True:
            continue
        if isinstance(each, TRIES) and each.finalbody and line >= each.finalbody[0].lineno:
            return "it stands within a finally, from line %d on, which has an exception or a result to go on with", each.finalbody[0].lineno
        if isinstance(each, TRIES) and each.finalbody:
            return "it stands within the try of line %d, whose finally would be left out", each.lineno
        if isinstance(each, (ast.With, ast.AsyncWith)):
            return "it stands within the with of line %d, which would be left without its exit", each.lineno
        if isinstance(each, COMPREHENSIONS):
            return "it stands within the comprehension of line %d, whose own variables would stay", each.lineno
    return None


def at_statement(node, line, starts, at):
    """True if an offset in a line is the start of a statement of it, of whose lines nothing has run."""
    for each in own_nodes(node):
        if isinstance(each, ast.stmt) and each.lineno == line:
            last = max(line, each.body[0].lineno - 1) if getattr(each, "body", None) else each.end_lineno
            return all(offset >= at for offset, one in starts if line <= one <= last)
    return False


def has_blocks(node):
    """True if a node has blocks that are left otherwise than by their end, or have an end of their own."""
    found = list(own_nodes(node))
    if any(isinstance(each, (*TRIES, ast.With, ast.AsyncWith, ast.Break, ast.Continue, getattr(ast, "Match", ast.Try))) for each in found):
        return True
    return any(isinstance(each, ast.Return) for loop in found if isinstance(loop, LOOPS) for each in inner_nodes(loop))


def may_have_run(node, line, offset, at_line, at_offset):
    """True if an operation may have run before the one that a call is at. Loops go back to code that is further down."""
    if line is None or line < at_line or (line == at_line and offset < at_offset):
        return True
    around = [each for each in own_nodes(node) if isinstance(each, LOOPS) and each.lineno <= at_line <= each.end_lineno]
    return any(each.lineno <= line <= each.end_lineno for each in around)
