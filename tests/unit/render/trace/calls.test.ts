import { expect, test } from 'vitest';
import type { TracedNode } from '../../../../src/model/trace/trace-report.ts';
import { renderCalls } from '../../../../src/render/trace/calls.ts';
import { cwd } from '../samples.ts';
import { invoice, returned, total, value } from './samples.ts';

function nodeOf(more: Partial<TracedNode>): TracedNode {
  const end = returned('36.5');
  return { function: invoice, startedAtMs: 1, durationMs: 1, arguments: [], end, alike: 0, children: [], ...more };
}

test('a call says what it came to, however long its arguments are', () => {
  const long = ['data', 'more', 'options'].map((name) => ({ name, after: value('x'.repeat(300), 'str') }));
  const node = { function: invoice, startedAtMs: 1, durationMs: 1, arguments: long, end: returned('36.5'), alike: 0 };
  const { text } = renderCalls(
    { roots: [{ ...node, children: [{ ...node, children: [] }] }], totals: [] },
    { cwd },
    650,
  );
  const [, outer = '', inner = ''] = text.split('\n');
  expect(outer).toMatch(/^invoice\(data = x+.* \S*pricing\.js:1 → 36\.5 {2}1 ms$/);
  expect(inner).toMatch(/^ {2}invoice\(data = x+.* → 36\.5 {2}1 ms$/);
  expect(outer.length).toBeLessThanOrEqual(200);
});

test('a call does not say what it was called on', () => {
  const args = ['self', 'price'].map((name) => ({ name, after: value('1') }));
  const { text } = renderCalls({ roots: [nodeOf({ arguments: args })], totals: [] }, { cwd }, 650);
  expect(text).toContain('invoice(price = 1)');
});

test('the end of a generator that was closed is no error to look at', () => {
  const closed = { kind: 'threw', error: value('GeneratorExit', 'GeneratorExit') } as const;
  const { next } = renderCalls({ roots: [nodeOf({ end: closed })], totals: [total] }, { cwd }, 650);
  expect(next).toMatchObject({ shows: 'the life of invoice' });
});

test('calls that are folded are all to be had by the next call: one of them may have an odd value', () => {
  const { next } = renderCalls({ roots: [nodeOf({ alike: 7 })], totals: [total] }, { cwd }, 650);
  expect(next).toMatchObject({ shows: 'each call of invoice', change: { at: ['invoice()'], mode: undefined } });
});

test('what was left out is to be had where the tree branches, not one call further in', () => {
  const called = (name: string) => ({ ...invoice, key: name, name });
  const leaf = (index: number) => nodeOf({ function: called('leaf'), startedAtMs: index });
  const branches = ['one', 'other'].map((name) =>
    nodeOf({ function: called(name), children: Array.from({ length: 40 }, (_, index) => leaf(index)) }),
  );
  const tree = ['branching', 'handsOn', 'main'].reduce<TracedNode[]>(
    (children, name) => [nodeOf({ function: called(name), children })],
    branches,
  );
  const { next } = renderCalls({ roots: tree, totals: [total] }, { cwd }, 300);
  expect(next).toMatchObject({ shows: 'the calls in branching' });
});
