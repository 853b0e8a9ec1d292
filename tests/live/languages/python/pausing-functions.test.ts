import { describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';

const PROGRAM = `import asyncio


def numbers(count):
    for number in range(count):
        yield number


def rounds(count):
    while count > 0:
        yield count
        count -= 1


async def letters(word):
    for letter in word:
        yield letter


async def countdown(count):
    while count > 0:
        yield count
        count -= 1


class Box:
    async def items(self, count):
        """Gives them."""
        yield count
        yield count + 1


class Shelf:
    def items(self, count):
        return [count]


class Shop:
    async def price(self, number):
        """What it costs."""
        await asyncio.sleep(0)
        return number * 2


class Stall:
    async def price(self, number):
        return number


async def main():
    shop = Shop()
    await Stall().price(1)
    found = [each async for each in letters("abc")]
    for count in (3, 2, 4):
        found += [each async for each in countdown(count)]
        found += [each async for each in Box().items(count)] + Shelf().items(count)
    prices = [await shop.price(1), await shop.price(2)]
    return prices, list(numbers(3)), list(rounds(3)), list(rounds(2))


print(asyncio.run(main()))
`;

describe('a breakpoint at a function that pauses stops once for each call of it', () => {
  test.each([
    ['main', ['shop = Shop()']],
    ['Shop.price', ['await asyncio.sleep(0)', 'await asyncio.sleep(0)']],
    ['price', ['return number', 'await asyncio.sleep(0)', 'await asyncio.sleep(0)']],
    ['numbers', ['for number in range(count):']],
    ['letters', ['for letter in word:']],
    ['countdown', ['while count > 0:', 'while count > 0:', 'while count > 0:']],
    ['Box.items', ['yield count', 'yield count', 'yield count']],
    ['items', ['yield count', 'return [count]', 'yield count', 'return [count]', 'yield count', 'return [count]']],
    ['rounds', ['while count > 0:', 'while count > 0:']],
  ])('%s', async (name, lines) => {
    await using program = await DebuggedPython.start({ 'main.py': PROGRAM }, { breakpoints: [{ function: name }] });
    const stops = [await program.firstStop()];
    while (stops.length <= lines.length) stops.push(await program.go());
    expect(stops).toEqual([...lines.map((line) => `function breakpoint: ${line}`), 'exited 0']);
    expect(program.session.breakpoints.get(1)).toMatchObject({ state: { kind: 'verified' }, hits: lines.length });
  });

  test('beside one in a line of the same file, and with a condition', async () => {
    await using program = await DebuggedPython.start(
      { 'main.py': PROGRAM },
      { breakpoints: [{ function: 'price', condition: 'number == 2' }, { at: 'return prices' }] },
    );
    expect(await program.firstStop()).toBe('function breakpoint: await asyncio.sleep(0)');
    expect(await program.value('number')).toBe('2');
    await program.breakpoint({ function: 'numbers' });
    await program.breakpoint({ at: 'print(asyncio' });
    expect(await program.go()).toBe('breakpoint: return prices, list(numbers(3)), list(rounds(3)), list(rounds(2))');
    expect(await program.go()).toBe('function breakpoint: for number in range(count):');
    expect(await program.go()).toBe('exited 0');
  });

  test.each(debugpyVersions())(
    'with a condition and with a number of hits, in asynchronous generators under the %s debugpy',
    async (debugpy) => {
      const breakpoints = [
        { function: 'countdown', condition: 'count == 2' },
        { function: 'items', hitCondition: '3' },
      ];
      const options = { breakpoints, python: pythonWith(debugpy) };
      await using program = await DebuggedPython.start({ 'main.py': PROGRAM }, options);
      expect(await program.firstStop()).toBe('function breakpoint: while count > 0:');
      expect(await program.value('count')).toBe('2');
      // The third call of each: a function of the same name has a count of its own.
      expect(await program.go()).toBe('function breakpoint: yield count');
      expect(await program.value('count')).toBe('4');
      expect(await program.go()).toBe('function breakpoint: return [count]');
      expect(await program.go()).toBe('exited 0');
    },
  );
});
