import vm from 'node:vm';
import { expect, it } from 'vitest';
import { makeSummariser, nodeOf, resultOf } from '../../../../fakes/in-process.ts';

/** Replaces, in its own context, everything that the summariser could fall back on after it was installed. */
const PATCH = `
var called = '';
var value = {
  plain: { id: 1, list: [1, [2]] }, map: new Map([['a', { b: 1 }]]), set: new Set([1]), date: new Date(0), re: /x/g,
  bytes: new Uint8Array([1, 2]), error: new TypeError('no'), big: 10n, text: 'a'.repeat(500), symbol: Symbol('s'),
  total: function total(items) {}, Cart: class {}, holes: [1, , 2],
};
var patches = [];
function collect(holder, label) {
  for (const name of Reflect.ownKeys(holder)) {
    const found = Object.getOwnPropertyDescriptor(holder, name);
    if (!found.configurable || name === 'constructor' || name === Symbol.toStringTag) continue;
    const hook = function () { called += label + '.' + (typeof name === 'symbol' ? 'symbol' : name) + ' '; };
    const accessor = { __proto__: null, configurable: true, get: hook, set: hook };
    patches.push({ holder, name, patch: typeof found.value === 'function' ? { __proto__: null, configurable: true, value: hook } : accessor });
  }
}
function addAccessor(holder, name) {
  const hook = function () { called += 'inherited ' + name + ' '; };
  patches.push({ holder, name, patch: { __proto__: null, configurable: true, get: hook, set: hook } });
}
const { defineProperty } = Object;
var poison = () => {
  for (const name of ['toJSON', 'k', 'v', 't', 'c', 'state', 'value', 'index', 'then', 'get', 'set', 'hidden']) addAccessor(Object.prototype, name);
  for (let at = 0; at < 5; at++) addAccessor(Array.prototype, at);
  for (const shared of [Map, Set, Date, RegExp, Array, String, Number, BigInt, Symbol, Function, WeakRef]) collect(shared.prototype, shared.name);
  for (const holder of [new Map().entries(), new Set().values(), [].values(), Uint8Array.prototype]) collect(Object.getPrototypeOf(holder), 'inner');
  for (const holder of [Object, Reflect, JSON, Math, Error, Array, Date]) collect(holder, 'static');
  for (let at = patches.length - 1; at >= 0; at--) defineProperty(patches[at].holder, patches[at].name, patches[at].patch);
  called = '';
};
`;

it('neither calls nor trips over what a program has patched since it was installed', () => {
  const context = vm.createContext({ process });
  const from = makeSummariser(context);
  vm.runInContext(PATCH, context);
  const root: unknown = vm.runInContext('value', context);
  const expected = nodeOf(root, { depth: 3, maxTextLength: 2000 }, from);
  vm.runInContext('poison()', context);

  let called: unknown = 'not asked yet';
  const watched: typeof from = (call) => {
    const answer = from(call);
    called = vm.runInContext('called', context);
    return answer;
  };
  const shown = resultOf(root, { depth: 3, maxTextLength: 2000 }, [], 0, watched);
  expect(shown.kind === 'value' && shown.node).toEqual(expected);
  expect(expected.children?.map(({ text }) => text)).toContain('{id: 1, list: [1, [2]]}');
  expect(called).toBe('');
});

it('leaves nothing behind that the program could see', () => {
  const context = vm.createContext({ process });
  const globals = () => vm.runInContext('Reflect.ownKeys(globalThis).length', context);
  const before = globals();
  nodeOf({ a: 1 }, { depth: 1 }, makeSummariser(context));
  expect(globals()).toBe(before);
});

it('looks into nothing where it cannot tell proxies apart', () => {
  const from = makeSummariser(vm.createContext({}));
  expect(nodeOf({ a: 1 }, { depth: 2 }, from)).toMatchObject({
    type: 'object',
    text: '{…}',
    cut: true,
    children: undefined,
  });
  expect(nodeOf('text', {}, from).text).toBe('"text"');
});
