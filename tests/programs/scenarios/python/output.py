import sys, time


def split():
    euro = '€'.encode()
    sys.stdout.buffer.write(euro[:1])
    sys.stdout.buffer.flush()
    time.sleep(0.05)
    sys.stdout.buffer.write(euro[1:])


def flood():
    line = 'y' * 99 + '\n'
    for _ in range(100):
        sys.stdout.write(line * 1_000)
    sys.stdout.write('the last line\n')


modes = {
    'first': lambda: sys.stdout.write('first byte'),
    'split': split,
    'flood': flood,
    'stderr': lambda: sys.stderr.write('a complaint\n'),
}
modes[sys.argv[1]]()
