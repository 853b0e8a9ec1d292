import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartIds, partIndexOf } from '../../../../src/adapter/composite/part-ids.ts';
import { ThreadNumbers } from '../../../../src/adapter/composite/thread-numbers.ts';
import { DebugError } from '../../../../src/model/debug-error.ts';
import type { Variable } from '../../../../src/model/variable.ts';

const part = fc.integer({ min: 0, max: 8 });
const handle = fc.integer({ min: 1, max: 999_999_999 });

// Feature: mcp-debugger-tool, Property 311: a frame or value has one public number whichever part numbered it, no two have the same, and it
// leads back to its part and the number there
describe('the numbers of frames and values', () => {
  it('are unique over all parts, and lead back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(part, handle), { selector: String, maxLength: 50 }), (all) => {
        const numbers = all.map(([index, own]) => new PartIds(index).publicId(own));
        expect(new Set(numbers).size).toBe(all.length);
        const back = numbers.map((number) => [partIndexOf(number), new PartIds(partIndexOf(number)).ownId(number)]);
        expect(back).toEqual(all);
      }),
    );
  });

  it('leave 0 alone, which stands for none', () => {
    for (const index of [0, 1, 2]) {
      expect(new PartIds(index).publicId(0)).toBe(0);
      expect(new PartIds(index).ownId(0)).toBe(0);
    }
  });

  it('are given to all that is listed in a value', () => {
    const leaf: Variable = { name: 'b', type: 'dict', value: '{}', variablesReference: 3 };
    const tree: Variable = { name: 'a', type: 'dict', value: '{b}', variablesReference: 2, children: [leaf] };
    const ids = new PartIds(1);
    const seen = ids.value(tree);
    expect(ids.ownId(seen.variablesReference)).toBe(2);
    expect(seen.children?.map(({ variablesReference }) => ids.ownId(variablesReference))).toEqual([3]);
    expect(seen.children?.[0]?.variablesReference).not.toBe(3);
  });

  it('of the first part are what they are without others', () => {
    const value = { type: 'dict', value: '{}', variablesReference: 7 };
    expect(new PartIds(0).value(value)).toBe(value);
  });
});

// Feature: mcp-debugger-tool, Property 312: threads of all parts are numbered through without gaps that a person would wonder at: no number is
// given twice, a thread keeps its own, and it leads back to the thread
describe('the numbers of threads', () => {
  it('are unique, lasting, and lead back', () => {
    const thread = fc.record({ part, threadId: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(fc.array(thread, { maxLength: 80 }), (heardOf) => {
        const numbers = new ThreadNumbers();
        const given = new Map<string, number>();
        for (const each of heardOf) {
          const number = numbers.numberOf(each);
          const key = `${each.part}/${each.threadId}`;
          expect(number).toBe(given.get(key) ?? number);
          given.set(key, number);
          expect(numbers.threadOf(number)).toEqual(each);
        }
        expect(new Set(given.values()).size).toBe(given.size);
      }),
    );
  });

  it('are those of the program itself where nothing else runs', () => {
    const numbers = new ThreadNumbers();
    expect([1, 2, 3].map((threadId) => numbers.numberOf({ part: 0, threadId }))).toEqual([1, 2, 3]);
    expect(numbers.numberOf({ part: 1, threadId: 1 })).toBe(4);
  });

  it('of threads that never were are refused as those of ended ones', () => {
    expect(() => new ThreadNumbers().threadOf(9)).toThrow(DebugError);
  });
});
