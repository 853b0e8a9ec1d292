"""Runs in an interpreter beside the debuggee. Parses; runs nothing. A list of texts comes in, a list of errors goes out."""

import ast
import json
import sys


def error(text):
    try:
        compile(text.strip(), "<expression>", "eval", getattr(ast, "PyCF_ALLOW_TOP_LEVEL_AWAIT", 0) | ast.PyCF_ONLY_AST)
    except SyntaxError as problem:
        return problem.msg
    except (ValueError, MemoryError, RecursionError) as problem:
        return str(problem)


sys.stdout.write(json.dumps([error(text) for text in json.loads(sys.stdin.read())]))
