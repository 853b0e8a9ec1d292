"""Runs in an interpreter beside the debuggee. Parses; runs nothing. A list of expressions comes in, each in the forms that it may have; a list of
errors goes out.
"""

import ast
import json
import re
import sys


def error(text):
    try:
        compile(text.strip(), "<expression>", "eval", getattr(ast, "PyCF_ALLOW_TOP_LEVEL_AWAIT", 0) | ast.PyCF_ONLY_AST)
    except SyntaxError as problem:
        return problem.msg
    except (ValueError, MemoryError, RecursionError) as problem:
        return str(problem)


#: What only the form of an f-string can say: of its conversion, and of a backslash, which Python before 3.12 does not take there.
OF_FORMAT = re.compile("conversion|cannot include")


def error_of(forms):
    errors = [error(text) for text in forms]
    return None if None in errors else next(filter(OF_FORMAT.search, errors), errors[0])


sys.stdout.write(json.dumps([error_of(forms) for forms in json.loads(sys.stdin.read())]))
