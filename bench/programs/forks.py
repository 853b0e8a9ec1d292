# Starts processes in pairs, one after the other: one that is followed, and one that does not know of a debugger. In the end it writes
# the processor time of each, in milliseconds, to the file that is named last.
import json
import os
import subprocess
import sys

pairs, result = sys.argv[1:]
child = os.path.join(os.path.dirname(os.path.abspath(__file__)), "forked.py")
taken = {"followed": [], "alone": []}
# Both are started by a shell, which takes another variable from the first, so that they differ in nothing else.
UNSET = {"followed": "OF_NOBODY", "alone": "PYTHONPATH"}


def run(kind):
    script = 'unset %s; exec "$0" "$1"' % UNSET[kind]
    process = subprocess.Popen(["/bin/sh", "-c", script, sys.executable, child])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status != 0:
        raise SystemExit("a child ended with %d" % status)
    taken[kind].append((usage.ru_utime + usage.ru_stime) * 1000)


for pair in range(int(pairs)):
    # Neither is always the second.
    for kind in ("followed", "alone") if pair % 2 else ("alone", "followed"):
        run(kind)
with open(result, "w") as file:
    json.dump(taken, file)
