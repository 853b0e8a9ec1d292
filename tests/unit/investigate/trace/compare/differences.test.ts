import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences } from '../../../../../src/investigate/trace/compare/differences.ts';
import type { FrameEvent } from '../../../../../src/model/trace/trace-record.ts';

const line = (number: number, text?: string): FrameEvent => ({
  kind: 'line',
  line: number,
  ...(text === undefined ? {} : { changes: [{ name: 'x', after: { text, type: 'number' } }] }),
});

const anyEvent: fc.Arbitrary<FrameEvent> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('1', '2')).map(([at, text]) => line(at, text)),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.boolean())
    .map(([at, taken]): FrameEvent => ({ kind: 'branch', line: at, what: 'if', taken })),
  fc.integer({ min: 1, max: 5 }).map((pass): FrameEvent => ({ kind: 'pass', line: 3, pass })),
);

describe('where two calls part', () => {
  test('is the first other value, then the next', () => {
    const one = [line(1, '1'), line(2, '2'), line(3, '3')];
    const other = [line(1, '1'), line(2, '5'), line(3, '8')];
    expect(differences(one, other, 9)).toMatchObject([
      { kind: 'value', index: 1, one: { line: 2 } },
      { kind: 'value', index: 2 },
    ]);
    expect(differences(one, other, 1)).toHaveLength(1);
  });

  test('is where one goes elsewhere; they are followed from where they meet again', () => {
    const one = [line(1), line(2), line(3), line(9, '1')];
    const other = [line(1), line(5), line(9, '2')];
    expect(differences(one, other, 9)).toMatchObject([
      { kind: 'path', index: 1, one: { line: 2 }, other: { line: 5 } },
      { kind: 'value', index: 3 },
    ]);
  });

  test('is the end of one that ends before the other', () => {
    expect(differences([line(1)], [line(1), line(2)], 9)).toEqual([
      { kind: 'path', index: 1, one: undefined, other: line(2) },
    ]);
  });

  // Feature: mcp-debugger-tool, Property 24: a call has no difference from itself, and some from any that is not the same
  test('is nowhere for the same call, and somewhere for another one', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), fc.array(anyEvent, { maxLength: 30 }), (one, other) => {
        expect(differences(one, one, 9)).toEqual([]);
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(differences(one, other, 9).length > 0).toBe(!isSame);
      }),
      { numRuns: 200 },
    );
  });
});
