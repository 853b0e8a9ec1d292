import threading
import time


def total(limit):
    sum = 0
    while sum < limit:
        sum = sum + 1
    return sum


for _ in range(4):
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
worker = threading.Thread(target=total, args=(10**9,))
worker.start()
worker.join()
