import os
import time


def work(passes):
    total = 0
    for index in range(passes):
        total += index % 7
        twice = total * 2
    return total


began = time.process_time()
work(int(os.environ.get("PASSES", "100000")))
took = time.process_time() - began
print(took)
