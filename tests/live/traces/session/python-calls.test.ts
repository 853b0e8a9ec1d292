import { describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { follow } from '../../../support/live-trace.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';

const PROGRAM = `import asyncio
import sys
import threading
import time


def price_of(item):
    if item is None:
        raise ValueError("broken")
    return {"cents": item["price"] * 2}


def loops(items):
    total = 0
    cart = {"items": items, "count": 0}
    for item in items:
        price = price_of(item)
        total += price["cents"]
        cart["count"] += 1
    for i in range(3): total += i
    many = dict(
        a=total,
        b=1,
    )
    return many


def catches():
    caught = None
    try:
        price_of(None)
    except ValueError as error:
        caught = str(error)
    return caught


async def worker(name):
    step = 0
    await asyncio.sleep(0.01)
    step += 1
    if step > 0:
        step += 10
    return name


async def gathers():
    out = await asyncio.gather(worker("a"), worker("b"))
    return out


def numbers(n):
    for i in range(n):
        yield i * 2


class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)
        return self


def manages():
    with open("/dev/null") as file:
        text = file.read()
        size = len(text)
    return size


def sleeps(seconds):
    before = 1
    time.sleep(seconds)
    before += 1
    return before


def handler(value):
    doubled = value * 2
    return doubled


def fails(table):
    found = table["nosuch"]
    return found


def in_library(call, argument):
    thread = threading.Thread(target=call, args=(argument,))
    thread.start()
    thread.join()


loops([{"price": 1}, {"price": 4}, {"price": 9}])
catches()
asyncio.run(gathers())
list(numbers(2))
Cart().add("a")
manages()
if "sleep" in sys.argv:
    sleeps(1.5)
if "library" in sys.argv:
    in_library(handler, 4)
    in_library(fails, {})
    time.sleep(30)
if "stay" in sys.argv:
    time.sleep(30)
`;

describe.each(debugpyVersions())('Python with the %s debugpy', (debugpy) => {
  async function followed(at: string, { condition, args = [] }: { condition?: string; args?: readonly string[] } = {}) {
    const breakpoints = [condition === undefined ? { at } : { at, condition }];
    await using program = await DebuggedPython.start(
      { 'main.py': PROGRAM },
      { breakpoints, args, python: pythonWith(debugpy) },
    );
    await program.session.waitForStop({ timeoutMs: 20_000 });
    const beganMs = performance.now();
    return { ...(await follow(program.session)), tookMs: performance.now() - beganMs };
  }

  test('a call with loops, calls and a statement of several lines', async () => {
    const { story, end } = await followed('total = 0');
    expect(story).toEqual([
      '14 | total = 0',
      "15 | cart = {'items': [{'price': 1}, {'price': 4}, {'price': 9}], 'count': 0}",
      "16 | item = {'price': 1}",
      'pass 1 of 16',
      "17 | price = {'cents': 2}",
      "  price_of(…) → {'cents': 2}",
      '18 | total: 0 → 2',
      "19 | cart['count']: 0 → 1",
      'pass 2 of 16',
      "16 | item: {'price': 1} → {'price': 4}",
      "17 | price: {'cents': 2} → {'cents': 8}",
      "  price_of(…) → {'cents': 8}",
      '18 | total: 2 → 10',
      "19 | cart['count']: 1 → 2",
      'pass 3 of 16',
      "16 | item: {'price': 4} → {'price': 9}",
      "17 | price: {'cents': 8} → {'cents': 18}",
      "  price_of(…) → {'cents': 18}",
      '18 | total: 10 → 28',
      "19 | cart['count']: 2 → 3",
      '3 passes of 16',
      '20 | i = 0',
      'pass 1 of 20',
      'pass 2 of 20',
      '20 | total: 28 → 29 | i: 0 → 1',
      'pass 3 of 20',
      '20 | total: 29 → 31 | i: 1 → 2',
      '3 passes of 20',
      '21',
      '22',
      '23',
      "21 | many = {'a': 31, 'b': 1}",
      '25',
      "→ {'a': 31, 'b': 1}",
    ]);
    expect(end).toMatch(/^left line/);
  });

  test('an exception that the call catches, and one that leaves it', async () => {
    const caught = await followed('caught = None');
    expect(caught.story).toEqual([
      '29 | caught = None',
      '30',
      '31',
      "  price_of(…) ! ValueError('broken')",
      "32 | error = ValueError('broken')",
      "33 | caught: None → 'broken'",
      '34',
      "→ 'broken'",
    ]);
    const thrown = await followed('raise ValueError');
    expect(thrown.story).toEqual(['9', "! ValueError('broken')"]);
  });

  test('a coroutine over its await, told apart from another call of it', async () => {
    // The program must not end before it is noticed that the coroutine was left.
    const { story, end } = await followed('step = 0', { condition: 'name == "a"', args: ['stay'] });
    expect(story).toEqual(['38 | step = 0', '39', '40 | step: 0 → 1', '41', '42 | step: 1 → 11', '43', "→ 'a'"]);
    expect(end).toMatch(/^(left|gone)/);
  });

  test('a generator, a method, a context manager', async () => {
    expect((await followed('for i in range(n)')).story.slice(0, 3)).toEqual(['52 | i = 0', 'pass 1 of 52', '53']);
    expect((await followed('self.items.append')).story.slice(0, 2)).toEqual(["61 | self.items: [] → ['a']", '62']);
    const { story } = await followed('with open');
    expect(story.at(-1)).toBe('→ 0');
    expect(story).toContain('68 | size = 0');
  });

  test('a line that takes long is waited for', async () => {
    const { story } = await followed('before = 1', { args: ['sleep'] });
    expect(story).toEqual(['73 | before = 1', '74', '75 | before: 1 → 2', '76', '→ 2']);
  });

  test('a call of a library is left at once where nothing of the program comes after it', async () => {
    const returned = await followed('doubled = value', { args: ['library'] });
    expect(returned.story).toEqual(['80 | doubled = 8', '81', '→ 8']);
    const threw = await followed('found = table', { args: ['library'] });
    expect(threw.story.at(-1)).toMatch(/^! /);
    expect(Math.max(returned.tookMs, threw.tookMs)).toBeLessThan(10_000);
  });
});
