import sys


def down(count):
    if count == 0:
        bottom = 0
        return bottom
    above = down(count - 1)
    return above + 1


sys.setrecursionlimit(10_000)
print(down(3_000))
