import { describe, expect, test } from 'vitest';
import type { FrameEvent } from '../../../../src/model/trace/trace-record.ts';
import { renderFrame } from '../../../../src/render/trace/frame.ts';
import { expectGolden } from '../../../support/golden.ts';
import { cwd } from '../samples.ts';
import { call, pass, returned, SOURCE, threw, total, value } from './samples.ts';

const view = { kind: 'frame', call, total, isWanted: true, wanted: { kind: 'last' }, source: SOURCE } as const;
const BUDGET = 650;
const rendered = (events: readonly FrameEvent[]) =>
  renderFrame({ ...view, call: { ...call, events } }, { cwd }, BUDGET).text;

describe('the life of a call', () => {
  test('has each statement with what it did, and a loop folded', () => {
    expectGolden('render/trace-frame', renderFrame(view, { cwd }, BUDGET).text);
  });

  test('says how it ended, and which call it is', () => {
    const thrown = { ...call, end: threw('TypeError: items is not iterable'), events: [] };
    const text = renderFrame({ ...view, call: thrown, wanted: { kind: 'throws' } }, { cwd }, BUDGET).text;
    expect(text).toContain('call 8 of 8 (the first of 0 that threw)');
    expect(text).toContain('threw TypeError: items is not iterable');
  });

  test('says of a condition how often it held, and what it threw', () => {
    const wanted = { kind: 'condition', expression: 'member && total > 60' } as const;
    const counted = { ...total, held: 0, failed: 8, error: 'ReferenceError: total is not defined' };
    const text = renderFrame({ ...view, isWanted: false, wanted, total: counted }, { cwd }, BUDGET).text;
    expect(text).toContain(
      '(member && total > 60: reached 8 times, condition true 0, failed 8: ReferenceError: total is not defined; this is the last)',
    );
  });

  test('says that there is no call of that number', () => {
    const text = renderFrame(
      { ...view, isWanted: false, wanted: { kind: 'number', number: 12 } },
      { cwd },
      BUDGET,
    ).text;
    expect(text).toContain('call 8 of 8 (there is no call 12; this is the last)');
  });

  test('does not call a call the last where later ones were counted', () => {
    const { text } = renderFrame(
      { ...view, isWanted: false, wanted: { kind: 'throws' }, total: { ...total, calls: 20 } },
      { cwd },
      BUDGET,
    );
    expect(text).toContain('call 8 of 20 (none threw; this is the last that was written)');
  });

  test('leads to the passes of a line only where it ran several times', () => {
    const lineOf = (line: number) => ({
      kind: 'line' as const,
      line,
      changes: [{ name: `v${line}`, after: value('x'.repeat(60)) }],
    });
    const once = { ...call, events: Array.from({ length: 200 }, (_, index) => lineOf(index + 1)) };
    expect(renderFrame({ ...view, call: once, isWanted: true }, { cwd }, 200).next?.change).not.toHaveProperty('at');
    const often = { ...call, events: Array.from({ length: 200 }, () => lineOf(4)) };
    expect(renderFrame({ ...view, call: often, isWanted: true }, { cwd }, 200).next?.change).toMatchObject({
      at: ['pricing.js:4: v4'],
    });
  });

  test('numbers calls in their process', () => {
    const counted = { ...total, calls: 20 };
    const view8 = {
      ...view,
      call: { ...call, callsInProcess: 8 },
      total: counted,
      wanted: { kind: 'throws' },
    } as const;
    const { text, next } = renderFrame({ ...view8, isWanted: false }, { cwd }, BUDGET);
    expect(text).toContain('call 8 of 8 in its process, of 20 in all (none threw; this is the last)');
    expect(next?.change).toMatchObject({ call: '1' });
  });

  test('has what was awaited, yielded and caught', () => {
    const text = rendered([
      { kind: 'line', line: 2 },
      { kind: 'suspended', line: 2, what: 'await' },
      { kind: 'resumed', line: 2, waitedMs: 12, value: value('"ok"', 'string') },
      { kind: 'line', line: 4 },
      { kind: 'suspended', line: 4, what: 'yield', value: value('1') },
      { kind: 'line', line: 6 },
      { kind: 'caught', line: 6, error: value('Error: no', 'Error') },
    ]);
    expect(text).toContain('let total = 0;  | waited 12 ms → "ok"');
    expect(text).toContain('const price = priceOf(item);  | yields 1');
    expect(text).toContain('total += price;  | caught Error: no');
  });

  test('keeps begin and end within the budget, and says how many rows are left out', () => {
    const events = Array.from({ length: 300 }, (_, index) => ({
      kind: 'line' as const,
      line: 2,
      changes: [{ name: 'total', before: value(String(index)), after: value(String(index + 1)) }],
    }));
    const text = rendered(events);
    expect(text.length / 4).toBeLessThan(BUDGET + 1);
    expect(text).toContain('total 0 → 1');
    expect(text).toContain('total 299 → 300');
    expect(text).toMatch(/… \d+ rows left out/);
  });

  test('tells a loop in a loop, of each further pass of the outer one in one row', () => {
    const inner = (first: number): FrameEvent[] => [
      { kind: 'line', line: 4 },
      { kind: 'pass', line: 4, pass: 1 },
      { kind: 'line', line: 5, changes: [{ name: 'n', after: value(String(first)) }] },
      { kind: 'pass', line: 4, pass: 2 },
      { kind: 'line', line: 5, changes: [{ name: 'n', before: value(String(first)), after: value('9') }] },
      { kind: 'loopEnd', line: 4, passes: 2 },
    ];
    const text = rendered([
      { kind: 'line', line: 3 },
      { kind: 'pass', line: 3, pass: 1 },
      ...inner(1),
      { kind: 'pass', line: 3, pass: 2 },
      ...inner(2),
      { kind: 'loopEnd', line: 3, passes: 2 },
      { kind: 'line', line: 9 },
    ]);
    expectGolden('render/trace-frame-loops', text);
  });

  test('says what was dropped', () => {
    const text = rendered([...pass(1, '1', undefined), { kind: 'dropped', events: 1_000 }, { kind: 'line', line: 9 }]);
    expect(text).toContain('… 1000 events not kept here');
  });

  test('has a row for what happened at a line that had no statement of its own', () => {
    const text = rendered([
      { kind: 'line', line: 2 },
      { kind: 'call', line: 4, name: 'a.b', arguments: [], end: returned('undefined', 'undefined') },
    ]);
    expect(text).toContain(' 4  const price = priceOf(item);  | a.b() → undefined');
  });
});
