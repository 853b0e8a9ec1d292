import vm from 'node:vm';
import { expect, it } from 'vitest';
import { hostileRealm } from '../../../../fakes/hostile-realm.ts';
import { makeSummariser, nodeOf, resultOf } from '../../../../fakes/in-process.ts';

const VALUE = `
var value = {
  plain: { id: 1, list: [1, [2]] }, map: new Map([['a', { b: 1 }]]), set: new Set([1]), date: new Date(0), re: /x/g,
  bytes: new Uint8Array([1, 2]), error: new TypeError('no'), big: 10n, text: 'a'.repeat(500), symbol: Symbol('s'),
  total: function total(items) {}, Cart: class {}, holes: [1, , 2],
};
`;

it('neither calls nor trips over what a program has patched since it was installed', () => {
  const realm = hostileRealm(VALUE);
  const from = makeSummariser(realm.context);
  const root = realm.run('value');
  const expected = nodeOf(root, { depth: 3, maxTextLength: 2000 }, from);
  realm.poison();

  let called: unknown = 'not asked yet';
  const watched: typeof from = (call) => {
    const answer = from(call);
    called = realm.called();
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
