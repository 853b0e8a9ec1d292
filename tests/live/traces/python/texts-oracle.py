"""Describes random values that change from time to time, as the tracer does that remembers what they held before, and from scratch. Prints how many
were described, and as JSON the texts that differ.

Usage: texts-oracle.py <folder of shared modules> <folder of the tracer> <seed>.
"""

import json
import os
import random
import sys
from importlib.machinery import SourceFileLoader

LEAVES = [
    0, 1, True, False, None, -0.0, 0.0, 1.0, float("nan"), float("inf"), "", "a", "100%", "%s", "é\n'\"", "\ud800", "x" * 39, -5, 10 ** 40,
    0.1, object(), b"x",
]


def value(chance, depth):
    kind = chance.randrange(10)
    if depth > 3 or kind < 5 and depth > 0:
        return chance.choice(LEAVES)
    size = chance.randrange(6)
    if kind < 7:
        return [value(chance, depth + 1) for _ in range(size)]
    if kind < 8:
        return tuple([value(chance, depth + 1) for _ in range(size)])
    return {chance.choice(["a", "b", "c", "%d", "\n", 1, "é"]): value(chance, depth + 1) for _ in range(size)}


def change(chance, old):
    if chance.random() < 0.3 or type(old) is tuple or not old:
        return value(chance, 0)
    if type(old) is list:
        old[chance.randrange(len(old))] = value(chance, 1)
        if chance.random() < 0.2:
            old.append(value(chance, 1))
        if chance.random() < 0.1:
            old.pop()
        return old
    old[chance.choice(list(old))] = value(chance, 1)
    if chance.random() < 0.2:
        old[chance.choice("abc")] = value(chance, 1)
    if chance.random() < 0.1:
        old.pop(next(iter(old)))
    return old


def main(shared_folder, trace_folder, seed):
    names, path = {"__name__": "texts_oracle"}, os.path.join(shared_folder, "own_files.py")
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), names)
    package = names["load_package"]("mcp_debugger_trace", trace_folder, SourceFileLoader)
    values = package.module("trace_values")
    values.TEXT_LENGTH[0] = 160
    new_again = package.module("trace_texts").TextAgain
    chance = random.Random(seed)
    count, others = 0, []
    for _ in range(1000):
        again, present = new_again(), value(chance, 0)
        for _ in range(12):
            present = change(chance, present)
            if type(present) not in (dict, list, tuple):
                continue
            found = again.described(present, type(present))
            if found is not None:
                count += 1
                wanted = values.described(present)
                if found != wanted:
                    others.append([found["text"], wanted["text"]])
    print(json.dumps({"count": count, "others": others[:5]}))


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
