import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pickCall, scopesCall } from '../../../src/adapter/v8/summary/summary-calls.ts';
import type { PathStep, ValueResult } from '../../../src/adapter/v8/summary/summary-node.ts';
import { Debuggee, LIMITS } from '../../fakes/debuggee.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const PROGRAM = `
let gets = 0, traps = 0;
const trap = () => { traps++; };
const handler = new Proxy({}, { get: (_, name) => { traps++; return undefined; } });
class Counted {
  own = 1;
  get total() { gets++; return 1; }
  static [Symbol.hasInstance]() { gets++; return true; }
  toString() { gets++; return 'x'; }
  toJSON() { gets++; return 'x'; }
  [Symbol.toPrimitive]() { gets++; return 1; }
  [Symbol.for('nodejs.util.inspect.custom')]() { gets++; return 'x'; }
  get [Symbol.toStringTag]() { gets++; return 'x'; }
}
class BadError extends Error {
  get name() { gets++; return 'x'; }
  get message() { gets++; return 'x'; }
}
for (const name of ['toJSON', 'k', 'v', 'then', 'state'])
  Object.defineProperty(Object.prototype, name, { configurable: true, get() { gets++; }, set() { gets++; } });
Error.prepareStackTrace = () => { gets++; return 'x'; };
function weird() {
  const array = Array.from({ length: 1e6 }, (_, at) => at);
  const text = 'a'.repeat(50_000_000);
  const buffer = Buffer.alloc(20_000_000);
  const map = new Map(Array.from({ length: 2e5 }, (_, at) => [at, at]));
  const set = new Set(array.slice(0, 2e5));
  const chain = {}; let link = chain;
  for (let at = 0; at < 10_000; at++) link = link.next = { at };
  link.next = chain;
  const wide = {}; for (let at = 0; at < 20_000; at++) wide['property' + at] = at;
  const proxy = new Proxy({ a: 1 }, handler), proxied = { inner: proxy, list: [new Proxy(function () {}, handler)] };
  const getters = { get boom() { gets++; throw new Error(); }, set only(value) {}, plain: 1 };
  Object.setPrototypeOf(Object.defineProperty(getters, 'constructor', { get() { gets++; } }), proxy);
  const counted = new Counted(), list = [new Counted()], bad = new BadError('no'), failed = new Error('plain');
  const sparse = []; sparse[4_000_000_000] = 1;
  debugger;
  let later = 1; const never = [later];
  return [never, array, text, buffer, map, set, chain, wide, proxied, getters, counted, list, bad, failed, sparse];
}
weird();
for (const name of ['toJSON', 'k', 'v', 'then', 'state']) delete Object.prototype[name];
debugger;
function ordinary(id, order) {
  const lines = order.lines, total = 12.5, name = 'Zoe', tags = new Set(['a']), when = new Date(0), index = new Map([['k', 1]]);
  const done = (line) => line.qty > 0, found = lines.find(done);
  debugger;
  return [id, total, name, tags, when, index, found];
}
ordinary(7, { id: 7, customer: { name: 'Zoe', address: { city: 'Bern' } }, lines: [{ sku: 'a', qty: 2 }, { sku: 'b', qty: 1 }] });
class Account { #secret = 1; constructor(owner) { this.owner = owner; this[Symbol('mark')] = { deep: [1] }; } get balance() { return 3; } }
function paths() {
  const root = { account: new Account('Zoe'), byKey: new Map([[{ id: 1 }, { value: ['x'] }]]), members: new Set([{ m: 1 }]), promise: Promise.resolve(5), many: Array.from({ length: 100 }, (_, at) => at) };
  try { null.x } catch (error) { debugger; }
  return root;
}
paths();
`;

describe.each(nodeVersions())('the summariser in Node $major', ({ major, path }) => {
  let debuggee: Debuggee;
  beforeAll(async () => {
    debuggee = await Debuggee.start(path, PROGRAM);
  });
  afterAll(() => debuggee.stop());

  it('shows a frame of huge and hostile values in little, without running any of the program', async () => {
    const frame = await debuggee.pause();
    const ids = frame.scopeChain.filter(({ type }) => type !== 'global').map(({ object }) => object.objectId ?? '');
    const request = scopesCall(debuggee.summariserId, ids, { ...LIMITS, depth: 2 });
    const answer = JSON.stringify(await debuggee.call(request));
    expect(answer.length).toBeLessThan(20_000);

    const shown = await debuggee.variables(frame, { ...LIMITS, depth: 2 });
    const text = (name: string) => shown.get(name)?.text;
    expect(text('text')).toMatch(/^"a{50,}…" \(50,000,000 chars\)$/);
    expect(text('array')).toMatch(/^\[0, 1, 2, .*… 999,\d{3} more\]$/);
    expect(text('buffer')).toMatch(/^Buffer\(20000000\) \[0, 0, .* more\]$/);
    expect(text('map')).toMatch(/^Map\(200000\) \{0 → 0, 1 → 1, .* more\}$/);
    expect(text('set')).toMatch(/^Set\(200000\) \{0, 1, .* more\}$/);
    expect(text('wide')).toMatch(/^\{property0: 0, property1: 1, .* more\}$/);
    expect(shown.get('wide')?.childCount).toBe(20_000);
    expect(text('chain')).toBe('{next: {at: 0, next: {at: 1, next: {…}}}}');
    expect(text('proxied')).toBe('{inner: Proxy(object), list: [Proxy(function)]}');
    expect(text('getters')).toContain('{boom: (getter), only: (setter), plain: 1}');
    expect(text('counted')).toBe('Counted {own: 1}');
    expect(text('bad')).toBe('BadError: no');
    expect(text('sparse')).toMatch(/^\[<2,000 empty>, .* more\]$/);
    expect(shown.get('sparse')?.cut).toBe(true);

    // By way of the scope: the protocol itself reads an error's stack when it hands out an id for one.
    const local = { objectId: frame.scopeChain[0]?.object.objectId ?? '' };
    for (const name of ['counted', 'bad', 'failed', 'proxy', 'getters', 'list']) {
      expect(await debuggee.value(local, [property(name)])).toMatchObject({ kind: 'value' });
    }
    const stack = await debuggee.value(local, [property('failed'), property('stack')]);
    expect(stack).toEqual({ kind: 'accessor', at: 1 });
    expect((await debuggee.evaluate(frame, '[gets, traps].join()')).value).toBe('0,0');
  });

  it('says of a variable before its declaration that it has no value yet, where the engine tells', async () => {
    await debuggee.resume();
    const frame = await debuggee.pause();
    const shown = await debuggee.variables(frame);
    // V8 before 12 hands out `undefined` for them, to every client of the inspector.
    const type = major < 22 ? 'undefined' : 'uninitialized';
    expect(shown.get('Account')?.type).toBe(type);
    if (major >= 22) expect(shown.get('Account')?.text).toBe('<not initialized yet, or optimized away>');
  });

  it('lists an ordinary frame with types at every level', async () => {
    await debuggee.resume();
    const frame = await debuggee.pause();
    const shown = await debuggee.variables(frame);
    expect([...shown.values()].slice(-10).map(({ name, type, text }) => `${name}: ${type} = ${text}`)).toEqual(
      expect.arrayContaining([
        'id: number = 7',
        'lines: array = [{sku: "a", qty: 2}, {sku: "b", qty: 1}]',
        'tags: set = Set(1) {"a"}',
        'when: date = 1970-01-01T00:00:00.000Z',
        'index: map = Map(1) {"k" → 1}',
        'done: function = (line) => …',
      ]),
    );
    expect(shown.get('order')?.children?.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'id: number',
      'customer: object',
      'lines: array',
    ]);
  });

  it('follows paths, and refuses getters and steps that are not there', async () => {
    await debuggee.resume();
    const frame = await debuggee.pause();
    const root = await debuggee.evaluate(frame, 'root');
    const at = (...path: Parameters<Debuggee['value']>[1] & object) => debuggee.value(root, path);

    expect(textOf(await at(property('account'), property('owner')))).toBe('"Zoe"');
    expect(await at(property('account'), property('balance'))).toEqual({ kind: 'accessor', at: 1 });
    const missing = await at(property('account'), property('ownr'));
    expect(missing).toMatchObject({ kind: 'missing', at: 1, names: ['owner', '[Symbol(mark)]'], more: 0 });
    expect(textOf(await at(property('byKey'), { kind: 'entry-key', index: 0 }))).toBe('{id: 1}');
    expect(textOf(await at(property('byKey'), { kind: 'entry-value', index: 0 }, property('value')))).toBe('["x"]');
    expect(textOf(await at(property('members'), { kind: 'entry-value', index: 0 }))).toBe('{m: 1}');
    expect(textOf(await at(property('account'), { kind: 'own-key', index: 1 }))).toBe('{deep: [1]}');
    expect(textOf(await debuggee.value({ unserializableValue: '-0' }))).toBe('-0');
    expect(textOf(await debuggee.value({ value: 'text' }))).toBe('"text"');

    const account = await at(property('account'));
    const names = account.kind === 'value' ? account.node.children?.map(({ name, text }) => `${name} ${text}`) : [];
    expect(names).toEqual(['owner "Zoe"', '[Symbol(mark)] {deep: [1]}', '[[Prototype]] Account.prototype']);
    const prototype = await at(property('account'), { kind: 'prototype' });
    expect(prototype.kind === 'value' && prototype.node.children?.map(({ name, text }) => `${name} ${text}`)).toEqual([
      'constructor class Account',
      'balance (getter)',
    ]);
  });

  it('pages through a long list', async () => {
    const frame = debuggee.lastFrame();
    const many = await debuggee.evaluate(frame, 'root.many');
    const page = await debuggee.value(many, [], 95);
    expect(page).toMatchObject({ kind: 'value', total: 100, next: undefined });
    expect(page.kind === 'value' && page.node.children?.map(({ name }) => name)).toEqual(
      [95, 96, 97, 98, 99].map((index) => `[${index}]`),
    );
    expect(await debuggee.value(many, [], 20)).toMatchObject({ next: 30 });
  });

  it('hands out a value for the protocol to show what JavaScript cannot see', async () => {
    const root = await debuggee.evaluate(debuggee.lastFrame(), 'root');
    const request = pickCall(debuggee.summariserId, root, [{ kind: 'property', name: 'promise' }]);
    const { result } = await debuggee.cdp.send('Runtime.callFunctionOn', request);
    const { internalProperties } = await debuggee.cdp.send('Runtime.getProperties', {
      objectId: result.objectId ?? '',
    });
    const state = internalProperties?.find(({ name }) => name === '[[PromiseState]]')?.value?.value;
    expect(state).toBe('fulfilled');
  });
});

function property(name: string): PathStep {
  return { kind: 'property', name };
}

function textOf(result: ValueResult): string {
  return result.kind === 'value' ? result.node.text : result.kind;
}
