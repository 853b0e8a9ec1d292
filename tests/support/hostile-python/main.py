import sys
import hostile
write = sys.stdout.write
hostile.begin(sys.argv[1])


def f(order):
    total = 0
    i = 0
    while i < order["n"]:
        total += i * 1009
        i += 1
    return total


RESULT = f(hostile.ORDER)
hostile.end()
write("total %d\n" % RESULT)
