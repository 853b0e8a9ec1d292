import type { ComparedValues } from '../../../../src/model/tests/compared-values.ts';
import type { ValueSource } from '../../../../src/model/tests/value-source.ts';
import type { TracedCall, TracedFunction, ValueOrigin } from '../../../../src/model/trace/trace-report.ts';
import { cwd } from '../samples.ts';

/** The values that an assertion compared: two objects, one property of which differs. */
export const compared: ComparedValues = {
  path: '.items[2].price',
  actual: { text: '36', type: 'number' },
  expected: { text: '40', type: 'number' },
};

const SOURCE = [
  'function discount(price, kind) {',
  '  const rate = rates[kind] ?? 0;',
  '  return price * (1 - rate);',
  '}',
  'function priceOf(item, user) {',
  '  const reduced = discount(item.price, user.kind);',
  '  return Math.round(reduced);',
  '}',
];

/** A value that a function made, and its caller handed on. @param text The value */
export function valueSource(
  text: string,
  name = 'discount',
  path = `${cwd}/cart.js`,
): Extract<ValueSource, { kind: 'found' }> {
  const value = { text, type: 'number' };
  const inner: TracedFunction = { name, path, line: 1, endLine: 4, key: `${path}:1:${name}` };
  const outer: TracedFunction = { name: 'priceOf', path, line: 5, endLine: 8, key: `${path}:5:priceOf` };
  const test: TracedFunction = { name: '(anonymous)', path: `${cwd}/cart.test.js`, line: 3, endLine: 9, key: 'test' };
  const made = { number: 1, isWanted: true, startedAtMs: 0, durationMs: 1, end: { kind: 'returned', value } } as const;
  const calls: TracedCall[] = [
    {
      ...made,
      function: inner,
      arguments: [
        { name: 'price', after: { text: '40', type: 'number' } },
        { name: 'kind', after: { text: '"member"', type: 'string' } },
      ],
      events: [
        { kind: 'line', line: 2, changes: [{ name: 'rate', after: { text: '0.1', type: 'number' } }] },
        { kind: 'line', line: 3 },
      ],
    },
    {
      ...made,
      function: outer,
      arguments: [{ name: 'item', after: { text: '{price: 40}', type: 'Object' } }],
      events: [
        { kind: 'line', line: 6, changes: [{ name: 'reduced', after: value }] },
        { kind: 'call', line: 6, name: 'discount', arguments: [], end: made.end },
        { kind: 'line', line: 7 },
      ],
    },
  ];
  const place = { function: inner, number: 1, line: 3, how: 'returned' } as const;
  const origin: ValueOrigin = {
    ...({
      text: 0,
      likeness: 'equal',
      process: 0,
      startedAtMs: 0,
      value,
      place,
      depth: 2,
      outermost: 0,
      times: 1,
    } as const),
    callers: [
      { function: outer, number: 1 },
      { function: test, number: 1 },
    ],
    path: [
      { function: outer, number: 1, line: 7, how: 'returned' },
      { function: test, number: 1, line: 5, how: 'result', name: 'priceOf' },
    ],
  };
  return { kind: 'found', text, origin, isTied: true, calls, sources: new Map([[path, SOURCE]]) };
}
