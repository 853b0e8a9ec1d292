import type { SeededProgram } from './generate.ts';

const python = (
  name: string,
  kinds: SeededProgram['kinds'],
  text: string,
  more: Partial<SeededProgram> = {},
): SeededProgram => ({ name, language: 'python', file: 'main.py', kinds, text, timeoutMs: 1_500, ...more });

/** Python programs that hang, each in one way. */
export const PYTHON_HANGS: readonly SeededProgram[] = [
  python(
    'flag-never-set',
    ['busy loop'],
    `
class $a:
    done = False

def $b($c):
    $d = 0
    while not $c.done:  # @here
        $d += 1
    return $d

$e = $a()
$e.done = False
print($b($e))
`,
  ),
  python(
    'flag-of-the-class',
    ['busy loop'],
    `
class $a:
    done = False

class $b($a):
    rounds = 0

def $c($d):
    while not $d.done:  # @here
        $d.rounds += 1
    return $d.rounds

print($c($b()))
`,
  ),
  python(
    'flag-in-a-slot',
    ['busy loop'],
    `
class $a:
    __slots__ = ("done", "rounds")

    def __init__(self):
        self.done = False
        self.rounds = 0

def $b($c):
    while not $c.done:  # @here
        $c.rounds += 1
    return $c.rounds

print($b($a()))
`,
  ),
  python(
    'loop-that-calls',
    ['busy loop'],
    `
def $a($b):
    $c = 0
    for i in range(1000):
        $c += i * $b
    return $c

def $d($e):
    $f = 0
    while $e["open"]:  # @here
        $f = ($f + $a(3)) % 11
    return $f

print($d({"open": True}))
`,
  ),
  python(
    'wrong-direction',
    ['busy loop'],
    `
def $a($b):
    $c = 1
    while $c < $b:  # @here
        $c -= 1
    return $c

$a(100)
`,
  ),
  python(
    'sum-without-end',
    ['busy loop'],
    `
import itertools

def $a($b):
    return $b + 1

def $c():
    return sum($a($d) for $d in itertools.count())  # @here

$c()
`,
  ),
  python(
    'items-without-end',
    ['busy loop'],
    `
import itertools

def $a($b):
    return $b + 1

def $c():
    for $d in map($a, itertools.cycle([1, 2])):  # @here
        $a($d)

$c()
`,
  ),
  python(
    'thread-loops',
    ['busy loop'],
    `
import threading

def $a():
    $b = 0
    while True:  # @here
        $b = ($b + 1) % 1000

$c = threading.Thread(target=$a)
$c.start()
$c.join()
`,
  ),
  python(
    'future-never-set',
    ['waiting'],
    `
import asyncio

async def $a($b):
    return await $b  # @here

async def $c():
    $d = asyncio.get_running_loop().create_future()
    await $a($d)

asyncio.run($c())
`,
  ),
  python(
    'async-poll',
    ['busy event loop'],
    `
import asyncio

$a = {"ready": False}

async def $b():
    while not $a.get("ready"):  # @here
        await asyncio.sleep(0.001)

asyncio.run($b())
`,
  ),
  python(
    'sleeps-for-ever',
    ['blocked call'],
    `
import time

def $a($b):
    time.sleep($b)  # @here

$a(36000)
`,
  ),
  python(
    'loops-over-a-silent-socket',
    ['blocked call'],
    `
import socket

def $a($b):
    while True:
        if not $b.recv(16):  # @here
            break

$c, $d = socket.socketpair()
$a($c)
`,
  ),
  python(
    'child-never-ends',
    ['blocked call'],
    `
import subprocess

def $a($b):
    return subprocess.run($b)  # @here

$a(["sleep", "300"])
`,
  ),
  python(
    'two-locks',
    ['deadlock'],
    `
import threading
import time

$a = threading.Lock()
$b = threading.Lock()

def $c():
    with $a:
        time.sleep(0.2)
        with $b:  # @here
            print("never")

def $d():
    with $b:
        time.sleep(0.2)
        with $a:  # @here
            print("never")

$e = [threading.Thread(target=$c), threading.Thread(target=$d)]
for each in $e:
    each.start()
for each in $e:
    each.join()
`,
  ),
  python(
    'blocked-event-loop',
    ['blocked call'],
    `
import asyncio, socket

async def $a():
    while True:
        await asyncio.sleep(0.1)

async def $b():
    $c = socket.socket()
    $c.bind(("127.0.0.1", 0))
    $c.listen()
    $c.accept()  # @here

async def $d():
    $e = asyncio.create_task($a())
    await $b()

asyncio.run($d())
`,
  ),
  python(
    'loop-in-a-coroutine',
    ['busy loop'],
    `
import asyncio

async def $a($b):
    while not $b["done"]:  # @here
        $b["rounds"] += 1

async def $c():
    await $a({"done": False, "rounds": 0})

asyncio.run($c())
`,
  ),
  python(
    'child-with-full-pipe',
    ['blocked call'],
    `
import subprocess, sys

$a = subprocess.Popen([sys.executable, "-c", "print('x' * 1000000)"], stdout=subprocess.PIPE)
$a.wait()  # @here
`,
  ),
  python(
    'two-locks-of-tasks',
    ['deadlock'],
    `
import asyncio

async def $a($b, $c):
    async with $b:
        await asyncio.sleep(0.1)
        async with $c:  # @here
            print("never")

async def $d():
    while True:
        await asyncio.sleep(0.02)

async def $e():
    $f = [asyncio.Lock(), asyncio.Lock()]
    asyncio.create_task($d())
    await asyncio.gather($a($f[0], $f[1]), $a($f[1], $f[0]))

asyncio.run($e())
`,
  ),
  python(
    'own-lock-again',
    ['deadlock'],
    `
import threading

$a = threading.Lock()

def $b():
    with $a:  # @here
        print("never")

def $c():
    with $a:
        $b()

$c()
`,
  ),
  python(
    'joins-a-thread-that-waits',
    ['waiting'],
    `
import asyncio, threading

async def $a():
    await asyncio.get_running_loop().create_future()  # @here

$b = threading.Thread(target=lambda: asyncio.run($a()))
$b.start()
$b.join()
`,
  ),
  python(
    'endless-regex',
    ['blocked call'],
    `
import re

def $a($b):
    return re.match(r"(a+)+$", $b)  # @here

$a("a" * 60 + "b")
`,
  ),
];

