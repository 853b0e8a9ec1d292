import { describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';

const PROGRAM = `import asyncio


def numbers(count):
    for number in range(count):
        yield number


def rounds(count):
    while count > 0:
        yield count
        count -= 1


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
});
