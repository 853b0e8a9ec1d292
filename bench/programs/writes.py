# What watched writes cost: each round prints the least time, in ms, that a million writes take.
import time

WRITES = 1_000_000
# Of those that may be looked at.
FEW = 20_000
REPEATED = 3


class Cart:
    def __init__(self):
        self.total = 0
        self.lines = 0


watched, other = Cart(), Cart()


def write_other():
    for index in range(WRITES):
        other.lines = index


def write_same():
    total = watched.total
    for index in range(FEW):
        watched.total = total


def write_either():
    for index in range(FEW):
        other.total = index


def least(work):
    found = float("inf")
    for repeated in range(REPEATED):
        began = time.perf_counter()
        work()
        found = min(found, time.perf_counter() - began)
    return found * 1e3


for round in range(1_000):
    unwatched = least(write_other)  # the breakpoint
    same = least(write_same) * WRITES / FEW
    either = least(write_either) * WRITES / FEW
    print(f"other {unwatched} same {same} either {either}.", flush=True)
