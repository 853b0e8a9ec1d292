import sys, time
from types import SimpleNamespace

ticks = 0
state = SimpleNamespace(label='idle')


def tick():
    global ticks
    ticks += 1  # @tick
    if state.label == 'leave': sys.exit(7)


print('idle', flush=True)
while True:
    time.sleep(float(sys.argv[1] if len(sys.argv) > 1 else 3_600_000) / 1_000)
    tick()
