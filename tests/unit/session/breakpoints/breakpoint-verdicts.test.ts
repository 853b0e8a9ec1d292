import { expect, it } from 'vitest';
import type { BreakpointRecord } from '../../../../src/model/breakpoints/breakpoint-record.ts';
import { breakpointVerdicts } from '../../../../src/session/breakpoints/breakpoint-verdicts.ts';

const RECORD: BreakpointRecord = {
  id: 1,
  target: { kind: 'line', path: '/a.js', line: 4 },
  condition: 'i > 3',
  enabled: true,
  oneShot: false,
  state: { kind: 'verified', location: { path: '/a.js', line: 4, column: 1 } },
  hits: 0,
};

const ENDED = { kind: 'ended' } as const;

const verdict = (record: BreakpointRecord, source?: string): string | undefined =>
  breakpointVerdicts([record], { place: () => 'x', source: () => source })[0]?.replace('Breakpoint 1 at x: ', '');

it('says nothing for sure where passes are not counted', () => {
  expect(verdict(RECORD)).toBe('never hit: its line was not reached, or i > 3 was never true');
});

it('shows the line that was not reached', () => {
  const tallies = { begun: { passes: 0, trues: 0, failures: 0 } };
  expect(verdict({ ...RECORD, tallies }, 'sum += i;')).toBe('never hit: its line "sum += i;" was not reached');
});

it('adds up what parts of the program have counted', () => {
  const tallies = {
    one: { passes: 2, trues: 0, failures: 1, error: 'TypeError: no' },
    other: { passes: 1_500, trues: 0, failures: 0 },
  };
  expect(verdict({ ...RECORD, tallies })).toBe(
    'never hit: its line was reached at least 1,502 times, i > 3 was never true and failed once: TypeError: no',
  );
});

it('does not say that a condition which was true was never met', () => {
  const tallies = { one: { passes: 4, trues: 1, failures: 0 } };
  expect(verdict({ ...RECORD, tallies })).toBe(
    'never hit: its line was reached 4 times, i > 3 was true once, and the debugger could not stop there',
  );
});

it('lists few of many names', () => {
  const names = Array.from({ length: 20 }, (_, index) => `v${index}`);
  const tallies = { one: { passes: 1, trues: 0, failures: 1, error: 'ReferenceError: no', names } };
  expect(verdict({ ...RECORD, tallies })).toMatch(/in scope there: v0, .*, v11, …\)$/);
});

it('is sure of a total, and not where a process was killed', () => {
  const tallies = { one: { passes: 1_500, trues: 0, failures: 300, isTotal: true } };
  expect(verdict({ ...RECORD, tallies })).toBe(
    'never hit: its line was reached 1,500 times, i > 3 was never true and failed 300 times',
  );
  expect(verdict({ ...RECORD, tallies: { ...tallies, other: { passes: 1, trues: 0, failures: 0 } } })).toContain(
    'reached at least 1,501 times',
  );
  expect(verdict({ ...RECORD, tallies, cutShort: ENDED })).toBe(
    'never hit: its line was reached at least 1,500 times, i > 3 was never true and failed at least 300 times (a process of the program was ended before it had reported all)',
  );
});

it('knows the stops of a killed process, and not all that it has logged', () => {
  const { condition: _, ...log } = { ...RECORD, hits: 2, cutShort: ENDED };
  expect(verdict({ ...RECORD, hits: 2, cutShort: ENDED })).toBe('hit 2 times');
  expect(verdict({ ...log, logMessage: 'x' })).toBe(
    'hit at least 2 times (a process of the program was ended before it had reported all)',
  );
});

it('is sure of nothing that a program does without its debugger', () => {
  const what = 'main.js closed its inspector, and nothing of it is seen from then on';
  const { condition: _, ...plain } = { ...RECORD, cutShort: { kind: 'unseen' as const, what } };
  expect(verdict(plain)).toBe(`not seen: its line was not reached, as far as was seen: ${what}`);
  expect(verdict({ ...plain, hits: 2 })).toBe(`hit at least 2 times (${what})`);
});

it('says what many passes of a condition have cost', () => {
  const tally = { passes: 40_000, trues: 0, failures: 0, isTotal: true };
  const cost =
    '; its 40,000 passes took the debugger some 4 s: a trace of the line, or a line that is passed less often, is faster';
  expect(verdict({ ...RECORD, tallies: { main: { ...tally, passMs: 0.1 } } })).toBe(
    `never hit: its line was reached 40,000 times, i > 3 was never true${cost}`,
  );
  expect(verdict({ ...RECORD, hits: 2, tallies: { main: { ...tally, trues: 2, passMs: 0.1 } } })).toBe(
    `hit 2 times${cost}`,
  );
  expect(verdict({ ...RECORD, tallies: { main: tally } })).not.toContain('took');
});

it('names the functions that may be meant where none of that name was seen', () => {
  const state = { kind: 'pending', reason: 'no function named totl is loaded yet' } as const;
  const record = { ...RECORD, target: { kind: 'function', name: 'totl' }, state } as const;
  const near = (name: string) => (name === 'totl' ? ['total a.py:9', 'totals a.py:12'] : []);
  const words = { place: () => 'totl()', near };
  expect(breakpointVerdicts([record], words)).toEqual([
    'Breakpoint 1 at totl(): never hit: no function named totl is loaded yet; names like it: total a.py:9, totals a.py:12',
  ]);
  expect(breakpointVerdicts([{ ...record, hits: 1 }], words)).toEqual(['Breakpoint 1 at totl(): hit once']);
});
