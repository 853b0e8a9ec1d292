import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldPasses } from '../../../../../src/investigate/trace/live/fold-passes.ts';
import type { FrameEvent } from '../../../../../src/model/trace/trace-record.ts';

const line = (at: number, ...types: string[]): FrameEvent => ({
  kind: 'line',
  line: at,
  ...(types.length > 0 ? { changes: types.map((type) => ({ name: 'a', after: { text: 'x', type } })) } : {}),
});
const passesOf = (events: readonly FrameEvent[]) =>
  events.flatMap((event) => (event.kind === 'pass' && event.line === 1 ? event.pass : []));

describe('passes of a loop', () => {
  test('are the first two, the last, and those that differ in path or kinds', () => {
    const same = [line(2), line(3, 'number')];
    const odd = [line(2), line(3, 'NaN')];
    const other = [line(2), line(4)];
    const events = foldPasses(1, [same, same, same, odd, same, other, odd, same, same]);
    expect(passesOf(events)).toEqual([1, 2, 4, 6, 9]);
    expect(events.filter(({ kind }) => kind === 'skipped')).toEqual([
      { kind: 'skipped', line: 1, passes: 1 },
      { kind: 'skipped', line: 1, passes: 1 },
      { kind: 'skipped', line: 1, passes: 2 },
    ]);
    expect(events.at(-1)).toEqual({ kind: 'loopEnd', line: 1, passes: 9 });
  });

  test('differ by what a call in them threw', () => {
    const call = (kind: 'returned' | 'threw'): FrameEvent => ({
      kind: 'call',
      line: 2,
      name: 'f',
      arguments: [],
      end:
        kind === 'threw'
          ? { kind, error: { text: 'e', type: 'E' } }
          : { kind, value: { text: '1', type: 'number', number: 1 } },
    });
    const passes = [[call('returned')], [call('returned')], [call('returned')], [call('threw')], [call('returned')]];
    expect(passesOf(foldPasses(1, passes))).toEqual([1, 2, 4, 5]);
  });

  test('do not differ by how many passes a loop inside of them had', () => {
    const inner = (count: number) =>
      foldPasses(
        5,
        Array.from({ length: count }, () => [line(6, 'number')]),
      );
    const passes = [3, 5, 4, 9, 2].map((count) => [line(4), ...inner(count)]);
    expect(passesOf(foldPasses(1, passes))).toEqual([1, 2, 5]);
    const odd = [line(4), ...foldPasses(5, [[line(6, 'NaN')]])];
    expect(passesOf(foldPasses(1, [...passes.slice(0, 3), odd, ...passes.slice(3)]))).toEqual([1, 2, 4, 6]);
  });

  // Feature: mcp-debugger-tool, Property 25: the passes of a loop that are kept and those that are left out are all there were
  test('are all counted', () => {
    const pass = fc.array(
      fc.integer({ min: 2, max: 4 }).map((at) => line(at)),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.array(pass, { maxLength: 80 }), (passes) => {
        const events = foldPasses(1, passes);
        const skipped = events.reduce((sum, event) => sum + (event.kind === 'skipped' ? event.passes : 0), 0);
        expect(passesOf(events).length + skipped).toBe(passes.length);
        if (passes.length > 0) expect(passesOf(events).at(-1)).toBe(passes.length);
      }),
      { numRuns: 200 },
    );
  });
});
