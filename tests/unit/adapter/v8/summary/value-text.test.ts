import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { makeSummariser, nodeOf, resultOf } from '../../../../fakes/in-process.ts';

class Order {
  id = 1;
  #hidden = 2;
  get total(): number {
    return this.#hidden;
  }
}
class LateError extends Error {
  code = 'LATE';
}
function withArguments(..._: unknown[]): unknown {
  // biome-ignore lint/complexity/noArguments: an arguments object is what is summarised here.
  return arguments;
}
const cyclic: Record<string, unknown> = { name: 'c' };
cyclic.list = [cyclic];
const list = Array.from({ length: 1000 }, (_, at) => at);
const holes: number[] = [1];
holes[3] = 4;
const revoked = Proxy.revocable([], {});
revoked.revoke();

const FORMS: readonly [name: string, value: unknown, type: string, text: string][] = [
  ['a negative zero', -0, 'number', '-0'],
  ['not a number', Number.NaN, 'number', 'NaN'],
  ['a bigint', 10n, 'bigint', '10n'],
  ['a symbol', Symbol('x'), 'symbol', 'Symbol(x)'],
  ['null', null, 'null', 'null'],
  ['undefined', undefined, 'undefined', 'undefined'],
  ['a plain object', { id: 1, name: 'pen', 'a-b': true }, 'object', '{id: 1, name: "pen", "a-b": true}'],
  [
    'an object without prototype',
    Object.assign(Object.create(null), { a: 1 }),
    'object',
    '[Object: null prototype] {a: 1}',
  ],
  ['a class instance', new Order(), 'object', 'Order {id: 1}'],
  ['an array with holes', holes, 'array', '[1, <2 empty>, 4]'],
  [
    'what is four levels down',
    { a: { b: { c: { d: 1 } }, e: [[[1]]] } },
    'object',
    '{a: {b: {c: {…}}, e: [Array(1)]}}',
  ],
  ['a cycle', cyclic, 'object', '{name: "c", list: [[Circular]]}'],
  ['a map', new Map([['a', 1]]), 'map', 'Map(1) {"a" → 1}'],
  ['a set', new Set([1, 'two']), 'set', 'Set(2) {1, "two"}'],
  ['a date', new Date(0), 'date', '1970-01-01T00:00:00.000Z'],
  ['an invalid date', new Date(Number.NaN), 'date', 'Invalid Date'],
  ['a regular expression', /a\/b/giu, 'regexp', '/a\\/b/giu'],
  ['an error', new TypeError('bad\nthing'), 'error', 'TypeError: bad\\nthing'],
  ['an error of a class', new LateError('no', { cause: 1 }), 'error', 'LateError: no {cause: 1, code: "LATE"}'],
  [
    'several errors',
    new AggregateError([new Error('1')], 'many'),
    'error',
    'AggregateError: many {errors: [Error: 1]}',
  ],
  ['a promise', Promise.resolve(1), 'promise', 'Promise {…}'],
  ['a proxy', new Proxy({}, {}), 'proxy', 'Proxy(object)'],
  ['a revoked proxy', revoked.proxy, 'proxy', 'Proxy(revoked)'],
  ['a typed array', new Uint8Array([1, 2]), 'typedarray', 'Uint8Array(2) [1, 2]'],
  ['a buffer', Buffer.from('hi'), 'typedarray', 'Buffer(2) [104, 105]'],
  ['an array buffer', new ArrayBuffer(8), 'arraybuffer', 'ArrayBuffer(8)'],
  ['a data view', new DataView(new ArrayBuffer(4)), 'dataview', 'DataView(4)'],
  ['a weak map', new WeakMap(), 'weakmap', 'WeakMap {<items unknown>}'],
  ['a weak reference', new WeakRef({}), 'weakref', 'WeakRef {<target unknown>}'],
  ['a map iterator', new Map().keys(), 'iterator', 'Object [Map Iterator] {}'],
  ['an array iterator', [1][Symbol.iterator](), 'iterator', 'Object [Array Iterator] {}'],
  ['a boxed string', Object('s'), 'object', '[String: "s"]'],
  ['an arguments object', withArguments(1, 'b'), 'array', 'Arguments(2) [1, "b"]'],
  ['the global object', globalThis, 'object', '[global]'],
  ['a match', /(a)/.exec('xa'), 'array', '["a", "a", index: 1, input: "xa", groups: undefined]'],
  [
    'an accessor',
    {
      get a() {
        return 1;
      },
      set b(_: number) {},
    },
    'object',
    '{a: (getter), b: (setter)}',
  ],
  ['a class', class Cart extends Order {}, 'function', 'class Cart extends Order'],
  ['an arrow', (x: number) => x, 'function', '(x) => …'],
  [
    'a method',
    {
      add(item: number) {
        return item;
      },
    }.add,
    'function',
    'function add(item)',
  ],
  [
    'an async method',
    {
      async add(item: number) {
        return item;
      },
    }.add,
    'function',
    'async function add(item)',
  ],
  ['a built-in function', Math.max, 'function', 'function max()'],
];

