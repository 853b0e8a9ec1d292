"""Locals of a function, of one without any, and what a value holds."""

import sys
import time


def empty():
    return sys


def nested():
    values = [1, 2, {"a": 1}]
    return values


def busy():
    while not globals().get("enough"):
        time.sleep(0.001)


if sys.argv[1:2] == ["busy"]:
    busy()





def main():
    x = 10
    y = 20
    z = x + y
    return z


main()
empty()
nested()
print("done")
print("to stderr", *sys.argv[1:], file=sys.stderr)
