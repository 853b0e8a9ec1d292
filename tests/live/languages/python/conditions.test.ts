import { describe, expect, test } from 'vitest';
import { breakpointVerdicts } from '../../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { debugpyVersions, pythonWith } from '../../../support/pythons.ts';

const HOT =
  'def hot(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total\nprint(hot(10))\n';

/** The passes that the conditions of a breakpoint in the loop let through, as `i` at each stop, and the verdict at the end. */
const CASES = [
  [
    { condition: 'nope > 3' },
    [],
    "never hit: its line was reached 10 times, nope > 3 was never true and failed 10 times: NameError: name 'nope' is not defined (in scope there: n, total, i)",
  ],
  [{ condition: 'i > 30' }, [], 'never hit: its line was reached 10 times, i > 30 was never true'],
  [{ condition: 'i > 3', hitCondition: '2' }, ['5'], 'hit once'],
  [{ hitCondition: '%4' }, ['3', '7'], 'hit 2 times'],
  [
    { condition: 'i == 5 or nope' },
    ['5'],
    "hit once; its condition failed 9 times: NameError: name 'nope' is not defined (in scope there: n, total, i)",
  ],
] as const;

describe.each(debugpyVersions())('with the %s Python', (which) => {
  test.each(CASES)('a breakpoint with %o stops and says what came of it', async (gate, stops, verdict) => {
    const options = { breakpoints: [{ at: 'total += i', ...gate }], python: pythonWith(which) };
    await using program = await DebuggedPython.start({ 'main.py': HOT }, options);
    const seen: string[] = [];
    for (let stop = await program.firstStop(); !stop.startsWith('exited'); stop = await program.go())
      seen.push(await program.value('i'));
    expect(seen).toEqual(stops);
    const [text] = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
    expect(text).toBe(`Breakpoint 1 at x: ${verdict}`);
  });

  test('a log breakpoint says something where both its condition and its number of hits hold', async () => {
    const wanted = { at: 'total += i', condition: 'i > 3', hitCondition: '>=5', logMessage: 'i is {i}' };
    const options = { breakpoints: [wanted], python: pythonWith(which) };
    await using program = await DebuggedPython.start({ 'main.py': HOT }, options);
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('log')).toBe('i is 8\ni is 9\n');
  });

  test('a breakpoint at a function wants both its condition and its number of hits', async () => {
    const text = [
      'import asyncio',
      'class Cart:',
      '    def total(self, n):',
      '        return n',
      'class Order:',
      '    def total(self, n):',
      '        return -n',
      'def plain(n):',
      '    return n',
      'async def later(n):',
      '    return n',
      'for i in range(8):',
      '    plain(i)',
      '    asyncio.run(later(i))',
      '    Order().total(i)',
      '    Cart().total(i)',
      '',
    ].join('\n');
    const breakpoints = [
      { function: 'plain', condition: 'n % 2 == 1', hitCondition: '2' },
      { function: 'later', condition: 'n > 3', hitCondition: '>=3' },
      { function: 'Cart.total', hitCondition: '8' },
    ];
    await using program = await DebuggedPython.start({ 'main.py': text }, { breakpoints, python: pythonWith(which) });
    const seen: string[] = [];
    for (let stop = await program.firstStop(); !stop.startsWith('exited'); stop = await program.go())
      seen.push(`${stop.replace('function breakpoint: ', '')} ${await program.value('n')}`);
    expect(seen).toEqual(['return n 3', 'return n 6', 'return n 7', 'return n 7']);
  });
});
