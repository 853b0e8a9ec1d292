import { describe, expect, test } from 'vitest';
import {
  callDifferences,
  countDifferences,
  foldedCalls,
} from '../../../../../src/investigate/trace/compare/compare-calls.ts';
import type { TracedNode } from '../../../../../src/model/trace/trace-report.ts';

const node = (name: string, more: Partial<TracedNode> = {}): TracedNode => ({
  function: { key: name, name, path: '/w/a.js', line: 1, endLine: 2 },
  startedAtMs: 0,
  durationMs: 1,
  arguments: [],
  end: { kind: 'returned', value: { text: '1', type: 'number' } },
  alike: 0,
  children: [],
  ...more,
});
const given = (text: string) => ({ arguments: [{ name: 'x', after: { text, type: 'number' } }] });
const returned = (text: string) => ({ end: { kind: 'returned', value: { text, type: 'number' } } as const });

describe('two trees of calls', () => {
  test('part where the innermost call ends differently, then where its callers do', () => {
    const tree = (result: string) => [
      node('main', { ...returned(result), children: [node('f'), node('g', returned(result))] }),
    ];
    expect(callDifferences(tree('2'), tree('3'), 9)).toMatchObject([
      { kind: 'result', callers: ['main'], one: { function: { name: 'g' } } },
      { kind: 'result', callers: [], one: { function: { name: 'main' } } },
    ]);
    expect(callDifferences(tree('2'), tree('3'), 1)).toHaveLength(1);
  });

  test('part where a call got other arguments, whatever came of it', () => {
    const found = callDifferences([node('f', { ...given('1'), ...returned('1') })], [node('f', given('2'))], 9);
    expect(found).toMatchObject([{ kind: 'arguments' }]);
  });

  test('part where only one of them made a call, or another one', () => {
    const [a, b, c] = [node('a'), node('b'), node('c')];
    expect(callDifferences([a, b, c], [a, c], 9)).toMatchObject([
      { kind: 'onlyHere', one: { function: { name: 'b' } } },
    ]);
    expect(callDifferences([a, c], [a, b, c], 9)).toMatchObject([{ kind: 'onlyThere' }]);
    expect(callDifferences([a, b], [a, c], 9)).toMatchObject([{ kind: 'instead' }]);
  });

  test('say last that a call was repeated more often', () => {
    const found = callDifferences([node('a', { alike: 3 }), node('b')], [node('a'), node('b', returned('2'))], 9);
    expect(found.map(({ kind }) => kind)).toEqual(['result', 'repeated']);
  });

  test('are alike though their lines were moved, and their clocks differ', () => {
    const moved = node('a', { durationMs: 9, function: { ...node('a').function, line: 7 } });
    expect(callDifferences([node('a')], [moved], 9)).toEqual([]);
  });

  test('count their folded calls, and functions that were called more often', () => {
    expect(foldedCalls([node('a', { alike: 2, children: [node('b', { alike: 3 })] })])).toBe(5);
    const total = (name: string, calls: number) => ({ function: node(name).function, calls, threw: 0, totalMs: 0 });
    expect(countDifferences([total('a', 2), total('b', 1)], [total('a', 3), total('b', 1)])).toMatchObject([
      { function: { name: 'a' }, one: 2, other: 3 },
    ]);
  });
});
