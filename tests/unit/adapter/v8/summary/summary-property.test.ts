import vm from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SummaryNode } from '../../../../../src/adapter/v8/summary/summary-node.ts';
import { nodeOf } from '../../../../fakes/in-process.ts';

const primitive = fc.oneof(
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY, '\ud800', 'two\nlines', '"quoted"', '😀'.repeat(30)),
  fc.bigInt(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
);

const { nested } = fc.letrec((tie) => ({
  nested: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    primitive,
    fc.array(tie('nested'), { maxLength: 8 }),
    fc.dictionary(fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('#field', '#0', '#')), tie('nested'), {
      maxKeys: 8,
    }),
    fc.array(fc.tuple(tie('nested'), tie('nested')), { maxLength: 5 }).map((entries) => new Map(entries)),
    fc.array(tie('nested'), { maxLength: 5 }).map((members) => new Set(members)),
  ),
}));

const bounds = fc.record({
  depth: fc.integer({ min: 1, max: 4 }),
  maxChildren: fc.integer({ min: 1, max: 6 }),
  maxTextLength: fc.integer({ min: 20, max: 150 }),
});

type Kind = 'array' | 'map' | 'set' | 'object';

// Feature: mcp-debugger-tool, Property 21: complex values are serialised with type information at every level
it('summarises any nested value with a type, a bounded text, the right count and a truthful cut at every level', () => {
  fc.assert(
    fc.property(nested, bounds, (value, limits) => {
      checkNode(nodeOf(value, limits), value, limits, limits.depth);
    }),
    { numRuns: 300 },
  );
});

it('writes every primitive so that it evaluates to itself', () => {
  fc.assert(
    fc.property(primitive, (value) => {
      const { text, cut } = nodeOf(value, { maxTextLength: 2000 });
      expect(cut).toBe(false);
      expect(vm.runInThisContext(`(${text})`)).toBe(value);
    }),
    { numRuns: 300 },
  );
});

function checkNode(
  node: SummaryNode,
  value: unknown,
  limits: { maxTextLength: number; maxChildren: number },
  depth: number,
): void {
  expect(node.type).toBe(typeOf(value));
  expect(node.text.length).toBeLessThanOrEqual(limits.maxTextLength);
  expect(node.text).not.toMatch(/[\r\n]/);
  const children = childrenOf(value);
  expect(node.childCount).toBe(children?.length);
  const listable = depth > 0 && children !== undefined && children.length > 0;
  const listed = node.children?.filter((child) => !child.hidden) ?? [];
  if (listable) expect(listed.length).toBe(Math.min(children.length, limits.maxChildren));
  const left = listable && children.length > limits.maxChildren;
  expect(node.cut).toBe(node.text !== fullText(value) || left);
  for (const [at, child] of listed.entries()) checkNode(child, children?.[at], limits, depth - 1);
}

function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? 'array' : value instanceof Map ? 'map' : value instanceof Set ? 'set' : 'object';
}

function typeOf(value: unknown): string {
  return kindOf(value) ?? (value === null ? 'null' : typeof value);
}

function childrenOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value instanceof Map || value instanceof Set) return [...value.values()];
  return typeof value === 'object' && value !== null ? Object.values(value) : undefined;
}

/** The text that there would be without any limit, written independently of the summariser. */
function fullText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(fullText).join(', ')}]`;
  if (value instanceof Map) {
    return `Map(${value.size}) {${[...value].map(([key, of]) => `${fullText(key)} → ${fullText(of)}`).join(', ')}}`;
  }
  if (value instanceof Set) return `Set(${value.size}) {${[...value].map(fullText).join(', ')}}`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  const prefix = Object.getPrototypeOf(value) === null ? '[Object: null prototype] ' : '';
  return `${prefix}{${Object.entries(value)
    .map(([name, of]) => `${/^[\w$\u00c0-\uffff]+$/.test(name) ? name : JSON.stringify(name)}: ${fullText(of)}`)
    .join(', ')}}`;
}
