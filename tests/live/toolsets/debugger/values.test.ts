import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DebuggerBench } from '../../../support/debugger-bench.ts';
import { nodeOf, variableIn } from '../../../support/debugger-toolbox.ts';

const PROGRAM = `globalThis.own = { mine: true };
class Order {
  #secret = 1;
  constructor(id) { this.id = id; }
  get total() { throw new Error('a getter was run'); }
}
function work() {
  const pending = new Promise(() => {});
  const fulfilled = Promise.resolve({ done: true });
  const rejected = Promise.reject(new TypeError('no'));
  rejected.catch(() => {});
  const proxy = new Proxy({ real: 1 }, { get() { throw new Error('a trap was run'); }, ownKeys() { throw new Error('a trap was run'); } });
  const getter = { get lazy() { throw new Error('a getter was run'); }, set only(value) {} };
  const cycle = { name: 'loop' };
  cycle.self = cycle;
  const map = new Map([[{ key: 1 }, 'a'], [{ key: 1 }, 'b']]);
  const sparse = [1, , , 4];
  const long = 'x'.repeat(30_000);
  const huge = Array.from({ length: 100_000 }, (_, index) => index);
  const order = new Order(7);
  const error = Object.assign(new RangeError('too far'), { code: 'E_FAR' });
  const empty = {};
  const oddNames = { '[0]': 2, 'a b': 3, [Symbol('s')]: 4 };
  debugger;
  return [pending, fulfilled, proxy, getter, map, sparse, long, huge, order, error, empty, oddNames];
}
module.exports = { then(resolve) { work(); resolve(1); } };
`;

let bench: DebuggerBench;
beforeAll(async () => {
  bench = await DebuggerBench.start();
  await bench.load(PROGRAM);
  await bench.ok('continue');
});
afterAll(() => bench?.[Symbol.asyncDispose]());

async function inspected(expression: string) {
  return nodeOf((await bench.ok('inspect', { expression })).value);
}

async function looked(expression: string, maxDepth?: number) {
  const { objectId } = await bench.ok('inspect', { expression });
  return bench.ok('inspect_object', { objectId, ...(maxDepth === undefined ? {} : { maxDepth }) });
}

describe('values', () => {
  test('promises show their state and result', async () => {
    const { variables } = await bench.ok('get_local_variables');
    const state = (name: string) => nodeOf(variableIn(variables, name)).properties;
    expect(state('pending')).toMatchObject({ '[[PromiseState]]': { type: 'string', value: 'pending' } });
    expect(state('fulfilled')).toMatchObject({
      '[[PromiseState]]': { value: 'fulfilled' },
      '[[PromiseResult]]': { type: 'object', value: '{done: true}' },
    });
    expect(state('rejected')).toMatchObject({
      '[[PromiseState]]': { value: 'rejected' },
      '[[PromiseResult]]': { type: 'object', subtype: 'error', value: 'TypeError: no' },
    });
    const { properties } = await looked('fulfilled', 2);
    expect(properties?.['[[PromiseResult]]']?.properties).toMatchObject({ done: { type: 'boolean', value: true } });
    expect((await inspected('[fulfilled]')).properties?.['0']?.properties).toMatchObject({
      '[[PromiseState]]': { value: 'fulfilled' },
    });
  });

  test('proxies show what they stand for, and no trap runs', async () => {
    expect(await inspected('proxy')).toMatchObject({
      subtype: 'proxy',
      properties: { '[[ProxyTarget]]': { type: 'object', value: '{real: 1}' }, '[[ProxyHandler]]': { type: 'object' } },
    });
  });

  test('getters are named and not run', async () => {
    expect((await looked('getter')).properties).toMatchObject({
      lazy: { type: 'accessor', value: '(getter)' },
      only: { type: 'accessor', value: '(setter)' },
    });
    expect(await inspected('order')).toMatchObject({
      value: 'Order {id: 7, #secret: 1}',
      properties: { id: { type: 'number', value: 7 } },
    });
  });

  test('a cycle ends where it closes', async () => {
    const { properties } = await looked('cycle', 8);
    expect(properties?.self).toMatchObject({ type: 'object', value: '[Circular]' });
    expect(properties?.self?.properties).toBe(undefined);
  });

  test('entries of a map that look the same are all there', async () => {
    expect((await looked('map')).properties).toMatchObject({
      '{key: 1}': { value: 'a' },
      '{key: 1} (2)': { value: 'b' },
    });
  });

  test('holes are shown as holes', async () => {
    const { properties, truncated } = await looked('sparse');
    expect(properties).toMatchObject({
      0: { value: 1 },
      '[1…2]': { type: 'empty', value: '<2 empty>' },
      3: { value: 4 },
    });
    expect(truncated).toBe(undefined);
  });

  test('what is cut says so, and how much there is', async () => {
    const long = await bench.ok('inspect', { expression: 'long' });
    expect(long).toMatchObject({ type: 'string', truncated: true, length: 30_000 });
    expect(String(long.value)).toMatch(/^x{9000,10000}$/);
    const huge = await inspected('huge');
    expect(huge).toMatchObject({ subtype: 'array', childCount: 100_000, truncated: true });
    expect(Object.keys(huge.properties ?? {})).toHaveLength(100);
    const { properties, next, truncated } = await looked('huge');
    expect({ next, truncated, count: Object.keys(properties ?? {}).length }).toEqual({
      next: 1_000,
      truncated: true,
      count: 1_000,
    });
  });

  test('errors show message, stack and what was added', async () => {
    const { properties } = await looked('error');
    expect(properties).toMatchObject({
      message: { type: 'string', value: 'too far', enumerable: false },
      code: { type: 'string', value: 'E_FAR' },
      stack: { type: 'string', value: expect.stringMatching(/^RangeError: too far\n\s+at work/) },
    });
  });

  test('an empty object has an id, and nothing inside', async () => {
    expect(await looked('empty')).toMatchObject({ type: 'object', properties: {} });
  });

  test('names are kept as they are, whatever they look like', async () => {
    const { properties = {} } = await looked('oddNames');
    expect(Object.keys(properties).sort()).toEqual(['[0]', '[Symbol(s)]', 'a b']);
    expect(properties['a b']).toMatchObject({ type: 'number', value: 3 });
  });

  test('ids are stale once the program has gone on, and say so', async () => {
    const { objectId } = await bench.ok('inspect', { expression: 'empty' });
    await bench.ok('step_over');
    const answer = await bench.call('inspect_object', { objectId });
    expect(answer).toMatchObject({ code: 'INSPECT_OBJECT_FAILED', message: expect.stringContaining('stale') });
  });
});

test("global variables are the program's own, not those of the runtime", async () => {
  const { variables = [] } = await bench.ok('get_global_variables');
  const names = variables.map(({ name }) => name);
  expect(names).toContain('own');
  for (const builtIn of ['process', 'console', 'setTimeout', 'require', 'module', 'Object', 'fetch']) {
    expect(names).not.toContain(builtIn);
  }
});
