import type { ValueProgram } from '../../../support/value-origins.ts';

/** Programs of Python whose wrong values come to be on the lines that say so. */
export const VALUE_PROGRAMS: readonly ValueProgram[] = [
  {
    name: 'a result that is returned through several calls',
    value: '41',
    program: `def inner(n):
    return n * 4 + 1  # HERE
def middle(n):
    return inner(n)
def outer(n):
    got = middle(n)
    return got
print(outer(3), outer(10))`,
    made: 'returned',
    like: 'equal int 41',
    after: ['result inner in middle', 'returned in middle', 'set got in outer', 'returned in outer'],
  },
  {
    name: 'a variable, in the third of five calls',
    value: '30',
    program: `def scaled(n):
    made = 0
    made = n * 10  # HERE
    return made
print([scaled(n) for n in range(1, 6)])`,
    made: 'set made',
    like: 'equal int 30',
  },
  {
    name: 'an attribute that a method sets',
    value: '36.5',
    program: `class Cart:
    def __init__(self):
        self.total = 20
    def add(self, price, count):
        self.total += price * count  # HERE
def main():
    cart = Cart()
    cart.add(5.5, 3)
    print(cart.total)
main()`,
    made: 'set self.total',
    like: 'equal float 36.5',
    after: ['set cart.total in main'],
  },
  {
    name: 'a string that is written out of a number',
    value: '36.50',
    program: `def text(total):
    return "%.2f" % total  # HERE
print("total " + text(36.5))`,
    made: 'returned',
    like: `equal str '36.50'`,
    after: ['result text in (top level)'],
  },
  {
    name: 'a number that a string is taken for',
    value: '12345',
    program: `def coerced(value):
    number = int(value)  # HERE
    return {"zip": number}
print(coerced("123" + "45"))`,
    made: 'set number',
    like: 'equal int 12345',
    after: ['returned in coerced'],
  },
  {
    name: 'a part of a longer string',
    value: 'Tea Tea',
    program: `def menu(items):
    text = "Menu:"
    for item in items:
        text += " " + items[0]  # HERE
    return text
print(menu(["Tea", "Milk"]))`,
    made: 'set text',
    like: `part str 'Menu: Tea Tea'`,
  },
  {
    name: 'a list, written as JSON',
    value: '["b","a"]',
    program: `import json
def combine(one, other):
    return [other, one]  # HERE
print(json.dumps({"tags": combine("a", "b")}))`,
    made: 'returned',
    like: `equal list ['b', 'a']`,
  },
  {
    name: 'a list that is printed joined',
    value: 'latest,v1',
    program: `def tags(previous, new):
    every = previous + [new]  # HERE
    return every
print("tags: " + ",".join(tags(["latest"], "v1")))`,
    made: 'set every',
    like: `similar list ['latest', 'v1']`,
    after: ['returned in tags'],
  },
  {
    name: 'a value that comes out of a coroutine',
    value: '77',
    program: `import asyncio
async def load(key):
    await asyncio.sleep(0.002)
    found = key * 11  # HERE
    return found
async def main():
    one, two = await asyncio.gather(load(3), load(7))
    print(one, two)
asyncio.run(main())`,
    made: 'set found',
    like: 'equal int 77',
    after: ['returned in load'],
  },
  {
    name: 'a value that a generator yields',
    value: "'B'",
    program: `def upper(letters):
    for each in letters:
        yield each.upper()  # HERE
def first(every):
    one, two = every
    return one + two
print(first(upper("ab")))`,
    made: 'yielded',
    like: `equal str 'B'`,
    after: ['set two in first'],
  },
  {
    name: 'the call of a recursion',
    value: '6',
    program: `def total(numbers, at):
    if at >= len(numbers):
        return 0
    rest = total(numbers, at + 1)
    return numbers[at] + rest  # HERE
print(total([4, 5, 1], 0))`,
    made: 'returned',
    like: 'equal int 6',
    after: ['result total in total', 'set rest in total'],
  },
];
