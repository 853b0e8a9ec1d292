import { describe, expect, test } from 'vitest';
import { breakpointVerdicts } from '../../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { pythonWith } from '../../../support/pythons.ts';

const HOT =
  'def hot(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total\nprint(hot(10))\n';

/** What the conditions of a breakpoint in the loop let pass, as `i` at each stop, and what is said at the end. */
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

describe.each(['newest', 'old'] as const)('with the %s Python', (which) => {
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
});