describe('the text of', () => {
  it.each(FORMS)('%s', (_, value, type, text) => {
    expect(nodeOf(value)).toMatchObject({ type, text });
  });
});

it('cuts a long string and says its length', () => {
  const node = nodeOf('a'.repeat(5_000_000), { maxTextLength: 40 });
  expect(node).toMatchObject({ text: `"${'a'.repeat(19)}…" (5,000,000 chars)`, cut: true });
});

it('never ends a cut text in half a character', () => {
  for (let maxTextLength = 20; maxTextLength < 60; maxTextLength++) {
    const shown = [nodeOf('😀'.repeat(100), { maxTextLength }), nodeOf({ key: '😀'.repeat(100) }, { maxTextLength })];
    for (const { text } of shown) expect(text).not.toMatch(/\\ud83d|[\ud800-\udbff](?![\udc00-\udfff])/);
  }
});

it('says how many elements are not shown', () => {
  expect(nodeOf(list, { maxTextLength: 30 })).toMatchObject({
    text: '[0, 1, 2, 3, 4, 5, … 994 more]',
    childCount: 1000,
    cut: true,
  });
});

it('shows a huge bigint without converting it to base 10', () => {
  const node = nodeOf(2n ** 1_000_000n, { maxTextLength: 60 });
  expect(node.text).toMatch(/^0x10+… \(250,001 hex digits\)$/);
});

it('shows values by kind and size once its time is up', () => {
  const node = nodeOf({ order: { id: 1 }, list }, { maxMs: -1, depth: 2 });
  expect(node).toMatchObject({ type: 'object', text: '{…}', childCount: 2, cut: true, children: [] });
});

it('shows the same when the machine is busy with something else for a while', () => {
  const context = vm.createContext({ process });
  vm.runInContext('let read = 0; Date.now = () => (read++ > 2 ? 900 : 0);', context);
  const node = nodeOf({ big: 1n, order: { id: 1 } }, { depth: 1 }, makeSummariser(context));
  expect(node).toMatchObject({ text: '{big: 1n, order: {id: 1}}', cut: false });
});

it('looks into so many very wide objects and shows the others by their kind', () => {
  const wide = () => Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, at]));
  const { children = [] } = nodeOf(Array.from({ length: 12 }, wide), { depth: 1, maxChildren: 12 });
  expect(children.map(({ text }) => text.slice(0, 9)).filter((text) => text === '{key0: 0,')).toHaveLength(5);
});

it('keeps a hole run as one child and pages over it', () => {
  const sparse: number[] = [];
  sparse[100_000] = 1;
  expect(resultOf(sparse, { depth: 1, maxChildren: 2 })).toMatchObject({
    total: 100_001,
    next: 4000,
    node: {
      children: [
        { name: '[0…1999]', type: 'empty' },
        { name: '[2000…3999]', type: 'empty' },
      ],
    },
  });
});

it('reaches a property whose name is too long to send', () => {
  const long = { ['n'.repeat(100_000)]: { inner: 1 } };
  const result = nodeOf(long, { depth: 1 });
  const child = result.children?.[0];
  expect(child?.name.length).toBeLessThanOrEqual(80);
  expect(resultOf(long, {}, child?.step === undefined ? [] : [child.step])).toMatchObject({
    node: { text: '{inner: 1}' },
  });
});
