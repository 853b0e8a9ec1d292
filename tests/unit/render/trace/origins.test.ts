import { describe, expect, test } from 'vitest';
import type { ValueOrigin } from '../../../../src/model/trace/trace-report.ts';
import { type OriginsView, renderOrigins } from '../../../../src/render/trace/origins.ts';
import { cwd } from '../samples.ts';
import { call, invoice, pass, SOURCE, value } from './samples.ts';

const place = { function: invoice, number: call.number, line: 6, how: 'set', name: 'total' } as const;
const origin: ValueOrigin = {
  ...{ text: 0, likeness: 'equal', value: value('36'), place, path: [], callers: [] },
  ...{ process: 0, startedAtMs: 1_001, depth: 1, outermost: 0, times: 1 },
};
const view: OriginsView = {
  ...{ kind: 'origins', texts: ['36'], origins: [origin], parts: [], closest: [], calls: [call], call, written: '' },
  sources: new Map([[invoice.path, SOURCE]]),
};
const lines = (more: Partial<OriginsView>, budget = 650) =>
  renderOrigins({ ...view, ...more }, { cwd }, budget).text.split('\n');

describe('where a value came to be', () => {
  test('is said with its kind and its way', () => {
    const path = [
      { ...place, line: 9, how: 'returned' } as const,
      { ...place, function: { ...invoice, name: 'main' }, line: 42, how: 'passed', name: 'console.log' } as const,
    ];
    expect(lines({ origins: [{ ...origin, path }] }).slice(0, 3)).toEqual([
      expect.stringMatching(/^36 first was there as a number in invoice\(\) \S*pricing\.js:6: total = 36$/),
      expect.stringMatching(
        /^It went on: returned by invoice\(\) .*pricing\.js:9; passed to console\.log in main\(\) /,
      ),
      expect.stringMatching(/^Its call, those around it/),
    ]);
  });

  test('is shown also where it was in a later pass of a loop only', () => {
    const events = [
      { kind: 'line', line: 3 } as const,
      ...pass(1, '5', undefined),
      ...pass(2, '36', ['0', '36']),
      { kind: 'loopEnd', line: 3, passes: 2 } as const,
    ];
    const last = { ...call, events };
    const shown = lines({ calls: [last], call: last });
    expect(shown[1]).toBe('  6 total += price;');
    expect(shown.find((each) => each.includes('pass 2'))).toContain('6: total 0 → 36');
  });

  test('names another kind of the value before other places of the same', () => {
    const at = (line: number, type: string, text: string): ValueOrigin => ({
      ...origin,
      ...{ value: value(text, type), place: { ...place, line } },
    });
    const others = [at(4, 'number', '36'), at(5, 'number', '36'), at(7, 'string', '"36"'), at(8, 'number', '36')];
    const also = lines({ origins: [origin, ...others] }).filter((each) => /^(Also|…)/.test(each));
    expect(also.map((each) => /as a \w+|\d more places/.exec(each)?.[0])).toEqual([
      'as a string',
      'as a number',
      '2 more places',
    ]);
  });

  test('is said of a part of it, with its statement', () => {
    const shown = lines({ texts: ['36 EUR'], parts: [{ text: '36', origin: { ...origin, text: 1 } }] });
    expect(shown.some((each) => each.startsWith('Its part 36 first was there as a number in invoice()'))).toBe(true);
  });

  test('is said to be nowhere, with what came closest', () => {
    const closest = [{ text: 0, place: { ...place, how: 'returned' } as const, value: value('"3"', 'string') }];
    const { call: _, ...none } = view;
    const shown = renderOrigins({ ...none, origins: [], closest }, { cwd }, 650).text.split('\n');
    expect(shown.slice(0, 3)).toEqual([
      'No value of own code was ever 36, or contained it.',
      expect.stringMatching(/^The longest part of it was "3" in invoice\(\) /),
      '1 function ran; of each its last call, with what it made:',
    ]);
  });
});