/** Python programs that take their time and are all right. */
export const PYTHON_FINE: readonly SeededProgram[] = [
  python(
    'sentinel-that-may-come',
    ['busy'],
    `
def $a():
    return 1

def $b():
    return sum(iter($a, 0))  # @here

$b()
`,
  ),
  python(
    'sum-over-many',
    ['progressing'],
    `
def $a($b):
    return $b * $b

def $c($d):
    return sum($a($e) for $e in range($d))

$c(10 ** 11)
`,
  ),
  python(
    'idle-socket-server',
    ['idle'],
    `
import socketserver

with socketserver.TCPServer(("127.0.0.1", 0), socketserver.BaseRequestHandler) as $a:
    $a.serve_forever()  # @here
`,
  ),
  python(
    'idle-accept',
    ['idle'],
    `
import socket

def $a($b):
    while True:
        $c, _ = $b.accept()  # @here
        $c.close()

with socket.create_server(("127.0.0.1", 0)) as $d:
    $a($d)
`,
  ),
  python(
    'idle-server-with-objects-around-its-sockets',
    ['idle'],
    `
import select, socket

class Listener:
    def __init__(self):
        self.name = "$e"
        self.sock = socket.create_server(("127.0.0.1", 0))

    def fileno(self):
        return self.sock.fileno()

def $a($b):
    while True:
        select.select($b, [], [], 60)  # @here

$a([Listener()])
`,
  ),
  python(
    'idle-asyncio-server',
    ['idle'],
    `
import asyncio

async def $a($b, $c):
    $c.close()

async def $d():
    $e = await asyncio.start_server($a, "127.0.0.1", 0)
    async with $e:
        await $e.serve_forever()  # @here

asyncio.run($d())
`,
  ),
  python(
    'sleeps-in-turns',
    ['sleeping loop'],
    `
import time

$a = {"polls": 0}

def $b($c):
    while True:
        $c["polls"] += 1
        time.sleep(0.4)  # @here

$b($a)
`,
  ),
  python(
    'sleeps-long-in-a-helper',
    ['sleeping loop'],
    `
import time

def $a($b):
    time.sleep($b)  # @here

def $c():
    while True:
        $a(20)

$c()
`,
  ),
  python(
    'polls-a-queue',
    ['sleeping loop'],
    `
import queue, threading

$a = queue.Queue()

def $b($c):
    while True:
        try:
            print($c.get(timeout=0.3))  # @here
        except queue.Empty:
            continue

$d = threading.Thread(target=$b, args=($a,))
$d.start()
$d.join()
`,
  ),
  python(
    'counts-its-sleeps',
    ['progressing'],
    `
import time

def $a($b):
    for $c in range($b):
        time.sleep(0.3)

$a(1000)
`,
  ),
  python(
    'long-count',
    ['progressing'],
    `
def $a($b):
    $c = 0
    $d = 0
    while $d < $b:
        $c = ($c * 31 + $d) % 1000003
        $d += 1
    return $c

print($a(10 ** 11))
`,
  ),
  python(
    'property-that-turns',
    ['busy', 'finished'],
    `
class $a:
    def __init__(self):
        self.reads = 0

    @property
    def done(self):
        self.reads += 1
        return self.reads > 40000000

def $b($c):
    while not $c.done:
        pass
    return $c.reads

print($b($a()))
`,
  ),
  python(
    'deep-recursion',
    ['busy'],
    `
def $a($b):
    return $b if $b < 2 else $a($b - 1) + $a($b - 2)

print($a(60))
`,
  ),
  python(
    'async-steps',
    ['progressing'],
    `
import asyncio

async def $a($b):
    $c = 0
    while $c < $b:
        await asyncio.sleep(0.01)
        $c += 1

asyncio.run($a(5000))
`,
  ),
  python(
    'ends-in-time',
    ['finished'],
    `
import time

for $a in range(5):
    time.sleep(0.1)
print("done")
`,
    { timeoutMs: 15_000 },
  ),
];
