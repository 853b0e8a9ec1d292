import { describe, expect, test } from 'vitest';
import { KeptRecords } from '../../../../src/investigate/trace/kept-records.ts';
import type { TraceRecord } from '../../../../src/model/trace/trace-record.ts';

const hit = (pass: number, point = 1): TraceRecord => ({ kind: 'hit', point, pass, atMs: pass, values: [] });
const total = (calls: number): TraceRecord => ({ kind: 'total', function: 1, calls, threw: 0, totalMs: 0 });
const ends = (maxRows: number) => ({ kind: 'ends', maxRows }) as const;
const passes = (kept: KeptRecords) => kept.list().flatMap((each) => (each.kind === 'hit' ? [each.pass] : []));

describe('of the records of a process', () => {
  test('the last of one that is written again is kept', () => {
    const kept = new KeptRecords(ends(4));
    for (let calls = 1; calls <= 1_000; calls++) kept.add(total(calls), 50);
    expect(kept.list()).toEqual([total(1_000)]);
    expect(kept.dropped).toBe(0);
  });

  test('the first and the last rows of each point are kept', () => {
    const kept = new KeptRecords(ends(4));
    for (let pass = 1; pass <= 1_000; pass++) for (const point of [1, 2]) kept.add(hit(pass, point), 50);
    expect(passes(kept)).toEqual([1, 2, 999, 1_000, 1, 2, 999, 1_000]);
  });

  test('the rows of some passes are kept', () => {
    const kept = new KeptRecords({ kind: 'range', first: 40, last: 42 });
    for (let pass = 1; pass <= 1_000; pass++) kept.add(hit(pass), 50);
    expect(passes(kept)).toEqual([40, 41, 42]);
  });

  test('no more than fits is kept, and the rest is counted', () => {
    const kept = new KeptRecords(ends(4), 100);
    for (let line = 1; line <= 5; line++) kept.add({ kind: 'note', text: `note ${line}` }, 40);
    expect(kept.list()).toHaveLength(2);
    expect(kept.dropped).toBe(3);
  });
});
