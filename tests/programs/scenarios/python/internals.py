import asyncio
from pathlib import Path


def read():
    text = Path(__file__).read_text()  # @read
    return len(text)  # @after-read


def visit(item):
    return item * 2  # @callback


def main():
    read()
    doubled = list(map(visit, [1, 2]))  # @map
    return doubled  # @after-map


main()


def first():
    n = 1  # @first-timer
    n += 1  # @first-timer-end


def second():
    print('second')  # @second-timer
    loop.stop()


loop = asyncio.new_event_loop()
loop.call_later(0.001, first)
loop.call_later(0.005, second)
loop.run_forever()
