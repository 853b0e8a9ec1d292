/** Four threads count in variables of one closure, each in its own: a count is smaller where another thread's was written back. */
export const COUNTING_THREADS = `import sys, threading

sys.setswitchinterval(1e-6)

def count(passes):
    a = b = c = d = 0

    def target(which):
        for _ in range(passes):
            add(which)
            for _ in pauses(which):
                pass

    def add(which):
        nonlocal a, b, c, d
        if which == 0:
            a += 1
        elif which == 1:
            b += 1
        elif which == 2:
            c += 1
        else:
            d += 1

    def pauses(which):
        nonlocal a, b, c, d
        for step in (1, 2):
            yield
            if which == 0:
                a += step
            elif which == 1:
                b += step
            elif which == 2:
                c += step
            else:
                d += step

    threads = [threading.Thread(target=target, args=(each,)) for each in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return a, b, c, d
`;

/** The result of `count(passes)`. */
export const countsOf = (passes: number) =>
  `(${Array(4)
    .fill(4 * passes)
    .join(', ')})`;
