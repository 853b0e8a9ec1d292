# What a traced pass costs: the part that is asked for prints how long each of its passes took.
import sys
import time


def primitives(passes):
    total = 0
    for index in range(passes):
        total += index & 7
    return total


def objects(passes):
    item = {"id": 0, "name": "pen", "tags": ["a", "b"], "size": {"width": 1, "height": 2}}
    for index in range(passes):
        item["id"] = index
    return item["id"]


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def untraced(passes):
    total = 0
    for index in range(passes):
        total += fibonacci(12)
    return total


def once():
    return 1


def most_memory():
    # Of this program alone: what a process is said to have used at most includes what started it.
    with open("/proc/self/status") as file:
        return int(file.read().split("VmHWM:")[1].split()[0]) / 1024


once()
if len(sys.argv) > 1:
    part, passes = sys.argv[1], int(sys.argv[2])
    began = time.perf_counter()
    globals()[part](passes)
    print(f"a pass took {(time.perf_counter() - began) * 1e6 / passes} us")
    print(f"most memory was {most_memory()} MB")
