import time

ticks = 0


def tick():
    global ticks
    ticks += 1
    time.sleep(0.02)


while True:
    tick()
